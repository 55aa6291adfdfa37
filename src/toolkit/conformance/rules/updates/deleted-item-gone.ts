import { descriptionOf, saysRemains, saysRetained } from '../../../model/description.ts'
import { mayCreate } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { neighboursOf } from './deletedNeighbours.ts'
import { isMarked } from './deletionMarks.ts'
import { entriesDeleted } from './entriesDeleted.ts'

/** A deleted item must not be found, changed or listed any more. */
export const deletedItemGone = defineRule({
  ...definitionOf('deleted-item-gone'),
  *checks(plan) {
    yield* entriesDeleted(plan)
    for (const resource of plan.graph.resources) {
      if (resource.delete === undefined || (resource.create === undefined && resource.put === undefined))
        continue
      if (!saysRetained(descriptionOf(resource.delete.operation)))
        yield {
          name: 'gone',
          constraint: 'gone after delete',
          operation: resource.delete,
          run: (context) => remove(context, resource),
        }
      yield* neighboursOf(plan, resource)
    }
  },
})

async function remove(context: CheckContext, resource: Resource): Promise<void> {
  const { delete: operation, read, update, list } = resource
  if (operation === undefined) return
  const item = await context.item(resource, { fresh: true })
  const parts = { params: item.params, query: {}, headers: {} }
  const removed = await context.send(operation, parts)
  if (removed.status >= 300)
    return context.notObserved({
      code: 'rejected',
      what: 'DELETE',
      status: removed.status,
      body: removed.body.toString(),
    })
  const reported = { with: [item.made, removed], place: operation.pointer }
  const gone = (status: number) => status === 404 || status === 410
  if (read !== undefined) {
    const marked = ({ json, status }: Recorded) =>
      status < 300 && isObject(json as Json) && isMarked(json as JsonObject)
    const response = await eventually(
      context,
      () => context.read(item),
      (read) => gone(read.status) || marked(read),
      removed.status === 202 ? PAUSES.accepted : [],
    )
    if (marked(response)) return
    if (removed.status === 202 && !gone(response.status))
      return context.notObserved({
        code: 'longer-than-waited',
        what: 'the deletion, which was accepted (202),',
      })
    if (!gone(response.status))
      context.broken({
        ...reported,
        exchange: response,
        code: 'wrong-status',
        subject: 'GET of a deleted resource',
        received: response.status,
        expected: 404,
      })
  }
  if (operation.responses.has('404')) {
    const response = await context.send(operation, parts)
    if (!gone(response.status))
      context.broken({
        ...reported,
        exchange: response,
        code: 'wrong-status',
        subject: 'a second DELETE',
        received: response.status,
        expected: 404,
      })
  }
  if (list !== undefined) {
    const { found, last } = await eventually(
      context,
      () => context.findInList(item),
      (looked) => looked.found === undefined,
    )
    const said = [operation, list].map((one) => descriptionOf(one.operation))
    if (found !== undefined && !said.some(saysRemains))
      context.broken({
        ...reported,
        exchange: last,
        code: 'still-listed',
        details: { id: item.params[resource.parameter] },
      })
  }
  // The last request, for a PUT may create the item again. One that is declared to create items does so rightly.
  if (update?.body !== undefined && !mayCreate(update)) {
    const again = await context.parts(update, { params: item.params }).catch(() => undefined)
    if (again !== undefined) {
      const response = await context.send(update, { ...again, params: item.params })
      const rejected = response.status >= 400 && response.status < 500
      if (!gone(response.status) && !(rejected && !update.responses.has('404')))
        context.broken({
          ...reported,
          exchange: response,
          code: 'wrong-status',
          subject: 'an update of a deleted resource',
          received: response.status,
          expected: 404,
        })
      if (response.status < 300) await context.send(operation, parts)
    }
  }
}
