/** Actions that need something in their item: an order without lines cannot be submitted. */
import { type ApiOperation, actionsOn } from '../../../model/api.ts'
import { requiresSome } from '../../../model/description.ts'
import { isAt } from '../../../model/paths.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import { nounOf, type Relation, relationsTo } from '../../../model/relations.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemsOf } from '../../engine/items.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'

interface MinimumPromise {
  operation: ApiOperation
  relation: Relation
  status: number
  description: string
}

/** @param breaks reports an accepted request: the exchanges of the item with and without content, then the request */
export function* promisedMinimums(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: MinimumPromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const holder of graph.resources)
    for (const relation of holder.create === undefined ? [] : relationsTo(api, graph, holder))
      for (const operation of actionsOn(api, holder.item)) {
        const found = rejectionsOf(operation).find(({ cause }) => requiresSome(cause, nounOf(relation.child)))
        if (found === undefined) continue
        const promise = { operation, relation, status: found.status, description: found.description }
        yield {
          name: `without ${nounOf(relation.child)}`,
          constraint: `response ${promise.status}`,
          operation,
          async run(context) {
            const exchanges = await withNone(context, promise)
            if (exchanges !== undefined) breaks(context, promise, exchanges)
          },
        }
      }
}

/** The response that shows that an item has none: the list below it, or the item with an empty array. */
async function shownEmpty(
  context: CheckContext,
  { child, holder }: Relation,
  item: Item,
): Promise<Recorded | undefined> {
  if (child.list !== undefined && isAt(holder.item, child.list.path)) {
    const list = await context.send(child.list, { params: item.params, query: {}, headers: {} })
    return list.status < 300 && itemsOf(context, child, list).length === 0 ? list : undefined
  }
  const read = await context.read(item)
  const inside = shownAt(read, [lastSegment(child.collection)])
  return Array.isArray(inside) && inside.length === 0 ? read : undefined
}

/** @returns the exchanges, where the action is accepted without content, as it is with some */
async function withNone(context: CheckContext, promise: MinimumPromise): Promise<Recorded[] | undefined> {
  const { operation, relation } = promise
  const { child, holder } = relation
  const filled = await context.item(holder, { fresh: true })
  const one = await relatedItem(context, relation, filled)
  // Parts for the empty item would bring it into a state in which the action succeeds.
  const parts = await context.parts(operation, { params: filled.params })
  const send = ({ params }: Item) =>
    context.send(operation, { ...parts, params: { ...parts.params, ...params } })
  const allowed = await send(filled)
  if (allowed.status >= 300)
    return context.notObserved({ code: 'returned', what: operation.operationId, status: allowed.status })
  const empty = await context.item(holder, { fresh: true })
  const before = await shownEmpty(context, relation, empty)
  if (before === undefined)
    return context.notObserved({ code: 'not-made', what: `item without ${nounOf(child)}` })
  const exchange = await send(empty)
  return exchange.status < 300 && exchange.status !== 202
    ? [filled.made, one.made, allowed, empty.made, before, exchange]
    : undefined
}
