/** Creations of items that begin in another state, by the names: a plan with `trial_days` begins `trialing` subscriptions. */
import type { ApiOperation } from '../../model/api.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import type { Resource } from '../../model/resources.ts'
import { statusOf } from '../../model/roles.ts'
import { mayDecide } from '../../model/vocabulary.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { idOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import type { Item, Plan } from './rule.ts'

export interface Beginning {
  property: string
  value: Json
  /** The reference to the item with the property; undefined: the new item has it itself. */
  through: { property: string; target: Resource } | undefined
}

const MAX_BEGINNINGS = 4
/** A length or a number that is not zero. */
const SOME = 7

/** The creation of an item with such a value, as the first one of its moves. */
interface BeginningMove {
  operation: ApiOperation
  begins: Beginning
}

/**
 * The properties of a creation that begins as a way wants it, also the reference to a new item with the value.
 * @param make creates an item of the resource with a changed body
 */
export async function beginningOf(
  way: readonly { begins?: Beginning }[],
  make: (target: Resource, body: (sent: JsonObject) => void) => Promise<Item>,
): Promise<JsonObject> {
  const begins = way.find((move) => move.begins !== undefined)?.begins
  if (begins === undefined) return {}
  const { through, property, value } = begins
  if (through === undefined) return { [property]: value }
  const other = await make(through.target, (sent) => void Object.assign(sent, { [property]: value }))
  return { [through.property]: idOf(other) }
}

/** Values of an item, or of one that it refers to, which may decide on its first state. */
export function beginningsOf(plan: Plan, resource: Resource): BeginningMove[] {
  const { create } = resource
  const states = statusOf(plan.api, resource)?.values ?? []
  if (create === undefined || states.length === 0) return []
  const own = [...bodyProperties(plan.api, create)]
  const all = [
    ...own.map(([property, schema]) => ({ property, schema, through: undefined })),
    ...own.flatMap(([name, schema]) => {
      const target = referenceTarget({ plan, from: resource }, name, schema)
      return [...bodyProperties(plan.api, target?.create)].flatMap(([property, inner]) =>
        target === undefined ? [] : [{ property, schema: inner, through: { property: name, target } }],
      )
    }),
  ]
  return all
    .filter(({ property }) => states.some((state) => mayDecide(property, state)))
    .flatMap(({ property, schema, through }) =>
      valuesFor(withoutNull(plan.api.document, viewOf(plan.api.document, schema))).map((value) => ({
        operation: create,
        begins: { property, value, through },
      })),
    )
    .slice(0, MAX_BEGINNINGS)
}

function valuesFor(view: JsonObject): Json[] {
  const [type] = typesOf(view)
  if (type === 'boolean') return [true, false]
  if (type !== 'integer') return []
  const { least = 0, most = SOME } = boundsOf(view, type)
  return [Math.min(Math.max(SOME, least), most), ...(least <= 0 ? [0] : [])]
}
