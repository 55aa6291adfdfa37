/** Moments in an order that the document rules out: a return before the loan, a booking in the past, a late cancellation. */
import type { ApiOperation } from '../../../model/api.ts'
import {
  type MomentOrder,
  type MomentPlace,
  momentFormat,
  momentOrders,
  nameOf,
} from '../../../model/momentOrders.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { isAt } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isOfSentForm, isSame, shownAt } from '../compare.ts'
import { expectRejection } from '../expectation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const STATUSES = [422, 400, 409]

export function* promisedMoments({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const operation of api.operations)
    for (const order of momentOrders(api, graph, operation)) {
      const { earlier, later } = order
      const isOfBody = [earlier, later].every((place) => place.in === 'body')
      const [name, constraint] = [
        `${nameOf(later)} before ${nameOf(earlier)}`,
        `${nameOf(later)} after ${nameOf(earlier)}`,
      ]
      // Two properties of a body are compared by a check of their own, except with what is stored.
      if (!isOfBody)
        yield { name, constraint, operation, run: (context) => turned(context, operation, order, false) }
      if (order.isStrict && ![earlier, later].some((place) => place.in === 'now'))
        yield {
          name: `${nameOf(later)} at ${nameOf(earlier)}`,
          constraint,
          operation,
          run: (context) => turned(context, operation, order, true),
        }
    }
}

/** Sends the moments in the opposite order, or as the same one. */
async function turned(
  context: CheckContext,
  operation: ApiOperation,
  order: MomentOrder,
  isSameMoment: boolean,
): Promise<void> {
  const { earlier, later } = order
  const places = [earlier, later]
  const item = itemOn(context, operation)
  const isOfItem = places.some((place) => place.in === 'item')
  if (isOfItem && places.some((place) => place.in === 'now')) return deadline(context, operation, order, item)
  const target = places.find((place) => place.in === 'body')
  const other = places.find((place) => place !== target)
  if (target?.in !== 'body' || other === undefined)
    return context.notObserved({ code: 'not-made', what: 'such an order' })
  const { parts, proof, value } = await stage(context, operation, other, item)
  const format = momentFormat(context.api, bodyProperties(context.api, operation).get(target.property))
  if (value === undefined || format === undefined)
    return context.notObserved({ code: 'absent', from: 'the item', what: nameOf(other) })
  const time = isSameMoment ? value : beyond(context, other, value, { isLater: target === earlier, format })
  const sent = isObject(parts.body) ? parts.body : {}
  const body =
    other.in === 'body'
      ? { ...sent, [target.property]: written(time, format) }
      : movedTo(context, operation, sent, { property: target.property, time })
  if (!isOfSentForm(context.api, operation, sent, target.property) || !context.isValidBody(operation, body))
    return context.notObserved({ code: 'invalid-together', what: `another ${target.property}` })
  const exchange = await context.send(operation, { ...parts, body })
  const shown = shownAt(exchange, [target.property])
  if (shown !== undefined && !isSame(shown, body[target.property])) return
  expectRejection(context, operation, exchange, {
    what: `a ${nameOf(later)} ${isSameMoment ? 'at' : 'before'} ${nameOf(earlier)}`,
    value: body[target.property],
    fitting: STATUSES,
    any4xx: true,
    with: proof,
  })
}

/** The item that a path is about: of two, the inner one. */
const itemOn = ({ graph }: CheckContext, { path }: ApiOperation): Resource | undefined =>
  graph.resources.findLast((one) => isAt(one.item, path) && one.create !== undefined)

interface Stage {
  parts: Parts
  proof: Recorded[]
  /** The other moment. */
  value: number | undefined
}

