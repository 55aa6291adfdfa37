/** Flags that one of several items has: "Exactly one of a customer's addresses is the default." */
import { viewOf, withoutNull } from '../schema/view.ts'
import type { Api } from './api.ts'
import { descriptionOf, saysSole } from './description.ts'
import { bodyProperties, shownProperties } from './operationProperties.ts'
import { nounsOf } from './relations.ts'
import type { Resource } from './resources.ts'

export interface SoleFlag {
  property: string
  /** Whether one item always has it, as long as there are items. */
  isExact: boolean
}

/** The flags of which the description states that only one item of a collection has them. */
export function soleFlags(api: Api, resource: Resource): SoleFlag[] {
  const holders = resource.parent === undefined ? [] : nounsOf(resource.parent)
  const sent = [resource.create, resource.update].map((one) => bodyProperties(api, one))
  return [...shownProperties(api, resource)].flatMap(([property, shown]) => {
    const schemas = [shown, ...sent.flatMap((one) => one.get(property) ?? [])]
    const views = schemas.map((schema) => withoutNull(api.document, viewOf(api.document, schema)))
    if (views[0]?.type !== 'boolean') return []
    const sole = views
      .map((view) => saysSole(descriptionOf(view), property, nounsOf(resource), holders))
      .find((one) => one !== undefined)
    return sole === undefined ? [] : [{ property, isExact: sole === 'exactly' }]
  })
}
