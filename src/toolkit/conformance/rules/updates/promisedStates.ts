/** Sends requests in states in which a declared 409 or 422 rejects them. */

import type { ApiOperation } from '../../../model/api.ts'
import { statusOf } from '../../../model/roles.ts'
import { flagsIn, type StatePromise, statePromises, statesOf } from '../../../model/statePromises.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import { isLacking } from '../../engine/moves.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { isOfSentForm, isSame, shownAt } from '../compare.ts'
import { isIn, type Reached, ReachedStates } from '../reached.ts'
import { itemFor } from '../related.ts'

/** States in which one request is tried. */
const MAX_STATES = 6

/** @param breaks reports an accepted request: the exchanges of the item and its moves, then the accepted one */
export function* promisedStates(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: StatePromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const resource of graph.resources) {
    const promises = statePromises(api, graph, resource)
    const reached = new ReachedStates(resource, flagsIn(api, promises))
    for (const promise of promises)
      yield {
        name: nameOf(promise),
        constraint: `response ${promise.status}`,
        operation: promise.operation,
        async run(context) {
          const exchanges = await tryIn(context, promise, reached)
          if (exchanges !== undefined) breaks(context, promise, exchanges)
        },
      }
  }
}

const nameOf = ({ reference, through, condition: { isNot, states } }: StatePromise): string =>
  `${[reference ?? through?.property ?? []].flat().map((one) => `${one} `)}in state ${isNot ? 'not ' : ''}${states.join(' ')}`

/** Sends the request in each state in which it has to be rejected; the exchanges that show that one was accepted. */
async function tryIn(
  context: CheckContext,
  promise: StatePromise,
  reached: ReachedStates,
): Promise<Recorded[] | undefined> {
  const { states, isNot } = promise.condition
  const isRuledOut = (one: Pick<Reached, 'states'>) =>
    states.some((state) => one.states.includes(state)) !== isNot
  const all = (await reached.all(context)).filter(isRuledOut)
  let isTried = false
  for (const { way } of all.slice(0, MAX_STATES)) {
    const sent = await tryAfter(context, promise, reached, way)
    // A job that is only accepted may still fail.
    if (sent === undefined || sent.exchange.status === 202) continue
    if (sent.exchange.status < 300) return [...sent.before, sent.exchange]
    isTried = true
  }
  return isTried
    ? undefined
    : context.notObserved({ code: 'not-made', what: `item in such a state: ${promise.description}` })
}

/** Sends the request to a new item after some moves; undefined where these do not lead to such a state. */
async function tryAfter(
  context: CheckContext,
  promise: StatePromise,
  reached: ReachedStates,
  way: Reached['way'],
): Promise<{ before: Recorded[]; exchange: Recorded } | undefined> {
  const { operation, below, through } = promise
  let inside: Item | undefined
  const brought = await reached.bring(context, way, async (item) => {
    inside ??= await itemWith(context, promise, item)
  })
  if (brought === undefined || ((below ?? through) !== undefined && inside === undefined)) return undefined
  const { item, moved } = brought
  const read = await stateReached(context, promise, item)
  if (read === undefined) return undefined
  const send = () =>
    promise.reference === undefined
      ? sendOn(context, operation, through === undefined ? item : (inside ?? item), inside)
      : sendWith(context, operation, promise.reference, item)
  const exchange = await send()
  // A request that something else rejects shows nothing about the state.
  const lacking = exchange && (await addLacking(context, item, exchange))
  const again = lacking === undefined ? exchange : await send()
  return again && { before: [item.made, ...moved, ...(lacking ? [lacking.made] : []), read], exchange: again }
}

/** Creates in an item what it lacks by the response; undefined where it lacks nothing, or none can be created. */
async function addLacking(context: CheckContext, item: Item, exchange: Recorded): Promise<Item | undefined> {
  const below =
    exchange.status < 400
      ? undefined
      : context.graph.resources.find(
          ({ parent, create }) =>
            parent === item.resource && create !== undefined && isLacking(exchange, create),
        )
  try {
    return below && (await context.item(below, { fresh: true, within: item }))
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
    return undefined
  }
}

/** The new item that the request is sent to, where it is below the one with the state or belongs to it. */
async function itemWith(
  context: CheckContext,
  { below, through }: StatePromise,
  holder: Item,
): Promise<Item | undefined> {
  try {
    if (below !== undefined) return await context.item(below, { fresh: true, within: holder })
    return through && (await itemFor(context, through, holder))
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error
    // The state of the other item does not allow one.
    return undefined
  }
}

/**
 * Sends the request to the item. An update leaves its status as it is, so that only the state before it counts.
 * @returns undefined where the update cannot do without another status
 */
async function sendOn(
  context: CheckContext,
  operation: ApiOperation,
  item: Item,
  inside: Item | undefined,
): Promise<Recorded | undefined> {
  const params = { ...item.params, ...inside?.params }
  const { body, ...parts } = await context.parts(operation, { params })
  const { update, replace } = item.resource
  const isChange = operation === update || operation === replace
  const changed = isChange && isObject(body) ? await withItsState(context, operation, item, body) : body
  if (isChange && isObject(body) && changed === undefined) return undefined
  return context.send(operation, {
    ...parts,
    ...(changed !== undefined && { body: changed }),
    params: { ...parts.params, ...params },
  })
}

/**
 * The body without another status, or with that of the item where the body cannot do without.
 * @returns undefined where neither is valid
 */
async function withItsState(
  context: CheckContext,
  operation: ApiOperation,
  item: Item,
  body: JsonObject,
): Promise<JsonObject | undefined> {
  const { property } = statusOf(context.api, item.resource) ?? {}
  if (property === undefined || body[property] === undefined) return body
  const { [property]: _, ...rest } = body
  if (Object.keys(rest).length > 0 && context.isValidBody(operation, rest)) return rest
  const now = shownAt(await context.read(item), [property])
  const same = { ...body, ...(now !== undefined && { [property]: now }) }
  return now !== undefined && context.isValidBody(operation, same) ? same : undefined
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

/** The response that shows the item in a state in which the request must be rejected. */
async function stateReached(
  context: CheckContext,
  { condition: { states, isNot } }: StatePromise,
  item: Item,
): Promise<Recorded | undefined> {
  const read = await context.read(item)
  const shown = read.json as Json
  if (read.status >= 300 || !isObject(shown)) return undefined
  const members = statesOf(context.api, item.resource)
  const named = states.map((state) => ({ state, member: members.get(state) ?? '' }))
  // An item that does not show its status may be in any state.
  if (isNot && named.every(({ member }) => shown[member] === undefined || shown[member] === null))
    return undefined
  return named.some(({ state, member }) => isIn(shown, state, member)) !== isNot ? read : undefined
}
