/** Uses up a small supply, and creates one more. */

import type { ApiOperation } from '../../../model/api.ts'
import { nounOf, relationsTo } from '../../../model/relations.ts'
import {
  type LimitPromise,
  type PlacePromise,
  placePromises,
  supplyLimitOf,
} from '../../../model/supplies.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { setBy } from '../states.ts'

/** A supply that is used up with a few requests. */
const SMALL = 2

export function* promisedLimits({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.create?.body === undefined) continue
    for (const promise of placePromises(api, graph, holder))
      yield {
        name: `more than the ${promise.supply} of ${lastSegment(holder.collection)}`,
        constraint: `response ${promise.status}`,
        operation: promise.operation,
        run: (context) => overfill(context, promise),
      }
    for (const relation of relationsTo(api, graph, holder)) {
      const promise = supplyLimitOf(api, relation)
      if (promise === undefined) continue
      yield {
        name: `more ${nounOf(relation.child)}s than ${promise.supply}`,
        constraint: `response ${promise.status}`,
        operation: promise.create,
        run: (context) => exceed(context, promise),
      }
      const { update } = promise
      if (update !== undefined)
        yield {
          name: `moved to one without ${promise.supply}`,
          constraint: `response ${promise.status}`,
          operation: update,
          run: (context) => moveInto(context, promise, update),
        }
    }
  }
}

/** A holder whose supply is used up, and the items that use it. */
async function fullHolder(context: CheckContext, promise: LimitPromise) {
  const { relation, supply, least, demand } = promise
  const amount = Math.max(least, SMALL)
  const holder = await context.item(relation.holder, {
    fresh: true,
    body: (sent) => void Object.assign(sent, { [supply]: amount }),
  })
  if (holder.body[supply] !== amount) return context.notObserved({ code: 'not-as-sent', member: supply })
  const made: Item[] = []
  const one: JsonObject = demand === undefined ? {} : { [demand]: amount }
  for (let count = 0; count < (demand === undefined ? Math.min(amount, 2 * SMALL) : 1); count++)
    made.push(await relatedItem(context, relation, holder, (sent) => void Object.assign(sent, one)))
  if (demand === undefined && amount > 2 * SMALL)
    return context.notObserved({ code: 'not-made', what: `small ${supply}` })
  return { holder, amount, proof: [holder.made, ...made.map((item) => item.made)] }
}

/** Puts items into one until it is full, and one more. */
async function overfill(context: CheckContext, promise: PlacePromise): Promise<void> {
  const { operation, child, property, supply, least } = promise
  const amount = Math.max(least, SMALL)
  if (amount > 2 * SMALL) return context.notObserved({ code: 'not-made', what: `small ${supply}` })
  const holder = await context.item(promise.holder, {
    fresh: true,
    body: (sent) => void Object.assign(sent, { [supply]: amount }),
  })
  if (holder.body[supply] !== amount) return context.notObserved({ code: 'not-as-sent', member: supply })
  const put = (parts: Parts) => {
    parts.body = { ...(isObject(parts.body) ? parts.body : {}), [property]: idOf(holder) }
  }
  const proof = [holder.made]
  for (let count = 0; count < amount; count++) {
    const item = await context.item(child, { fresh: true })
    const { exchange } = await context.succeed(operation, { params: item.params, change: put })
    proof.push(item.made, exchange)
  }
  const item = await context.item(child, { fresh: true })
  const parts = await context.parts(operation, { params: item.params })
  put(parts)
  const exchange = await context.send(operation, { ...parts, params: { ...parts.params, ...item.params } })
  if (exchange.status >= 300 || exchange.status === 202) return
  exceeded(context, promise, operation, { amount, exchange, proof: [...proof, item.made] })
}

/** Moves an item of another holder to the one that is full. */
async function moveInto(context: CheckContext, promise: LimitPromise, update: ApiOperation): Promise<void> {
  const { property = '', child } = promise.relation
  const item = await context.item(child, { fresh: true })
  const { holder, amount, proof } = await fullHolder(context, promise)
  const exchange = await setBy(context, item, update, { [property]: idOf(holder) })
  if (exchange.status >= 300 || exchange.status === 202) return
  const after = await context.read(item)
  if (!isSame(shownAt(after, [property]), idOf(holder)))
    return context.notObserved({ code: 'not-as-sent', member: property })
  exceeded(context, promise, update, { amount, exchange, proof: [...proof, item.made, after] })
}

async function exceed(context: CheckContext, promise: LimitPromise): Promise<void> {
  const { relation, create, demand } = promise
  const { holder, amount, proof } = await fullHolder(context, promise)
  const parts = await context.parts(create, {
    fresh: true,
    params: relation.property === undefined ? holder.params : {},
  })
  const own: Record<string, Json> =
    relation.property === undefined ? {} : { [relation.property]: idOf(holder) }
  const body = {
    ...(isObject(parts.body) ? parts.body : {}),
    ...own,
    ...(demand !== undefined && { [demand]: 1 }),
  }
  if (!context.isValidBody(create, body))
    return context.notObserved({ code: 'invalid-together', what: 'one more' })
  const exchange = await context.send(create, {
    ...parts,
    body,
    params: { ...parts.params, ...(relation.property === undefined && holder.params) },
  })
  if (exchange.status >= 300) return
  exceeded(context, promise, create, { amount, exchange, proof: proof })
}

/** Reports an accepted request for more than there is. */
function exceeded(
  context: CheckContext,
  { supply, status, description }: Pick<LimitPromise, 'supply' | 'status' | 'description'>,
  operation: ApiOperation,
  { amount, exchange, proof }: { amount: number; exchange: Recorded; proof: Recorded[] },
): void {
  context.broken({
    code: 'supply-exceeded',
    subject: supply,
    received: exchange.status,
    expected: status,
    details: { amount, description },
    exchange,
    with: proof,
    place: operation.pointer,
  })
}
