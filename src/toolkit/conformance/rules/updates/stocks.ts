/** Stocks that requests use up: a request for more than the rest, its use, and requests that give it back. */
import { descriptionOf, saysLimit } from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { choicesIn } from '../../../model/roles.ts'
import { type StockUse, stockUses, useText } from '../../../model/stocks.ts'
import { isIdempotencyHeader, lastSegment, ownerOfId, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import { at } from '../../engine/bodyPlaces.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf, itemIn, parentIn, parentOf } from '../../engine/items.ts'
import { itemMadeBy } from '../../engine/jobs.ts'
import { referencesIn } from '../../engine/references.ts'
import type { Parts } from '../../engine/requests.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { expectEffect } from './missingEffects.ts'

/** The rest before a request that is one too many. */
const SMALL = 2

type Breaks = (
  context: CheckContext,
  promise: { operation: StockUse['create']; status: number; description: string },
  exchanges: Recorded[],
) => void

/** @param breaks reports an accepted request: the exchanges before it, then the request */
export function* beyondStocks({ api, graph }: Pick<Plan, 'api' | 'graph'>, breaks: Breaks): Generator<Check> {
  for (const use of stockUses(api, graph)) {
    const { create: operation, rejection } = use
    if (rejection === undefined) continue
    yield {
      name: `more than the ${use.stock} of ${lastSegment(use.holder.collection)}`,
      constraint: `response ${rejection.status}`,
      operation,
      // Other checks may use the same item.
      exclusive: true,
      async run(context) {
        const exchanges = await exceed(context, use)
        if (exchanges !== undefined) breaks(context, { ...rejection, operation }, exchanges)
      },
    }
  }
}

/** The effects of requests on what is left. */
export function* stockEffects({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const use of stockUses(api, graph)) {
    const name = `${use.stock} of ${lastSegment(use.holder.collection)}`
    const sentence = useText(use)
    if (sentence !== undefined)
      yield {
        name: `${name} used`,
        constraint: `/${use.stock} is less`,
        operation: use.create,
        exclusive: true,
        run: (context) => tryUse(context, use, sentence),
      }
    for (const effect of use.effects)
      yield {
        name,
        constraint: `/${use.stock} after the request`,
        operation: effect.operation,
        exclusive: true,
        run: (context) => tryEffect(context, use, effect),
      }
  }
}

/** A first request, the item whose stock it uses, and how much is left after it. */
interface Started {
  first: Item
  holder: Item
  left: number
  proof: Recorded[]
  /** Puts back what the check changed of the holder, which other checks may use. */
  restore(): Promise<void>
}

async function start(context: CheckContext, use: StockUse): Promise<Started> {
  const usual = await context.item(use.resource, { fresh: true })
  const first = findHolder(context, use, usual) === undefined ? await naming(context, use) : usual
  const holder =
    findHolder(context, use, first) ??
    context.notObserved({ code: 'not-made', what: `item of ${use.holder.item}` })
  const read = await context.read(holder)
  const restore = async () => {}
  return { first, holder, left: leftIn(context, use, read), proof: [first.made, read], restore }
}

function leftIn(context: CheckContext, { stock }: StockUse, read: Recorded): number {
  if (read.status >= 300) return context.notObserved(rejected('GET', read))
  const left = shownAt(read, [stock])
  return typeof left === 'number'
    ? left
    : context.notObserved({ code: 'absent', from: 'the resource', what: stock })
}

/** An item whose body names a holder with a stock, where a usual one does not: a part line next to lines of labor. */
async function naming(context: CheckContext, use: StockUse): Promise<Item> {
  const { reference, list, holder: kind, create } = use
  if (reference === undefined || list !== undefined)
    return context.notObserved({ code: 'not-made', what: `item of ${kind.item}` })
  const supplies = [...bodyProperties(context.api, kind.create)].filter(([name]) =>
    soundsLike('supply', name),
  )
  const holder = await context.item(kind, {
    fresh: true,
    body(sent) {
      for (const [name] of supplies) sent[name] ??= SMALL
    },
  })
  const schemas = bodyProperties(context.api, create)
  const required = requiredOf(viewOf(context.api.document, create.body?.schema))
  return context.item(use.resource, {
    fresh: true,
    body(sent) {
      for (const name of Object.keys(sent)) if (!required.has(name)) delete sent[name]
      Object.assign(sent, { [reference]: idOf(holder), [use.quantity]: 1 })
      for (const [name, schema] of schemas) {
        // Of several kinds of entries, one is called as the item.
        const own = choicesIn(context.api.document, schema).find((one) => ownerOfId(reference) === one)
        if (own !== undefined) sent[name] = own
      }
    },
  })
}

const referencesOf = (context: CheckContext, use: StockUse, { sent }: Item) =>
  referencesIn({ plan: context, from: use.resource }, use.create.body?.schema, sent?.body ?? null)

/** The item whose stock a request uses: the one that its body or its path names. */
function findHolder(context: CheckContext, use: StockUse, first: Item): Item | undefined {
  const { sent, params } = first
  const references = referencesOf(context, use, first).filter(({ by }) => by === undefined)
  const own =
    use.reference === undefined
      ? undefined
      : references.find(({ path, target }) => target === use.holder && path.at(-1) === use.reference)
  const ids = Object.fromEntries(references.map(({ target, id }) => [target.parameter, id]))
  const found = itemIn(use.holder, {
    ...ids,
    ...sent?.params,
    ...params,
    ...(own !== undefined && { [use.holder.parameter]: own.id }),
  })
  return use.reference !== undefined && own === undefined ? undefined : found
}

/** The first request once more, with new texts and this quantity of the same item. */
async function again(context: CheckContext, use: StockUse, { first }: Started, quantity: number) {
  const { create } = use
  const params = parentOf(first)
  const { body, headers, ...parts } = await context.parts(create, { fresh: true, params })
  const references = new Set(referencesOf(context, use, first).map(({ path }) => path[0]))
  const texts = Object.entries(isObject(body) ? body : {}).filter(
    ([name, value]) => typeof value === 'string' && soundsLike('unique', name) && !references.has(name),
  )
  const whole = withQuantity(use, first, quantity, Object.fromEntries(texts))
  if (whole === undefined || !context.isValidBody(create, whole))
    return context.notObserved({ code: 'invalid-together', what: `${use.quantity} of ${quantity}` })
  const sent: Parts = {
    ...parts,
    params: { ...parts.params, ...params },
    body: whole,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !isIdempotencyHeader(name))),
  }
  return { exchange: await context.send(create, sent), parts: sent }
}

