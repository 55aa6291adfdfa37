/** Creates a second item whose period overlaps that of the first, where the document promises an error response. */

import { type OverlapPromise, overlapPromise } from '../../../model/overlaps.ts'
import { statusOf } from '../../../model/roles.ts'
import { isObject, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { momentText } from '../../engine/ranges.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000]
/** Parts of shorter periods are in seconds. */
const SHORT = 8 * MINUTE
/** Days of a period that is long enough for a second one to begin within it. */
const DAYS = 4

/** @param breaks reports an accepted request: the exchange of the first item, then the request */
export function* promisedPeriods(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: OverlapPromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const resource of graph.resources) {
    const promise = overlapPromise(api, graph, resource)
    if (promise === undefined) continue
    const ways = promise.end === undefined ? WAYS.slice(0, 1) : WAYS
    for (const way of promise.hasLastDay ? [...ways, LAST_DAY] : ways)
      yield {
        name: way.name,
        constraint: `response ${promise.status}`,
        operation: promise.operation,
        async run(context) {
          const first = await context.item(resource, {
            fresh: true,
            body: (sent) => void shorten(sent, promise, way.first),
          })
          const exchange = await overlap(context, promise, first, way)
          if (exchange !== undefined) breaks(context, promise, [first.made, exchange])
        },
      }
  }
}

/** Parts of a period, or beyond it: 0 is its start, and 1 its end. */
type Part = readonly [start: number, end: number]

interface Way {
  name: string
  /** The part of a usual period that the first item has. */
  first: Part
  /** The period of the second item, by that of the first one. */
  second: Part
}

/** Two items may overlap in several ways, of which a server may overlook one. */
const WAYS: readonly Way[] = [
  { name: 'overlapping periods', first: [0, 1], second: [0.5, 1.5] },
  { name: 'period around another one', first: [0.25, 0.75], second: [-0.5, 1.5] },
  { name: 'period that ends in another one', first: [0.5, 1], second: [-1, 0.5] },
]

type Period = Pick<OverlapPromise, 'start' | 'end' | 'format'>

const LAST_DAY: Way = { name: 'period from the last day on', first: [0, 1], second: [1, 2] }

/** Makes a period of one day long enough for another one to begin within it, and uses a part of it. */
function shorten(sent: JsonObject, { start, end, format }: Period, part: Part): void {
  if (end === undefined) return
  const [from, until] = [sent[start], sent[end]].map((one) => Date.parse(String(one)))
  if (from === undefined || until === undefined || Number.isNaN(from)) return
  if (format === 'date' && !(until - from > DAY)) sent[end] = momentText(from + DAYS * DAY, format)
  const within = part[0] === 0 && part[1] === 1 ? undefined : partOf(sent, { start, end, format }, part)
  if (within !== undefined) Object.assign(sent, within)
}

/** A part of a period, or at its start, where it has no end. Undefined where the period is too short. */
function partOf(sent: JsonObject, { start, end, format }: Period, part: Part): JsonObject | undefined {
  if (end === undefined) return sent[start] === undefined ? undefined : { [start]: sent[start] }
  const [from = Number.NaN, until = Number.NaN] = [sent[start], sent[end]].map((one) =>
    Date.parse(String(one)),
  )
  const unit = format === 'date' ? DAY : until - from < SHORT ? SECOND : MINUTE
  const [first, last] = part.map((share) => Math.floor(((until - from) * share) / unit) * unit)
  return first !== undefined && last !== undefined && first < last && first !== 0
    ? { [start]: momentText(from + first, format), [end]: momentText(from + last, format) }
    : undefined
}

/** Creates the second item. @returns the exchange, where it was accepted with this period and is in conflict */
async function overlap(
  context: CheckContext,
  { operation, relations, properties, states, ...period }: OverlapPromise,
  first: Item,
  { second }: Way,
): Promise<Recorded | undefined> {
  const sent = isObject(first.sent?.body) ? first.sent.body : {}
  const moments = partOf(sent, period, second)
  const isShown = [period.start, period.end ?? period.start].every((name) =>
    isSame(first.body[name] ?? sent[name], sent[name]),
  )
  if (moments === undefined || !isShown)
    return context.notObserved({ code: 'not-made', what: 'period with another one in it' })
  const parts = await context.parts(operation, { fresh: true, params: first.sent?.params ?? {} })
  const own = isObject(parts.body) ? parts.body : {}
  const shared = relations.flatMap(({ property: name }) =>
    name !== undefined && context.graph.referredBy(name, undefined, first.resource) !== undefined
      ? [[name, sent[name] ?? null] as const]
      : [],
  )
  // Without a relation, any property may name the room of both items: `room: "Blue"`.
  const named = properties.map((name) => [name, sent[name] ?? null] as const)
  const isNamed = relations.length > 0 || named.length > 0
  const body = {
    ...(isNamed ? { ...own, ...Object.fromEntries(relations.length > 0 ? shared : named) } : sent),
    ...moments,
  }
  if (!context.isValidBody(operation, body))
    return context.notObserved({ code: 'invalid-together', what: 'another period' })
  const status = statusOf(context.api, first.resource)?.property ?? ''
  const isIn = (one: Recorded) =>
    states.length === 0 || states.some((state) => shownAt(one, [status]) === state)
  // A new item that is not confirmed yet may block no other one.
  if (!isIn(await context.read(first)))
    return context.notObserved({ code: 'not-made', what: `item that is ${states.join(' or ')}` })
  const exchange = await context.send(operation, { ...parts, body })
  const isAsSent = Object.entries(moments).every(([name, one]) =>
    isSame(shownAt(exchange, [name]) ?? one, one),
  )
  return exchange.status < 300 && isAsSent && isIn(exchange) ? exchange : undefined
}
