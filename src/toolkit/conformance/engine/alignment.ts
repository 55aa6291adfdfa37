/** References of one body whose items refer to a third one, such as a box and a subscription of the same plan. */
import type { ApiOperation } from '../../model/api.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import type { Recorded } from './events.ts'
import { referenceTarget } from './materialise.ts'
import { referencesIn } from './references.ts'
import type { CheckContext } from './rule.ts'

/** Two resources that a request refers to, and the properties by which their items refer to the third one. */
export interface Alignment {
  fixed: Resource
  ownProperty: string
  /** Its item is created with the value of the other one. */
  adapted: Resource
  property: string
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
    targets.flatMap((adapted) =>
      fixed === adapted
        ? []
        : [...referencesOf(context, adapted)].flatMap(([target, property]) => {
            const ownProperty = referencesOf(context, fixed).get(target)
            return ownProperty === undefined ? [] : [{ fixed, ownProperty, adapted, property }]
          }),
    ),
  )
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