function withQuantity(
  { list, quantity: name }: StockUse,
  { sent }: Item,
  quantity: number,
  texts: JsonObject,
): JsonObject | undefined {
  const body = isObject(sent?.body) ? { ...sent.body, ...texts } : undefined
  if (body === undefined) return undefined
  if (list === undefined) return { ...body, [name]: quantity }
  const entry = at(body, [list, '0'])
  return isObject(entry) ? { ...body, [list]: [{ ...entry, [name]: quantity }] } : undefined
}

/** Sends a request for one more than what is left. @returns the exchanges, where it was accepted */
async function exceed(context: CheckContext, use: StockUse): Promise<Recorded[] | undefined> {
  const small = await withSmallStock(context, use, await start(context, use))
  try {
    return await exceedSmall(context, use, small)
  } finally {
    await small.restore()
  }
}

const REJECTIONS = [400, 409, 422]

/** Whether a request may be too large for another reason than the stock. */
function limitsQuantity({ api }: CheckContext, { create, quantity }: StockUse): boolean {
  const schema = bodyProperties(api, create).get(quantity)
  return [create.operation, viewOf(api.document, schema)].some((one) => saysLimit(descriptionOf(one)))
}

async function exceedSmall(
  context: CheckContext,
  use: StockUse,
  small: Started,
): Promise<Recorded[] | undefined> {
  const second = await again(context, use, small, 1)
  if (second.exchange.status >= 300)
    return context.notObserved(rejected('the second request', second.exchange))
  const left = leftIn(context, use, await context.read(small.holder))
  // A movement of stock may add to it, and an order may use it later.
  if (left !== small.left - 1)
    return context.notObserved({ code: 'not-made', what: `request that uses up ${use.stock}` })
  const { exchange } = await again(context, use, small, left + 1)
  const { status } = use.rejection ?? {}
  // Only the quantity differs from that of the request before, which was accepted.
  const isOther = REJECTIONS.includes(exchange.status) && exchange.status !== status
  if (status !== undefined && isOther && !limitsQuantity(context, use)) {
    context.broken({
      code: 'wrong-status',
      subject: `a ${use.quantity} above the ${use.stock}`,
      received: exchange.status,
      expected: [status],
      exchange,
      with: [...small.proof, second.exchange],
      place: use.create.pointer,
    })
    return undefined
  }
  return exchange.status < 300 ? [...small.proof, second.exchange, exchange] : undefined
}

