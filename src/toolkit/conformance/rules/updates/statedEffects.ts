/** The effects that descriptions of requests state, on the item of the request and on the items around it. */
import { isShown, settable } from '../../../model/operationProperties.ts'
import { isPromisedMoment } from '../../../model/promisedMoments.ts'
import { relationsFrom } from '../../../model/relations.ts'
import { type RequestEffect, requestEffects } from '../../../model/requestEffects.ts'
import type { Resource } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf, itemIn, parentIn, parentOf } from '../../engine/items.ts'
import { referencesIn } from '../../engine/references.ts'
import type { Parts } from '../../engine/requests.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { setBy } from '../states.ts'
import { expectEffect, isEmpty } from './missingEffects.ts'

/** @param isCovered whether another check is about the same effect */
export function* effectsStated(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  isCovered: (name: string, operation: RequestEffect['operation']) => boolean,
): Generator<Check> {
  for (const from of graph.resources)
    for (const effect of requestEffects(api, graph, from)) {
      const { operation, resource, property } = effect
      const isItself = resource === from
      const of = `${property} of ${lastSegment(resource.collection)}`
      if ([...(isItself ? [property] : [of]), `${of} counts`].some((name) => isCovered(name, operation)))
        continue
      yield {
        name: `${of} after ${stateIn(effect) ?? 'the request'}`,
        constraint: `/${property} ${inWords(effect)}`,
        operation,
        run: (context) => tryEffect(context, effect),
      }
    }
}

/** The state that a request sets. */
const stateIn = ({ sets }: RequestEffect): string | undefined => sets && String(Object.values(sets)[0])

function inWords({ change }: RequestEffect): string {
  if (change.kind === 'becomes') return `becomes ${JSON.stringify(change.value)}`
  if (change.kind === 'enters') return `changes to ${change.value}`
  if (change.kind === 'added') return `${change.sign < 0 ? 'goes down' : 'goes up'} by ${change.amount}`
  if (change.kind === 'moved') return `moves by ${change.amount} ${change.unit}s`
  return change.kind === 'set' ? 'is set' : 'is cleared'
}

/** An affected item before and after the request. */
interface Performed {
  target: Item
  before: Recorded
  exchange: Recorded
  /** The item of the request as it was before, or the body of the request. */
  values: JsonObject
}

async function tryEffect(context: CheckContext, effect: RequestEffect): Promise<void> {
  const first = await perform(context, effect)
  const promised = promisedOf(context, effect, first)
  if (!isShown(effect.resource)) return expectShown(context, effect, first, promised)
  const isNumber = effect.change.kind === 'added' || effect.change.kind === 'moved'
  const seen = shownAt(await context.read(first.target), [effect.property])
  // Requests that prepared the item may have changed the number too.
  const isCertain = !isNumber || promised.isRight(seen)
  const last = isCertain ? first : await perform(context, effect, effect.operation)
  await expectEffect(
    context,
    last.target,
    { ...effect, ...(isCertain ? promised : promisedOf(context, effect, last)) },
    [last.before, last.exchange],
  )
}

/** An item without a GET: the response to the action shows the effect. */
function expectShown(
  context: CheckContext,
  { property, text, operation }: RequestEffect,
  { before, exchange }: Performed,
  { isRight, wanted }: Promised,
): void {
  const received = shownAt(exchange, [property])
  if (received === undefined) absent(context, property)
  if (isRight(received)) return
  context.broken({
    code: 'effect-missing',
    subject: `/${property}`,
    received,
    details: { text, wanted },
    exchange,
    with: [before],
    pointer: `/${property}`,
    place: operation.pointer,
  })
}

/** @param readyFor the request, once it is known in which state of the item it succeeds */
async function perform(
  context: CheckContext,
  effect: RequestEffect,
  readyFor?: RequestEffect['operation'],
): Promise<Performed> {
  const { from, operation, sent } = effect
  const done = operation === from.create ? await performCreation(context, effect) : undefined
  if (done !== undefined) return done
  const item = await context.item(from, { fresh: true, ...(readyFor !== undefined && { readyFor }) })
  const target =
    sent === undefined
      ? await itemOn(context, item, effect.way)
      : await context.item(effect.resource, { fresh: true })
  const before = await lastSeen(context, target)
  const own = shownBefore(target === item ? before : await lastSeen(context, item))
  if (effect.sets !== undefined) {
    const { exchange, last } = await setState(context, effect, { item, target, before, own })
    return { target, before: last, exchange, values: own }
  }
  const { exchange, parts } = await context.succeed(operation, {
    params: item.params,
    ...(sent !== undefined && { change: referringTo(sent, target) }),
  })
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  return { target, before, exchange, values: { ...own, ...bodyOf(parts) } }
}

/** Sets the state of an item, in the states before it where it has to be in one of them. */
async function setState(
  context: CheckContext,
  { operation, sets = {}, from }: RequestEffect,
  { item, target, before, own }: { item: Item; target: Item; before: Recorded; own: JsonObject },
): Promise<{ exchange: Recorded; last: Recorded }> {
  const status = statusOf(context.api, from)
  const [[property, state] = []] = Object.entries(sets)
  if (status === undefined || own[status.property] === state)
    return context.notObserved({ code: 'not-made', what: `item that is not ${state} yet` })
  const first = await setBy(context, item, operation, sets)
  let exchange = first
  let last = before
  const steps = settable(context.api, from, status).filter((one) => one !== state)
  for (const step of steps) {
    if (exchange.status < 300 || property === undefined) break
    const moved = await setBy(context, item, operation, { [property]: step })
    if (moved.status >= 300) continue
    last = await lastSeen(context, target)
    exchange = await setBy(context, item, operation, sets)
  }
  if (exchange.status >= 300) return context.notObserved(rejected('the request', first))
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  return { exchange, last }
}

