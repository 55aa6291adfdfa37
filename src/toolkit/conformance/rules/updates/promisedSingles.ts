/** Adds an item where the document promises that there are no more: another open trip of a driver, a fourth loan. */

import { countPromises } from '../../../model/countPromises.ts'
import { nounOf, type Relation } from '../../../model/relations.ts'
import { type SinglePromise, singlePromises } from '../../../model/singles.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { createFor, relatedItem } from '../related.ts'
import { enterState } from '../states.ts'

/** @param breaks reports an accepted request: the exchanges of both items, the request last */
export function* promisedSingles(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: SinglePromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const holder of graph.resources) {
    if (holder.create === undefined) continue
    for (const promise of [...singlePromises(api, graph, holder), ...countPromises(api, graph, holder)])
      yield {
        name: nameOf(promise),
        constraint: `response ${promise.status}`,
        operation: promise.operation,
        async run(context) {
          const exchanges = await second(context, promise)
          if (exchanges !== undefined) breaks(context, promise, exchanges)
        },
      }
  }
}

function nameOf({ relation: { child, holder }, most, holderValues = {} }: SinglePromise): string {
  const values = Object.entries(holderValues).map(([name, value]) => ` with ${name} ${String(value)}`)
  return `${most > 1 ? `more than ${most} of` : 'second'} ${nounOf(child)} of a ${nounOf(holder)}${values.join('')}`
}

/** The exchanges that show that one item too many was accepted. */
async function second(context: CheckContext, promise: SinglePromise): Promise<Recorded[] | undefined> {
  const { relation, operation, states, isAny, most, holderValues } = promise
  const isCreation = operation === relation.child.create
  const holder = await context.item(relation.holder, {
    fresh: true,
    body: (sent) => void Object.assign(sent, holderValues),
  })
  if (promise.isByAction === true) return assignTooMany(context, promise, holder)
  const proof = [holder.made]
  const items: Item[] = []
  for (let nth = 0; nth < most; nth++) {
    const { item, exchanges } = await counted(context, promise, holder)
    items.push(item)
    proof.push(...exchanges)
  }
  const isIn = (one: Recorded) => states.some((wanted) => wanted === stateIn(one, promise))
  const own = await ownReferences(context, relation, holder)
  // Another request may have ended the first one.
  const shown = await Promise.all(items.map((item) => context.read(item)))
  if (states.length > 0 && !shown.every(isIn))
    return context.notObserved({ code: 'not-made', what: `${most} items that are ${states.join(' or ')}` })
  if (isCreation) {
    const exchange = await createWith(context, relation, holder, own)
    if (exchange.status >= 300 || exchange.status === 202) return undefined
    if (!isAny && states.length > 0 && !isIn(exchange))
      return context.notObserved({ code: 'not-made', what: `second item that is ${states.join(' or ')}` })
    return [...proof, exchange]
  }
  const other = await relatedItem(context, relation, holder, (sent) => void Object.assign(sent, own))
  const parts = await context.parts(operation, { params: other.params })
  const exchange = await context.send(operation, { ...parts, params: { ...parts.params, ...other.params } })
  if (exchange.status >= 300 || exchange.status === 202) return undefined
  const after = await context.read(other)
  return isIn(after) ? [...proof, other.made, after, exchange] : undefined
}

/** Gives a holder one item more than it may have, by an action on each. */
async function assignTooMany(
  context: CheckContext,
  promise: SinglePromise,
  holder: Item,
): Promise<Recorded[] | undefined> {
  const { relation, operation, states, most } = promise
  const proof = [holder.made]
  for (let nth = 0; nth <= most; nth++) {
    const item = await context.item(relation.child, { fresh: true, readyFor: operation })
    const parts = await context.parts(operation, { params: item.params })
    const body = isObject(parts.body) ? parts.body : {}
    const exchange = await context.send(operation, {
      ...parts,
      params: { ...parts.params, ...item.params },
      body: { ...body, [relation.property ?? '']: idOf(holder) },
    })
    if (exchange.status >= 300 || exchange.status === 202)
      return nth === most ? undefined : context.notObserved(rejected(`number ${nth + 1}`, exchange))
    const shown = await context.read(item)
    if (states.length > 0 && !states.some((wanted) => wanted === stateIn(shown, promise)))
      return context.notObserved({ code: 'not-made', what: `item that is ${states.join(' or ')}` })
    proof.push(item.made, exchange)
  }
  return proof
}

const stateIn = (one: Recorded, { itemStatus }: SinglePromise): Json | undefined =>
  shownAt(one, [itemStatus?.property ?? ''])

/** Creates an item that counts. @returns it with its exchanges, the one that shows its state last */
async function counted(
  context: CheckContext,
  promise: SinglePromise,
  holder: Item,
): Promise<{ item: Item; exchanges: Recorded[] }> {
  const { relation, operation, states } = promise
  const item = await relatedItem(context, relation, holder)
  const moved =
    operation === relation.child.create
      ? await inOneOf(context, promise, item)
      : (await context.succeed(operation, { params: item.params })).exchange
  const shown = await context.read(item)
  if (states.length > 0 && !states.some((wanted) => wanted === stateIn(shown, promise)))
    return context.notObserved({ code: 'not-made', what: `item that is ${states.join(' or ')}` })
  return { item, exchanges: [item.made, ...(moved === undefined ? [] : [moved]), shown] }
}

/** Brings an item into one of the named states, where it is not in one. */
async function inOneOf(
  context: CheckContext,
  { states, itemStatus }: SinglePromise,
  item: Item,
): Promise<Recorded | undefined> {
  if (states.some((state) => state === item.body[itemStatus?.property ?? ''])) return undefined
  for (const state of states) {
    const exchange = await enterState(context, item, itemStatus, state)
    if (exchange !== undefined) return exchange
  }
  return undefined
}

/** References to new items, so that nothing but the holder is in conflict, and the one to the holder. */
async function ownReferences(
  context: CheckContext,
  { child, property }: Relation,
  holder: Item,
): Promise<JsonObject> {
  if (child.create === undefined) return {}
  const { body } = await context.parts(child.create, {
    fresh: true,
    params: property === undefined ? holder.params : {},
  })
  const references = Object.entries(isObject(body) ? body : {}).filter(
    ([name]) => context.graph.referredBy(name, undefined, child) !== undefined,
  )
  return { ...Object.fromEntries(references), ...(property !== undefined && { [property]: idOf(holder) }) }
}

/** Sends the creation of another item of the holder. */
async function createWith(
  context: CheckContext,
  relation: Relation,
  holder: Item,
  own: JsonObject,
): Promise<Recorded> {
  const { child, property } = relation
  const what = `a second of ${lastSegment(child.collection)}`
  const exchange = await createFor(context, relation, holder, own, what)
  const shown = property === undefined ? undefined : shownAt(exchange, [property])
  const id: Json = idOf(holder)
  return exchange.status < 300 && shown !== undefined && !isSame(shown, id)
    ? context.notObserved(rejected(`the ${property}`, exchange))
    : exchange
}
