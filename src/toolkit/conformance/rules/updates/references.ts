/** Properties with ids of other resources: the values to send for them, created when needed. */

import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Random } from '../../../schema/values/random.ts'
import { createRandom } from '../../../schema/values/random.ts'
import { OTHER_OFFSET, type Variant, withOffset } from '../../../schema/values/variants.ts'
import { isNullable, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { parentIn } from '../../engine/items.ts'
import { referenceTarget } from '../../engine/materialise.ts'
import type { CheckContext, Plan } from '../../engine/rule.ts'
import { storedVariants } from '../storedVariants.ts'

/** A value to send, chosen at the moment of the check; undefined when none could be made this time. */
export interface Choice {
  /** The rest of the check's name: `0`, `reference`. */
  name: string
  choose(context: CheckContext, params: Record<string, Json>): Promise<Variant | undefined>
  /** In place of the chosen value: another form of one that the server accepts. */
  reform?: (accepted: Json) => Json | undefined
}

/**
 * The values to send for a property: ids for one that refers to other resources, otherwise values that
 * servers often process incorrectly.
 */
export function choicesFor(plan: Plan, resource: Resource, member: string, schema: Json): Choice[] {
  const { document } = plan.api
  const view = withoutNull(document, viewOf(document, schema))
  const many = typesOf(view).includes('array')
  const target = referenceTarget({ plan, from: resource }, member, many ? (view.items ?? schema) : schema)
  if (target === undefined) {
    // An update often describes less than the creation.
    const elsewhere = [
      bodyProperties(plan.api, resource.create).get(member),
      responseProperties(plan.api, resource.read).get(member),
    ]
    const all = (random: Random) => storedVariants(document, schema, random, member, elsewhere)
    return all(createRandom(5)).map(({ what }, nth) => ({
      name: String(nth),
      choose: async ({ random }) => all(random)[nth],
      ...(what === OTHER_OFFSET && { reform: withOffset }),
    }))
  }
  const reference: Choice = {
    name: 'reference',
    async choose(context, params) {
      const isAround = [resource, ...plan.graph.alongPath(resource.item)].some(
        (one) => one.parent === target.parent,
      )
      const within = isAround ? parentIn(target, params) : undefined
      const made = await context.item(target, { fresh: true, ...(within !== undefined && { within }) })
      const id = made.params[target.parameter] ?? null
      return { what: `the id of a ${target.collection.split('/').at(-1)}`, value: many ? [id] : id }
    },
  }
  const nothing = { what: 'null', value: null }
  return isNullable(document, viewOf(document, schema))
    ? [reference, { name: 'null', choose: async () => nothing }]
    : [reference]
}
