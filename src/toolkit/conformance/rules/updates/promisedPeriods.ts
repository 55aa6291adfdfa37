/** Creates a second item whose period overlaps that of the first, where the document promises an error response. */

import { type OverlapPromise, overlapPromise } from '../../../model/overlaps.ts'
import { statusOf } from '../../../model/roles.ts'
import { isObject, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'

const DAY = 86_400_000
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
    yield {
      name: 'overlapping periods',
      constraint: `response ${promise.status}`,
      operation: promise.operation,
      async run(context) {
        const first = await context.item(resource, {
          fresh: true,
          body: (sent) => void lengthen(sent, promise),
        })
        const exchange = await overlap(context, promise, first)
        if (exchange !== undefined) breaks(context, promise, [first.made, exchange])
      },
    }
  }
}

type Period = Pick<OverlapPromise, 'start' | 'end' | 'format'>

/** Makes a period of one day long enough for another one to begin within it. */
function lengthen(sent: JsonObject, { start, end, format }: Period): void {
  if (end === undefined) return
  const [from, until] = [sent[start], sent[end]].map((one) => Date.parse(String(one)))
  if (from === undefined || until === undefined || Number.isNaN(from)) return
  if (format === 'date' && !(until - from > DAY)) sent[end] = momentOf(from + DAYS * DAY, format)
}

const momentOf = (time: number, format: Period['format']): string => {
  const text = new Date(time).toISOString()
  return format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}

/** A period that begins in the middle of that of an item, of the same length; or at its start, where it has no end. */
function shifted(sent: JsonObject, { start, end, format }: Period): JsonObject | undefined {
  if (end === undefined) return sent[start] === undefined ? undefined : { [start]: sent[start] }
  const [from = Number.NaN, until = Number.NaN] = [sent[start], sent[end]].map((one) =>
    Date.parse(String(one)),
  )
  const unit = format === 'date' ? DAY : 1_000
  const shift = Math.floor((until - from) / 2 / unit) * unit
  return shift > 0
    ? { [start]: momentOf(from + shift, format), [end]: momentOf(until + shift, format) }
    : undefined
}

/** Creates the second item. @returns the exchange, where it was accepted with this period and is in conflict */
async function overlap(
  context: CheckContext,
  { operation, relations, properties, states, ...period }: OverlapPromise,
  first: Item,
): Promise<Recorded | undefined> {
  const sent = isObject(first.sent?.body) ? first.sent.body : {}
  const moments = shifted(sent, period)
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