/** The item as its GET shows it, or else as the response to its creation did. */
const lastSeen = async (context: CheckContext, item: Item): Promise<Recorded> =>
  isShown(item.resource) ? context.read(item) : item.made

const referringTo =
  (property: string, target: Item) =>
  (parts: Parts): void => {
    if (isObject(parts.body)) parts.body = { ...parts.body, [property]: idOf(target) }
  }

const shownBefore = ({ json }: Recorded): JsonObject => (isObject(json as Json) ? (json as JsonObject) : {})

const bodyOf = ({ body }: Pick<Parts, 'body'>): JsonObject => (isObject(body) ? body : {})

/** A creation with the item that the new one refers to or is in; undefined where it affects the new item. */
async function performCreation(
  context: CheckContext,
  { from, way, operation }: RequestEffect,
): Promise<Performed | undefined> {
  const [first, ...further] = way
  if (first === undefined) {
    const item = await context.item(from, { fresh: true })
    return { target: item, before: item.made, exchange: item.made, values: item.body }
  }
  const [relation, ...others] = relationsFrom(context.api, context.graph, from).filter(
    ({ holder }) => holder === first,
  )
  if (relation === undefined || others.length > 0)
    return context.notObserved({ code: 'not-made', what: `item of ${operation.path}` })
  const holder = await context.item(first, { fresh: true })
  const target = await itemOn(context, holder, further)
  const before = await context.read(target)
  const item = await relatedItem(context, relation, holder)
  return { target, before, exchange: item.made, values: { ...item.body, ...bodyOf(item.sent ?? {}) } }
}

/** The item that is reached over references, or the one that contains an item. */
async function itemOn(context: CheckContext, item: Item, way: readonly Resource[]): Promise<Item> {
  const [next, ...further] = way
  if (next === undefined) return item
  const { resource, params } = item
  const shows = resource.read ?? resource.create
  const shown = (await context.read(item)).json as Json
  const schema = shows && thingSchema(context.api, shows)
  const references = isObject(shown) ? referencesIn({ plan: context, from: resource }, schema, shown) : []
  const [reference, ...others] = references.filter(({ target, by }) => target === next && by === undefined)
  const found =
    reference === undefined
      ? resource.parent === next
        ? parentIn(resource, parentOf(item))
        : undefined
      : itemIn(next, { ...params, [next.parameter]: reference.id })
  if (found === undefined || others.length > 0)
    return context.notObserved({ code: 'not-made', what: `item of ${next.item}` })
  return itemOn(context, found, further)
}

/** The value that a request promises. */
interface Promised {
  /** In words or as JSON. */
  wanted: string
  isRight(now: Json | undefined): boolean
}

function promisedOf(
  context: CheckContext,
  { change, property }: RequestEffect,
  { before, values }: Performed,
): Promised {
  const was = shownAt(before, [property])
  if (change.kind === 'becomes')
    return { wanted: JSON.stringify(change.value), isRight: (now) => isEqual(now, change.value) }
  if (change.kind === 'enters') {
    if (typeof was !== 'string' || was === change.value)
      return context.notObserved({ code: 'not-made', what: `item that is not ${change.value} yet` })
    return { wanted: JSON.stringify(change.value), isRight: (now) => now !== was }
  }
  if (change.kind === 'cleared') return { wanted: 'no value', isRight: isEmpty }
  if (change.kind === 'set') return { wanted: 'a value', isRight: (now) => !isEmpty(now) }
  return change.kind === 'moved'
    ? movedTime(context, property, was, change)
    : movedNumber(context, property, was, { ...change, values })
}

type Change<K extends RequestEffect['change']['kind']> = Extract<RequestEffect['change'], { kind: K }>

function movedTime(
  context: CheckContext,
  property: string,
  was: Json | undefined,
  { amount, unit, sign }: Change<'moved'>,
): Promised {
  if (typeof was !== 'string') return absent(context, property)
  return {
    wanted: `a time ${amount} ${unit}s ${sign < 0 ? 'before' : 'after'} ${was}`,
    isRight: (now) =>
      typeof now === 'string' && isPromisedMoment({ unit, isBefore: sign < 0 }, amount, was, now),
  }
}

function movedNumber(
  context: CheckContext,
  property: string,
  was: Json | undefined,
  { values, ...change }: Change<'added'> & { values: JsonObject },
): Promised {
  const by = typeof change.amount === 'number' ? change.amount : values[change.amount]
  if (typeof was !== 'number') return absent(context, property)
  if (typeof by !== 'number') return absent(context, String(change.amount))
  if (change.sign < 0 && was < by)
    return context.notObserved({ code: 'not-made', what: `item with enough ${property}` })
  const wanted = was + change.sign * by
  return {
    wanted: String(wanted),
    isRight: (now) => Math.abs(Number(now) - wanted) < 1e-6 * Math.max(1, Math.abs(wanted)),
  }
}

const absent = (context: CheckContext, what: string): never =>
  context.notObserved({ code: 'absent', from: 'the resource', what })

const isEqual = (now: Json | undefined, value: Json): boolean =>
  value === null ? isEmpty(now) : typeof value === 'number' ? Number(now) === value : now === value