/** Lowers what is left, so that one more than that is within the other limits of the request. */
async function withSmallStock(context: CheckContext, use: StockUse, started: Started): Promise<Started> {
  const { update } = use.holder
  const { holder, left, proof } = started
  const wanted = SMALL - left
  const shown = wanted === 0 ? undefined : (await context.read(holder)).json
  if (update?.method !== 'PATCH' || !isObject(shown as Json) || !context.isOwn(use.holder, holder.params))
    return started
  for (const [name, value] of Object.entries(shown as JsonObject)) {
    if (typeof value !== 'number' || value + wanted < 0) continue
    if (!isTotal(name, use) || !context.isValidBody(update, { [name]: value + wanted })) continue
    const set = async (next: number) => {
      const parts = await context.parts(update, { params: holder.params })
      const params = { ...parts.params, ...holder.params }
      return context.send(update, { ...parts, params, body: { [name]: next } })
    }
    const changed = await set(value + wanted)
    const read = await context.read(holder)
    const now = leftIn(context, use, read)
    const restore = async () => void (await set(value))
    if (changed.status < 300 && now === SMALL)
      return { ...started, left: now, proof: [...proof, changed, read], restore }
    if (changed.status < 300) await restore()
  }
  const read = await context.read(holder)
  return { ...started, left: leftIn(context, use, read), proof: [...proof, read] }
}

/** Whether a number may be how much there is in all, or what is left. */
const isTotal = (name: string, { stock }: StockUse): boolean =>
  name === stock || soundsLike('supply', name) || soundsLike('demand', name)

/** A second request, and how much was left before it and after it. */
async function used(context: CheckContext, use: StockUse) {
  const started = await withSmallStock(context, use, await start(context, use))
  const { exchange, parts } = await again(context, use, started, 1)
  if (exchange.status >= 300) return context.notObserved(rejected('the second request', exchange))
  const after = await context.read(started.holder)
  const item = await itemMadeBy(context, use.resource, parentIn(use.resource, started.first.params), {
    exchange,
    parts,
  })
  return { ...started, item, now: leftIn(context, use, after), proof: [...started.proof, exchange, after] }
}

async function tryUse(context: CheckContext, use: StockUse, text: string): Promise<void> {
  const { holder, left, proof, restore } = await used(context, use)
  try {
    await expectEffect(
      context,
      holder,
      {
        property: use.stock,
        text,
        wanted: `less than ${left}`,
        operation: use.create,
        isRight: (value) => Number(value) < left,
      },
      proof,
    )
  } finally {
    await restore()
  }
}

async function tryEffect(
  context: CheckContext,
  use: StockUse,
  effect: StockUse['effects'][number],
): Promise<void> {
  const second = await used(context, use)
  try {
    await compareAfter(context, use, effect, second)
  } finally {
    await second.restore()
  }
}

async function compareAfter(
  context: CheckContext,
  use: StockUse,
  { operation, on, by, text }: StockUse['effects'][number],
  { holder, item, left, now, proof }: Awaited<ReturnType<typeof used>>,
): Promise<void> {
  if (left - now !== 1)
    return context.notObserved({ code: 'not-made', what: `request that uses up ${use.stock}` })
  const change = by === 'difference' ? { [use.quantity]: 1 + SMALL } : undefined
  const params = on === 'item' ? item.params : parentOf(item)
  const parts = await context.parts(operation, { params })
  const exchange = await context.send(operation, {
    ...parts,
    params: { ...parts.params, ...params },
    ...(change !== undefined && { body: change }),
  })
  if (exchange.status >= 300 || exchange.status === 202)
    return context.notObserved(rejected('the request', exchange))
  // Other requests on the same item were the first and the second one.
  const isRight = (value: Json | undefined) =>
    by === 'difference' ? value === now - SMALL : Number(value) >= now + 1
  const wanted = by === 'difference' ? String(now - SMALL) : `${now + 1} or more`
  await expectEffect(context, holder, { property: use.stock, text, wanted, operation, isRight }, [
    ...proof,
    exchange,
  ])
}
