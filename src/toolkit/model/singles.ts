/** Requests that a declared 409 or 422 rejects where there is one such item already: a driver on two open trips. */
import type { JsonObject } from '../openapi/document.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { type Single, singleIn } from './description.ts'
import { rejectionsOf } from './rejections.ts'
import { nounOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { type Status, statusOf } from './roles.ts'
import { ownerOfId, wordsOf } from './vocabulary.ts'

export interface SinglePromise extends Single {
  relation: Relation
  /** The creation of the second item, or an action on it. */
  operation: ApiOperation
  itemStatus: Status | undefined
  status: number
  description: string
  /** The properties of a holder with this limit. */
  holderValues?: JsonObject
  /** Whether the body of the action names the holder. */
  isByAction?: boolean
}

/** Words of descriptions for the item that others belong to: `driver`, or `second driver` for `second_driver_id`. */
export const holderNouns = ({ holder, property }: Relation): string[] => {
  const own = wordsOf(ownerOfId(property ?? '') ?? '').join(' ')
  return [nounOf(holder), own].filter((one) => one !== '')
}

/** The promises about items of which one holder has at most one. */
export function singlePromises(api: Api, graph: ResourceGraph, holder: Resource): SinglePromise[] {
  return relationsTo(api, graph, holder).flatMap((relation) => {
    const { child } = relation
    const itemStatus = statusOf(api, child)
    return [child.create, ...actionsOn(api, child.item)].flatMap((operation) => {
      const promise = operation && promiseOf(relation, operation, itemStatus)
      return promise === undefined ? [] : [promise]
    })
  })
}

function promiseOf(
  relation: Relation,
  operation: ApiOperation,
  itemStatus: Status | undefined,
): SinglePromise | undefined {
  const { child } = relation
  const [first] = rejectionsOf(operation).flatMap(({ cause, status, description }) =>
    holderNouns(relation).flatMap((noun) => {
      const single = singleIn(cause, nounOf(child), noun, itemStatus?.values ?? [])
      return single === undefined ? [] : [{ ...single, relation, operation, itemStatus, status, description }]
    }),
  )
  // An action changes the state: without one, its item counts already.
  return operation !== child.create && first?.states.length === 0 ? undefined : first
}
