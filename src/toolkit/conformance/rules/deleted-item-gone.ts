import { isObject, type Json } from '../../contract/index.ts'
import type { Resource } from '../api/resources.ts'
import { show } from '../finding.ts'
import { type Bench, defineRule } from '../run/rule.ts'
import { neighboursOf } from './deletedNeighbours.ts'

/** What was deleted is not found, not changed and not listed any more. */
export const deletedItemGone = defineRule({
  id: 'deleted-item-gone',
  title: 'What was deleted is gone: from its address, from its list, and for every other method.',
  basis: 'RFC 9110, 9.3.5',
  pack: 'core',
  *trials(plan) {
    for (const resource of plan.graph.resources) {
      if (resource.delete === undefined || (resource.create === undefined && resource.put === undefined))
        continue
      yield {
        name: 'gone',
        constraint: 'gone after delete',
        operation: resource.delete,
        run: (bench) => remove(bench, resource),
      }
      yield* neighboursOf(plan, resource)
    }
  },
})

const ENDED =
  /^(revoked|deleted|removed|cancelled|canceled|archived|inactive|disabled|ended|closed|expired)$/i

async function remove(bench: Bench, resource: Resource): Promise<void> {
  const { delete: operation, read, update, list } = resource
  if (operation === undefined) return
  const item = await bench.item(resource, { fresh: true })
  const parts = { params: item.params, query: {}, headers: {} }
  const removed = await bench.send(operation, parts)
  if (removed.status >= 300)
    return bench.notObserved(
      `DELETE was refused with ${removed.status}: ${removed.body.toString().slice(0, 160)}`,
    )
  const told = { with: [item.made, removed], place: operation.pointer }
  const gone = (status: number) => status === 404 || status === 410
  if (read !== undefined) {
    const answer = await bench.read(item)
    // Some things are kept with a mark: a key that was revoked, a member that was removed.
    const marked =
      isObject(answer.json as Json) &&
      Object.values(answer.json as Record<string, Json>).some(
        (value) => typeof value === 'string' && ENDED.test(value),
      )
    if (marked && answer.status < 300) return
    if (!gone(answer.status))
      bench.broken({
        ...told,
        exchange: answer,
        message: `received ${answer.status} for what was deleted, expected 404`,
      })
  }
  if (update?.body !== undefined) {
    const again = await bench.parts(update, { fresh: false }).catch(() => undefined)
    if (again !== undefined) {
      const answer = await bench.send(update, { ...again, params: item.params })
      if (!gone(answer.status))
        bench.broken({
          ...told,
          exchange: answer,
          message: `received ${answer.status} for a change of what was deleted, expected 404`,
        })
    }
  }
  if (operation.responses.has('404')) {
    const answer = await bench.send(operation, parts)
    if (!gone(answer.status))
      bench.broken({
        ...told,
        exchange: answer,
        message: `received ${answer.status} for deleting it a second time, expected 404`,
      })
  }
  if (list !== undefined) {
    const { found, last } = await bench.findInList(item)
    if (found !== undefined)
      bench.broken({
        ...told,
        exchange: last,
        message: `received ${show(item.params[resource.parameter])} in the list after it was deleted`,
      })
  }
}
