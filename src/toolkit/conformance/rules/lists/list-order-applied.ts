import type { ApiOperation, Parameter } from '../../../model/api.ts'
import type { SpokenOrder } from '../../../model/description.ts'
import { listItems } from '../../../model/listPlace.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { hasRole, isOfRole } from '../../../model/roles.ts'
import {
  amountMember,
  choicesOf,
  likelyKey,
  mayPrecede,
  orderedValue,
  readKey,
  sortingOf,
  sortKeys,
} from '../../../model/sorting.ts'
import { statedSort } from '../../../model/statements.ts'
import { isAscending, isDescending, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { boundsOf } from '../../../schema/values/valid.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Assumption, Recorded } from '../../engine/events.ts'
import { idsOf, parentOf } from '../../engine/items.ts'
import { pagesOf } from '../../engine/pages.ts'
import { type CheckContext, defineRule, type Item, NotObserved } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { historiesOrdered } from '../updates/itemHistories.ts'
import { orderProbe } from './orderProbe.ts'
import { spokenTies, tiesOrdered } from './orderTies.ts'
import { keysTogether } from './orderTogether.ts'
import { tiesAcrossPages } from './tiesAcrossPages.ts'

/** A list must have the requested order, and the declared default order without a request. */
export const listOrderApplied = defineRule({
  ...definitionOf('list-order-applied'),
  *checks({ api, graph }) {
    yield* historiesOrdered({ api, graph })
    for (const resource of graph.resources) {
      const { list } = resource
      if (list === undefined) continue
      const sorting = sortingOf(api, list)
      const { sort, direction, spoken, defaultDirection } = sorting
      if (sort === undefined && direction === undefined && spoken === undefined) continue
      const keys = choicesOf(api, sort)
      const ways = choicesOf(api, direction)
      const likely = sorting.defaultKey ?? likelyKey(sorting)
      const guess = sort === undefined ? likely : undefined
      const waysOf = directionsOf(ways)
      const probe =
        direction === undefined || guess === undefined || waysOf === undefined
          ? undefined
          : orderProbe(resource, {
              parameter: direction.name,
              property: guess,
              ascending: { [direction.name]: waysOf.up },
              descending: { [direction.name]: waysOf.down },
            })
      const probes = probe && [probe]
      for (const key of keys.length > 0 ? keys : [undefined]) {
        for (const way of ways.length > 0 ? ways : [undefined]) {
          if (key === undefined && way === undefined) continue
          const { property, descending } = readKey(key ?? likely, way ?? defaultDirection, sorting)
          if (property === undefined || descending === undefined) continue
          const query = {
            ...(sort && key && { [sort.name]: key }),
            ...(direction && way && { [direction.name]: way }),
          }
          const assumes = assumptionOf(sort ?? direction, property)
          yield {
            name: `${key ?? 'default'} ${way ?? ''}`.trim(),
            constraint: `query.${(sort ?? direction)?.name} orders`,
            assumes,
            probes,
            operation: list,
            run: (context) =>
              order(context, resource, query, {
                member: property,
                down: descending,
                input: sort ?? direction,
              }),
          }
          yield* tiesOrdered(api, resource, {
            name: `ties of ${key ?? 'default'} ${way ?? ''}`.trim(),
            query,
            property,
            place: (sort ?? direction)?.pointer,
            assumes,
            probes,
          })
          yield* tiesAcrossPages({ api }, resource, {
            name: `pages of equal items by ${key ?? 'default'} ${way ?? ''}`.trim(),
            query,
            property,
            place: (sort ?? direction)?.pointer,
          })
        }
      }
      yield* keysTogether(api, resource, sort, sortKeys(api, sorting))
      // Without a declared key, lists are in the described direction or in the server's own order.
      const saysWay = sorting.saysDirection || defaultDirection !== undefined
      const usualKey = saysWay ? likely : sorting.defaultKey
      const { property, descending } = readKey(usualKey, defaultDirection, sorting)
      if (
        property !== undefined &&
        descending !== undefined &&
        (sort !== undefined || direction !== undefined)
      )
        yield {
          name: 'by itself',
          constraint: 'default order',
          probes,
          operation: list,
          run: (context) =>
            order(context, resource, {}, { member: property, down: descending, input: sort ?? direction }),
        }
      else if (spoken !== undefined) {
        if (spoken.by !== 'creation')
          yield* tiesAcrossPages({ api }, resource, {
            name: 'pages of equal items',
            query: {},
            property: spoken.by.property,
            place: list.pointer,
          })
        yield {
          name: 'as described',
          constraint: 'default order',
          operation: list,
          run: (context) => orderAsSaid(context, resource, spoken),
        }
        yield* spokenTies(api, resource, spoken)
      }
    }
  },
})

/** The values of a direction parameter for both directions; undefined where it has not exactly one for each. */
function directionsOf(ways: readonly string[]): { up: string; down: string } | undefined {
  const [down, ...moreDown] = ways.filter(isDescending)
  const [up, ...moreUp] = ways.filter(isAscending)
  return up === undefined || down === undefined || moreUp.length + moreDown.length > 0
    ? undefined
    : { up, down }
}

/** The assumption of a finding about the order; undefined where the document states the order. */
const assumptionOf = (input: Parameter | undefined, property: string): Assumption | undefined =>
  input === undefined || statedSort(input) !== undefined
    ? undefined
    : { key: 'sort', parameter: input.name, property }

/** In no order as numbers, and in another one as strings. */
const NUMBERS = [9, 100, 20]
/** In no order, and in another one where case counts. */
const LETTERS = ['b', 'C', 'a']

/** The choices with two first whose order by rank is not the alphabetical one. */
function apart(rank: readonly string[]): readonly string[] {
  for (const [index, low] of rank.entries())
    for (const high of rank.slice(index + 1))
      if (high < low) return [high, low, ...rank.filter((one) => one !== low && one !== high)]
  return rank
}

/** In no order either. */
const DAYS = ['2031-03-09', '2031-11-20', '2031-04-01']

/** A value that differs from those of the other items, and whose order shows how the list compares values. */
function differentValue(
  view: JsonObject,
  nth: number,
  {
    rank,
    ignoresCase,
    sent,
  }: { rank: readonly string[] | undefined; ignoresCase: boolean; sent: Json | undefined },
): Json | undefined {
  if (rank !== undefined) return apart(rank)[nth % rank.length]
  if (isObject(sent)) {
    const member = amountMember(sent)
    const amount = NUMBERS[nth % NUMBERS.length] ?? 1
    if (member === undefined) return undefined
    return { ...sent, [member]: typeof sent[member] === 'string' ? amount.toFixed(2) : amount }
  }
  if (ignoresCase && typeof sent === 'string') return `${LETTERS[nth % LETTERS.length]}${sent.slice(1)}`
  const type = typesOf(view).find((one) => one === 'integer' || one === 'number')
  if (type !== undefined) {
    const numbers = numbersWithin(view, type)
    return numbers[nth % numbers.length]
  }
  const day = DAYS[nth % DAYS.length]
  if (view.format === 'date') return day
  return view.format === 'date-time' ? `${day}T08:00:00Z` : undefined
}

/** An item that differs from the others in the property, where that is a number or a time that clients set. */
async function differing(
  context: CheckContext,
  resource: Resource,
  member: string,
  nth: number,
  within?: Item,
): Promise<Item> {
  const { create } = resource
  const options = { fresh: true, ...(within !== undefined && { within }) }
  const schema = bodyProperties(context.api, create).get(member)
  const view = withoutNull(context.api.document, viewOf(context.api.document, schema))
  const sorting = resource.list && sortingOf(context.api, resource.list)
  const rank = sorting?.ranks.get(member)
  const ignoresCase = sorting?.withoutCase.has(member) === true
  if (create?.body === undefined || schema === undefined) return context.item(resource, options)
  const body = (sent: JsonObject) => {
    const value = differentValue(view, nth, { rank, ignoresCase, sent: sent[member] })
    if (value !== undefined && context.isValidBody(create, { ...sent, [member]: value })) sent[member] = value
  }
  return context.item(resource, { ...options, body }).catch((error: unknown) => {
    if (error instanceof NotObserved) return context.item(resource, options)
    throw error
  })
}

interface Wanted extends Pick<SpokenOrder, 'missing' | 'eitherWay'> {
  member: string
  down: boolean
  input?: Parameter | undefined
}

async function order(
  context: CheckContext,
  resource: Resource,
  query: Record<string, Json>,
  wanted: Wanted,
): Promise<void> {
  const { member } = wanted
  const { list, create } = resource
  if (list === undefined) return
  let parent: Record<string, Json> = {}
  // At least three items that differ in the property, created in neither order.
  if (create !== undefined) {
    const first = await differing(context, resource, member, 0)
    parent = parentOf(first)
    const within =
      resource.parent === undefined
        ? undefined
        : { ...first, resource: resource.parent, params: parent as never }
    for (let count = 0; count < 2; count++) {
      await context.wait(2)
      await differing(context, resource, member, count + 1, within)
    }
    if (wanted.missing !== undefined) await withoutValue(context, resource, member, within)
  } else if (resource.parent !== undefined) parent = (await context.item(resource.parent)).params
  const limit = limitOf(context.api, list)
  const size: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const send = (one: Record<string, Json>) => context.send(list, { params: parent, query: one, headers: {} })
  // Many others with one value may fill the first page.
  const shown: { item: JsonObject; page: Recorded }[] = []
  for await (const { response, items } of pagesOf(
    context.api,
    resource,
    { ...query, ...size },
    send,
    MAX_PAGES,
  )) {
    if (response.status >= 300 && shown.length === 0)
      return context.notObserved({ code: 'rejected', what: 'the list', status: response.status })
    shown.push(...items.map((item) => ({ item, page: response })))
  }
  compareInOrder(context, list, shown, wanted)
}

/** An item without a value for the property, where the creation accepts one. */
async function withoutValue(
  context: CheckContext,
  resource: Resource,
  member: string,
  within: Item | undefined,
): Promise<void> {
  const { create } = resource
  const body = (sent: JsonObject) => {
    const { [member]: _, ...rest } = sent
    const [bare] = [rest, { ...sent, [member]: null }].filter(
      (one) => create !== undefined && context.isValidBody(create, one),
    )
    if (bare === undefined) return
    delete sent[member]
    Object.assign(sent, bare)
  }
  await context.item(resource, { fresh: true, body, ...(within && { within }) }).catch((error: unknown) => {
    if (!(error instanceof NotObserved)) throw error
  })
}

function compareInOrder(
  context: CheckContext,
  list: ApiOperation,
  shown: readonly { item: JsonObject; page: Recorded }[],
  { member, down, input, missing, eitherWay }: Wanted,
): void {
  const sorting = sortingOf(context.api, list)
  const values = shown.map(({ item }) => item[member])
  const ordered = values.map((value) => orderedValue(value, member, sorting))
  if (new Set(ordered.map(String)).size < 2)
    context.notObserved({ code: 'too-few', what: `values of ${member} to be ordered` })
  const isUnclear = sorting.ranks.has(member) || eitherWay === true
  const falls = isUnclear && isReversed(ordered, down) ? !down : down
  if (falls !== down && eitherWay !== true)
    context.notObserved({ code: 'not-stated', what: `whether ${member} is listed from its lowest value` })
  for (const [index, { page }] of shown.entries()) {
    const [a, b] = [values[index - 1], values[index]]
    if (index === 0 || !areComparable(a, b)) continue
    const mayBe = isInPlace(a, b, missing) && mayPrecede(ordered[index - 1], ordered[index], falls)
    if (mayBe) continue
    context.broken({
      code: 'wrong-order',
      subject: member,
      received: [a, b],
      expected: isInPlace(a, b, missing) ? (down ? 'descending' : 'ascending') : `null-${missing ?? 'last'}`,
      exchange: page,
      place: input?.pointer ?? list.pointer,
    })
  }
}

/** Whether neither of two neighbors is without a value, or each is at the stated end of the list. */
function isInPlace(a: Json | undefined, b: Json | undefined, missing: SpokenOrder['missing']): boolean {
  const [isBare, isNextBare] = [a ?? null, b ?? null].map((one) => one === null)
  return missing === undefined || isBare === isNextBare || (missing === 'last' ? !isBare : !isNextBare)
}

/** Whether a whole list is in the opposite order. The description of a rank may begin with the highest value. */
function isReversed(values: readonly (Json | undefined)[], down: boolean): boolean {
  const isOrdered = (falls: boolean) =>
    values.every((value, index) => index === 0 || mayPrecede(values[index - 1], value, falls))
  return isOrdered(!down) && !isOrdered(down)
}

/** Amounts of different currencies have no stated order. */
const areComparable = (a: Json | undefined, b: Json | undefined): boolean =>
  !isObject(a) ||
  !isObject(b) ||
  Object.keys(a).every(
    (name) => typeof a[name] !== 'string' || name === amountMember(a) || a[name] === b[name],
  )

const MAX_PAGES = 5

async function orderAsSaid(
  context: CheckContext,
  resource: Resource,
  { by, descending: down, words, ...further }: SpokenOrder,
): Promise<void> {
  const { list, create } = resource
  if (list === undefined) return
  if (by !== 'creation') return order(context, resource, {}, { member: by.property, down, ...further })
  const ownTime = [...bodyProperties(context.api, create).keys()].some((name) => soundsLike('ownTime', name))
  if (create === undefined || ownTime) {
    const { document } = context.api
    const members = membersOf(viewOf(document, listItems(context.api, list)))
    const stamp = members.find(([name, schema]) => hasRole(document, 'createdAt', name, schema))?.[0]
    if (stamp === undefined || ownTime) return context.notObserved({ code: 'unknown-times' })
    return order(context, resource, {}, { member: stamp, down })
  }
  const items = await oneAfterTheOther(context, resource)
  const { ids, last } = await firstPages(context, resource, list, items)
  const places = items.map((item) => ids.indexOf(String(item.params[resource.parameter])))
  const expected = down ? [...items].reverse() : items
  const found = expected
    .map((item) => ids.indexOf(String(item.params[resource.parameter])))
    .filter((place) => place >= 0)
  if (found.length < 2)
    return context.notObserved({
      code: 'too-few',
      what: `of the ${items.length} new items on the first ${MAX_PAGES} pages`,
    })
  if (found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0))) return
  context.broken({
    code: 'wrong-creation-order',
    received: places.map((place) => place + 1),
    expected: words,
    exchange: last,
    with: items.map(({ made }) => made),
    place: list.pointer,
  })
}