/** A request that would succeed, with the moment that the order compares with. */
async function stage(
  context: CheckContext,
  operation: ApiOperation,
  other: MomentPlace,
  item: Resource | undefined,
): Promise<Stage> {
  if (other.in === 'reference') {
    const holder = await context.item(other.holder, { fresh: true })
    const read = await context.read(holder)
    const parts = await context.parts(operation, { fresh: true })
    const body = { ...(isObject(parts.body) ? parts.body : {}), [other.by]: idOf(holder) }
    return {
      parts: { ...parts, body },
      proof: [holder.made, read],
      value: timeOf(shownAt(read, [other.property])),
    }
  }
  const { parts: first } = await context.succeed(operation, { fresh: true })
  if (other.in !== 'item') {
    const parts = await context.parts(operation, { fresh: true, params: first.params })
    const sent = isObject(parts.body) ? parts.body : {}
    const value = other.in === 'now' ? context.now() + other.after : timeOf(sent[other.property])
    return { parts, proof: [], value }
  }
  if (item === undefined) return context.notObserved({ code: 'not-made', what: 'item' })
  const ready = await context.item(item, { readyFor: operation })
  const read = await context.read(ready)
  const parts = await context.parts(operation, { params: ready.params })
  const value = timeOf(shownAt(read, [other.property]))
  return {
    parts: { ...parts, params: { ...parts.params, ...ready.params } },
    proof: [ready.made, read],
    value,
  }
}

const timeOf = (value: Json | undefined): number | undefined => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** A moment on the wrong side of another one, so far that no time zone makes it right. */
function beyond(
  context: CheckContext,
  other: MomentPlace,
  value: number,
  { isLater, format }: { isLater: boolean; format: 'date' | 'date-time' },
): number {
  if (other.in !== 'now') return value + (isLater ? 2 : -2) * (format === 'date' ? DAY : 25 * HOUR)
  if (isLater) return value + Math.max(3 * DAY, other.after / 10)
  // Before now, or between now and the first time that is allowed.
  return other.after > 3 * DAY || (other.after > 0 && format === 'date-time')
    ? context.now() + other.after / 2
    : context.now() - 366 * DAY
}

/** The body with a moment at another time, and all other moments moved by as much. */
function movedTo(
  { api }: CheckContext,
  operation: ApiOperation,
  sent: JsonObject,
  { property, time }: { property: string; time: number },
): JsonObject {
  const schemas = bodyProperties(api, operation)
  const start = timeOf(sent[property])
  const moved = Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
    const [format, at] = [momentFormat(api, schemas.get(name)), timeOf(value)]
    if (format === undefined || at === undefined || start === undefined) return []
    return [[name, written(at + time - start, format)]]
  })
  const format = momentFormat(api, schemas.get(property)) ?? 'date-time'
  return { ...sent, ...Object.fromEntries(moved), [property]: written(time, format) }
}

function written(time: number, format: 'date' | 'date-time'): string {
  const text = new Date(time).toISOString()
  return format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}

/** Sends an action after the last time before a moment of its item, or before the first one. */
async function deadline(
  context: CheckContext,
  operation: ApiOperation,
  { earlier, later }: MomentOrder,
  resource: Resource | undefined,
): Promise<void> {
  const [now, moment] = earlier.in === 'now' ? [earlier, later] : [later, earlier]
  if (now.in !== 'now' || moment.in !== 'item' || resource?.create === undefined)
    return context.notObserved({ code: 'not-made', what: 'such an order' })
  const { create } = resource
  const { property } = moment
  const format = momentFormat(context.api, bodyProperties(context.api, create).get(property))
  const isClose = earlier.in === 'now'
  const limit = context.now() + now.after
  const wrong = isClose ? (now.after > 0 ? context.now() + now.after / 2 : limit - 2 * DAY) : limit + 7 * DAY
  if (format === undefined || (format === 'date' && now.after < 3 * DAY && isClose && now.after > 0))
    return context.notObserved({ code: 'not-made', what: `item with another ${property}` })
  const right = isClose ? limit + 7 * DAY : context.now() + now.after / 2
  const made = async (time: number, isReady: boolean): Promise<Item> =>
    context.item(resource, {
      fresh: true,
      ...(isReady && { readyFor: operation }),
      body: (sent) => void Object.assign(sent, movedTo(context, create, sent, { property, time })),
    })
  const first = await made(right, false)
  await context.succeed(operation, { params: first.params })
  const item = await made(wrong, true)
  const read = await context.read(item)
  if (Math.abs((timeOf(shownAt(read, [property])) ?? 0) - wrong) > DAY)
    return context.notObserved({ code: 'not-as-sent', member: property })
  const parts = await context.parts(operation, { params: item.params })
  const exchange = await context.send(operation, { ...parts, params: { ...parts.params, ...item.params } })
  expectRejection(context, operation, exchange, {
    what: `${isClose ? 'too late' : 'too early'} before ${property}`,
    fitting: [409, 422, 400],
    any4xx: true,
    with: [item.made, read],
  })
}
