/** References of one body whose items belong together: a box and a subscription of one plan, an event and one of its tickets. */
import type { ApiOperation } from '../../model/api.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import type { Recorded } from './events.ts'
import { holderOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import { referencesIn } from './references.ts'
import type { CheckContext } from './rule.ts'

/** Two resources that a request refers to. */
export interface Alignment {
  fixed: Resource
  /** Its item is created for that of the other one. */
  adapted: Resource
  /** The properties by which their items refer to a third one, or one to the other. Undefined: the adapted item is in the fixed one. */
  properties: { own: string; adapted: string } | undefined
}

/** Statuses of a body whose values are right each for itself. */
const REJECTED = [400, 409, 422]

/** The alignments that a rejected request may lack. */
export function alignmentsOf(
  context: CheckContext,
  operation: ApiOperation,
  { status, requestBody }: Recorded,
): Alignment[] {
  const reading = requestBody && readJson(requestBody)
  if (!REJECTED.includes(status) || reading === undefined || 'problem' in reading) return []
  const body = reading.value as Json
  const from = context.graph.resources.find(({ create }) => create === operation)
  const sent = referencesIn({ plan: context, from }, operation.body?.schema, body)
  const targets = [...new Set(sent.map(({ target }) => target))].filter(({ create }) => create !== undefined)
  return targets.flatMap((fixed) =>
    targets.flatMap((adapted) => (fixed === adapted ? [] : together(context, fixed, adapted))),
  )
}

/** Where an item is created in the other one, this is the only way in which they belong together. */
function together(context: CheckContext, fixed: Resource, adapted: Resource): Alignment[] {
  if (holderOf(context, adapted) === fixed) return [{ fixed, adapted, properties: undefined }]
  return [...referencesOf(context, adapted)].flatMap(([target, property]): Alignment[] => {
    // "The samples must be those of the contract", which each of them refers to.
    const own = target === fixed ? fixed.idMember : referencesOf(context, fixed).get(target)
    return own === undefined ? [] : [{ fixed, adapted, properties: { own, adapted: property } }]
  })
}

/** The properties of a creation that refer to others. */
function referencesOf(context: CheckContext, from: Resource): Map<Resource, string> {
  const found = new Map<Resource, string>()
  for (const [name, schema] of from.create === undefined ? [] : bodyProperties(context.api, from.create)) {
    const target = referenceTarget({ plan: context, from }, name, schema)
    if (target !== undefined) found.set(target, name)
  }
  return found
}