/** Three items of one parent, each later than the one before, past the second where times may have no finer part. */
async function oneAfterTheOther(context: CheckContext, resource: Resource): Promise<Item[]> {
  const first = await context.item(resource, { fresh: true })
  const params = parentOf(first)
  const within =
    resource.parent === undefined ? {} : { within: { ...first, resource: resource.parent, params } }
  const stamp = Object.entries(first.body).find(([name]) =>
    isOfRole(context.api, resource, 'createdAt', name),
  )?.[1]
  const isFine = typeof stamp === 'string' && /\.\d*[1-9]/.test(stamp)
  const items = [first]
  while (items.length < 3) {
    await context.wait(isFine ? 3 : 1_050)
    items.push(await context.item(resource, { fresh: true, ...within }))
  }
  return items
}

/** The ids on the first pages, as far as these items reach. */
async function firstPages(
  context: CheckContext,
  resource: Resource,
  list: ApiOperation,
  items: readonly Item[],
) {
  const [first] = items
  const params = first === undefined ? {} : parentOf(first)
  const limit = limitOf(context.api, list)
  const query: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const send = (one: Record<string, Json>) => context.send(list, { params, query: one, headers: {} })
  const ids: string[] = []
  let last: Recorded | undefined
  for await (const page of pagesOf(context.api, resource, query, send, MAX_PAGES)) {
    last = page.response
    ids.push(...idsOf(resource, page.items))
    if (items.every((item) => ids.includes(String(item.params[resource.parameter])))) break
  }
  return { ids, last: last ?? context.notObserved({ code: 'not-read', what: list.operationId }) }
}

/** Three numbers that the schema allows, in no order; those between its bounds where they are close. */
function numbersWithin(view: JsonObject, type: string): readonly number[] {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = boundsOf(view, type)
  if (NUMBERS.every((one) => one >= least && one <= most)) return NUMBERS
  const step = typeof view.multipleOf === 'number' ? view.multipleOf : 1
  // In another order as strings as well, where the bounds contain a power of ten.
  const power = [10, 100, 1_000, 10_000, 100_000].find(
    (one) => one - step >= least && one % step === 0 && 2 * one <= most,
  )
  if (power !== undefined) return [power, 2 * power, power - step]
  const low = Number.isFinite(least)
    ? Math.ceil(least / step) * step
    : Math.floor(most / step) * step - 2 * step
  return [low + step, low + 2 * step, low]
}
