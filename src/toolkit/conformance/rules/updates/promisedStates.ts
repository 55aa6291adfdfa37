/** Sends requests in states in which a declared 409 or 422 rejects them. */

import type { ApiOperation } from '../../../model/api.ts'
import { statusOf } from '../../../model/roles.ts'
import { flagOf, type Move, type StatePromise, statePromises } from '../../../model/statePromises.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import {
  type Check,
  type CheckContext,
  type Item,
  NotObserved,
  type Plan,
  rejected,
} from '../../engine/rule.ts'
import { isOfSentForm, isSame, shownAt } from '../compare.ts'
import { setBy, setStatus } from '../states.ts'

/** Actions and updates that are tried to bring an item into a state. */
const MAX_MOVES = 4
/** States in which one request is tried. */
const MAX_STATES = 3

/** @param breaks reports an accepted request: the exchanges of the item and its action, then the accepted one */
export function* promisedStates(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: StatePromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const resource of graph.resources) {
    for (const promise of statePromises(api, graph, resource))
      yield {
        name: nameOf(promise),
        constraint: `response ${promise.status}`,
        operation: promise.operation,
        run: (context) => tryIn(context, promise, (exchanges) => breaks(context, promise, exchanges)),
      }
  }
}

const nameOf = ({ reference, condition: { isNot, states } }: StatePromise): string =>
  `${reference === undefined ? '' : `${reference} `}in state ${isNot ? 'not ' : ''}${states.join(' ')}`

const isIn = (item: JsonObject, state: string): boolean =>
  Object.entries(item).some(([member, value]) =>
    value === true ? flagOf(member) === state : value === state && soundsLike('status', member),
  )

async function tryIn(
  context: CheckContext,
  promise: StatePromise,
  breaks: (exchanges: Recorded[]) => void,
): Promise<void> {
  const tried = new Set<string>()
  let reason: NotObserved | undefined
  for (const move of [undefined, ...promise.moves.slice(0, MAX_MOVES)]) {
    if (tried.size >= MAX_STATES) return
    const result = await tryAfter(context, promise, move, tried)
    if (result instanceof NotObserved) reason = result
    else if (result !== undefined) return breaks(result)
  }
  if (tried.size > 0) return
  if (reason !== undefined) throw reason
  context.notObserved({ code: 'not-made', what: `item in such a state: ${promise.description}` })
}

/**
 * Sends the request to a new item after an action, or an update of its status.
 * @param tried states in which it was sent; the new one is added
 * @returns the exchanges that show that the request was accepted, or why the action did not succeed
 */
async function tryAfter(
  context: CheckContext,
  promise: StatePromise,
  move: Move | undefined,
  tried: Set<string>,
): Promise<Recorded[] | NotObserved | undefined> {
  const { operation, resource, below } = promise
  const item = await context.item(resource, { fresh: true })
  const inside = below && (await context.item(below, { fresh: true, within: item }))
  const acted = move && (await moved(context, move, item))
  if (acted instanceof NotObserved) return acted
  // A job that was only accepted may be over by then.
  if (acted?.status === 202) return undefined
  const read = await stateReached(context, promise, item)
  const state = read && shownState(read.json as JsonObject)
  if (read === undefined || state === undefined || tried.has(state)) return undefined
  tried.add(state)
  const own = { ...item.params, ...inside?.params }
  const exchange = await (promise.reference === undefined
    ? sendOn(context, operation, own)
    : sendWith(context, operation, promise.reference, item))
  return exchange !== undefined && exchange.status < 300
    ? [item.made, ...[acted ?? []].flat(), read, exchange]
    : undefined
}

async function sendOn(
  context: CheckContext,
  operation: ApiOperation,
  params: Item['params'],
): Promise<Recorded> {
  const parts = await context.parts(operation, { params })
  return context.send(operation, { ...parts, params: { ...parts.params, ...params } })
}

/** Sends a request of another resource that refers to the item; undefined where it cannot, or the response shows another. */
async function sendWith(
  context: CheckContext,
  operation: ApiOperation,
  reference: string,
  item: Item,
): Promise<Recorded | undefined> {
  const parts = await context.parts(operation, { fresh: true })
  const id = idOf(item)
  const body = { ...(isObject(parts.body) ? parts.body : {}), [reference]: id }
  if (!isOfSentForm(context.api, operation, body, reference) || !context.isValidBody(operation, body))
    return undefined
  const exchange = await context.send(operation, { ...parts, body })
  const shown = shownAt(exchange, [reference])
  return shown === undefined || isSame(shown, id) ? exchange : undefined
}

/** The response to the move, or why it did not succeed. */
async function moved(context: CheckContext, move: Move, item: Item): Promise<Recorded | NotObserved> {
  try {
    if (!('value' in move)) return (await context.succeed(move, { params: item.params })).exchange
    const { property, value } = move
    const status = statusOf(context.api, item.resource)
    const { update } = item.resource
    const exchange =
      value === true
        ? update && (await setBy(context, item, update, { [property]: value }))
        : status && (await setStatus(context, item, status, value))
    const what = `the change of ${property} to ${value}`
    if (exchange === undefined) return new NotObserved({ code: 'not-made', what })
    return exchange.status < 300 ? exchange : new NotObserved(rejected(what, exchange), exchange)
  } catch (error) {
    if (error instanceof NotObserved) return error
    throw error
  }
}

/** The status and the flags of an item, to distinguish states. */
const shownState = (item: JsonObject): string =>
  JSON.stringify(
    Object.entries(item).filter(
      ([member, value]) => typeof value === 'boolean' || soundsLike('status', member),
    ),
  )

/** The response that shows the item in a state in which the request must be rejected. */
async function stateReached(
  context: CheckContext,
  { condition: { states, isNot } }: StatePromise,
  item: Item,
): Promise<Recorded | undefined> {
  const read = await context.read(item)
  const shown = read.json as Json
  if (read.status >= 300 || !isObject(shown)) return undefined
  return states.some((state) => isIn(shown, state)) !== isNot ? read : undefined
}
