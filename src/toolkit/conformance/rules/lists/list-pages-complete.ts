import { successSchema } from '../../../model/api.ts'
import { descriptionOf, saysNullAtEnd } from '../../../model/description.ts'
import { cursorIn, largestLimit, type Paging, pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { sortingOf } from '../../../model/sorting.ts'
import { statedPaging } from '../../../model/statements.ts'
import { isOfNext } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { tokensOf, valueAt } from '../../../openapi/pointer.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idsOf, itemsOf, parentOf } from '../../engine/items.ts'
import { comesLater, walk } from '../../engine/pages.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { expectRejection } from '../expectation.ts'
import { listedOnce } from './listedOnce.ts'
import { wrongPosition } from './pagePosition.ts'
import { expectIds, several } from './several.ts'

const WANTED = 5
/** More items are not made only to have a second page. */
const MAX_MADE = 25

/** Pages must contain each item once, end, have the requested size, and stay correct while items are added. */
export const listPagesComplete = defineRule({
  ...definitionOf('list-pages-complete'),
  *checks({ api, graph }) {
    yield* listedOnce({ api, graph })
    for (const resource of graph.resources) {
      const { list } = resource
      if (list === undefined) continue
      const paging = pagingOf(api, list)
      if (paging?.limit === undefined) continue
      yield {
        name: 'each once',
        constraint: 'pages are complete',
        assumes:
          statedPaging(paging.next) === undefined
            ? { key: 'paging', parameter: paging.next.name }
            : undefined,
        operation: list,
        run: (context) => eachOnce(context, resource, paging, false),
      }
      if (resource.create !== undefined && paging.kind === 'cursor')
        yield {
          name: 'stable',
          constraint: 'pages are stable',
          operation: list,
          run: (context) => eachOnce(context, resource, paging, true),
        }
      if (paging.kind !== 'cursor') continue
      // The id of a deleted item may be a valid cursor.
      if (paging.fromItem !== true)
        yield {
          name: 'forged cursor',
          constraint: `query.${paging.next.name} forged`,
          operation: list,
          run: (context) => forged(context, resource, paging),
        }
      const { sort, direction } = sortingOf(api, list)
      if (sort !== undefined || direction !== undefined)
        yield {
          name: 'cursor preserves its order',
          constraint: `query.${paging.next.name} bound`,
          operation: list,
          run: (context) => orderedPages(context, resource, paging),
        }
    }
  },
})

/** The page before an empty one, where the document states that the last page leads to no other. */
function leadsNowhere(
  context: CheckContext,
  resource: Resource,
  { kind, cursorPointer = '', nextPointer }: Paging,
  pages: readonly Recorded[],
): Recorded | undefined {
  const pointer = kind === 'cursor' ? cursorPointer : nextPointer
  const { document } = context.api
  const [before, last] = pages.slice(-2)
  const isEmpty = last !== undefined && last.status < 300 && itemsOf(context, resource, last).length === 0
  if (pointer === undefined || before === undefined || resource.list === undefined || !isEmpty)
    return undefined
  const isLeft =
    kind === 'cursor' ||
    ![undefined, null, '', false].includes(valueAt(before.json as Json, pointer) as never)
  const path = tokensOf(pointer)
  let schema = successSchema(context.api, resource.list)?.schema
  for (const token of path) schema = new Map(membersOf(viewOf(document, schema))).get(token)
  const general = [descriptionOf(resource.list.operation), descriptionOf(document.root.info)]
  const isPromised =
    saysNullAtEnd(descriptionOf(viewOf(document, schema))) ||
    general.some((text) => saysNullAtEnd(text, path.at(-1)))
  return isLeft && isPromised ? before : undefined
}

/** Sizes of the pages of a longer list. */
const SIZES = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]

async function eachOnce(
  context: CheckContext,
  resource: Resource,
  paging: Paging,
  inserting: boolean,
): Promise<void> {
  const { list } = resource
  if (list === undefined || paging.limit === undefined) return
  const least = sizeFor(context.api, paging.limit, 2)
  const { params, items } = await several(context, resource, Math.min(MAX_MADE, Math.max(WANTED, least + 2)))
  const name = paging.limit.name
  const biggest = largestLimit(context.api, paging.limit, 100)
  const total = await context.send(list, { params, query: { [name]: biggest }, headers: {} })
  const known = idsOf(resource, itemsOf(context, resource, total))
  // With a full last page, there may seem to be another one.
  const dividing = SIZES.find(
    (one) => !inserting && known.length % one === 0 && sizeFor(context.api, paging.limit, one) === one,
  )
  const size = known.length > 20 ? (dividing ?? sizeFor(context.api, paging.limit, 20)) : least
  if (Math.max(known.length, items.length) <= size)
    return context.notObserved({ code: 'too-few', what: `items of ${resource.collection} to page through` })
  expectIds(context, resource, total)
  const parent =
    items[0] === undefined || resource.parent === undefined
      ? undefined
      : { ...items[0], resource: resource.parent, params: parentOf(items[0]) }
  const insert = inserting
    ? async (page: number) =>
        page <= 2
          ? context.item(resource, { fresh: true, ...(parent !== undefined && { within: parent }) })
          : undefined
    : undefined
  const again = () => walk(context, resource, params, { [name]: size }, insert)
  const { ids, pages, ended } = await again()
  const last = pages.at(-1) ?? total
  const proof = {
    with: [...items.map(({ made }) => made), ...pages.slice(0, -1)],
    place: paging.next.pointer,
  }
  const contradicting =
    pages.find((page) => saysBoth(page, paging)) ?? leadsNowhere(context, resource, paging, pages)
  if (contradicting !== undefined)
    return context.broken({
      ...proof,
      exchange: contradicting,
      code: 'cursor-on-last-page',
    })
  if (last.status >= 300)
    return context.broken({
      ...proof,
      exchange: last,
      code: 'wrong-status',
      subject: 'the next page',
      received: last.status,
      expected: 'a success',
    })
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined)
    return context.broken({
      ...proof,
      exchange: last,
      code: 'repeated-across-pages',
      received: twice,
    })
  if (ended) {
    const missing = items
      .map((item) => String(item.params[resource.parameter]))
      .find((id) => !ids.includes(id))
    // Others may make and delete items meanwhile: what was there before and is there after was there all the time.
    const after = await context.send(list, { params, query: { [name]: biggest }, headers: {} })
    const stayed = new Set(idsOf(resource, itemsOf(context, resource, after)))
    const lost = missing ?? known.find((id) => stayed.has(id) && !ids.includes(id))
    if (lost !== undefined && !(await comesLater(context, lost, again)))
      return context.broken({
        ...proof,
        exchange: last,
        code: 'missing-from-pages',
        details: { id: lost, pages: pages.length },
      })
  }
  // By number or offset, the end shows only in a page without items: it does not follow the one before.
  const full = [...pages]
  if (paging.kind !== 'cursor')
    while (full.length > 1 && itemsOf(context, resource, full.at(-1) ?? total).length === 0) full.pop()
  const followed = full.slice(0, -1)
  const lastFull = full.at(-1)
  const wrong = lastFull && wrongPosition(lastFull, paging)
  if (lastFull !== undefined && wrong !== undefined)
    return context.broken({ ...proof, exchange: lastFull, code: 'wrong-position', ...wrong })
  const counts = followed.map((page) => itemsOf(context, resource, page).length)
  // A page with a cursor may be shorter than requested, as long as page sizes vary; an equal difference on
  // all pages is a mistake.
  const mayBeShort = paging.kind === 'cursor' && (followed.length < 2 || new Set(counts).size > 1)
  for (const [index, page] of followed.entries()) {
    const count = counts[index] ?? 0
    if (count > size || (count < size && !mayBeShort))
      return context.broken({
        ...proof,
        exchange: page,
        code: 'wrong-page-size',
        received: count,
        expected: size,
      })
    if (paging.morePointer !== undefined && valueAt(page.json as Json, paging.morePointer) !== true)
      return context.broken({
        ...proof,
        exchange: page,
        code: 'more-flag-unset',
        subject: paging.morePointer,
        received: valueAt(page.json as Json, paging.morePointer),
      })
  }
  if (ended && !inserting) await exactlyFull(context, resource, paging, { params, biggest })
  if (ended && paging.morePointer !== undefined && valueAt(last.json as Json, paging.morePointer) !== false)
    context.broken({
      ...proof,
      exchange: last,
      code: 'more-flag-set-at-end',
      subject: paging.morePointer,
      received: valueAt(last.json as Json, paging.morePointer),
    })
}

/** A page that contains exactly all items is the last one: what it leads to must not be empty. */
async function exactlyFull(
  context: CheckContext,
  resource: Resource,
  paging: Paging,
  { params, biggest }: { params: Record<string, Json>; biggest: number },
): Promise<void> {
  const { list } = resource
  const { limit } = paging
  if (list === undefined || limit === undefined) return
  const read = (query: Record<string, Json>) => context.send(list, { params, query, headers: {} })
  const all = itemsOf(context, resource, await read({ [limit.name]: biggest })).length
  const size = sizeFor(context.api, limit, all)
  if (all === 0 || all >= biggest || size !== all) return
  const { pages } = await walk(context, resource, params, { [limit.name]: size })
  const [page, after] = pages
  // Others may create and delete items meanwhile.
  const isFull = page !== undefined && itemsOf(context, resource, page).length === all
  const isPromised =
    paging.morePointer === undefined
      ? leadsNowhere(context, resource, paging, pages) !== undefined
      : valueAt(page?.json as Json, paging.morePointer) === true
  if (!isFull || !isPromised || after === undefined || pages.length > 2) return
  if (after.status >= 300 || itemsOf(context, resource, after).length > 0) return
  if (itemsOf(context, resource, await read({ [limit.name]: biggest })).length !== all) return
  context.broken({
    code: 'cursor-on-last-page',
    exchange: page,
    with: [after],
    place: paging.next.pointer,
  })
}

async function forged(context: CheckContext, resource: Resource, paging: Paging): Promise<void> {
  const { list } = resource
  const { params } = await several(context, resource, 2)
  if (list === undefined) return
  const first = await context.send(list, {
    params,
    query: paging.limit === undefined ? {} : { [paging.limit.name]: sizeFor(context.api, paging.limit, 1) },
    headers: {},
  })
  const cursor = cursorIn(paging, first)
  const wrong = ['bm8tY3Vyc29y']
  if (typeof cursor === 'string' && cursor.length > 8 && !/^https?:|^\//.test(cursor) && isSealed(cursor))
    wrong.push(altered(cursor))
  for (const value of wrong) {
    const exchange = await context.send(list, { params, query: { [paging.next.name]: value }, headers: {} })
    expectRejection(context, list, exchange, {
      what: `a ${paging.next.name} that the server never issued`,
      fitting: [400, 422, 410],
      any4xx: true,
      place: paging.next.pointer,
      with: [first],
    })
  }
}

/** Whether a cursor cannot be read: one that is the name of a place may be changed into that of another place. */
function isSealed(cursor: string): boolean {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const readable = /^[\x20-\x7e]*$/.test(text) || /^\d+$/.test(cursor)
  return !readable || /[.|:~]([0-9a-f]{32,}|[\w-]{27,})=*$/.test(cursor) || /[0-9a-f]{32,}/.test(text)
}

const altered = (cursor: string): string => {
  const at = Math.floor(cursor.length / 2)
  const one = cursor.charAt(at)
  return cursor.slice(0, at) + (one === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
}

/** The order must be correct across pages, too. */
async function orderedPages(context: CheckContext, resource: Resource, paging: Paging): Promise<void> {
  const { list } = resource
  const { params, items } = await several(context, resource, WANTED)
  if (list === undefined || paging.limit === undefined || items.length === 0)
    return context.notObserved({ code: 'too-few', what: 'items' })
  const [small, large] = [3, 6].map((size) => sizeFor(context.api, paging.limit, size))
  const whole = await context.send(list, { params, query: { [paging.limit.name]: large ?? 6 }, headers: {} })
  const { ids, pages } = await walk(context, resource, params, { [paging.limit.name]: small ?? 3 })
  expectIds(context, resource, whole)
  const expected = idsOf(resource, itemsOf(context, resource, whole))
  const mine = new Set(items.map((item) => String(item.params[resource.parameter])))
  const common = (list_: string[]) =>
    list_.filter((id) => mine.has(id) && expected.includes(id) && ids.includes(id))
  if (common(expected).join() === common(ids.slice(0, 60)).join()) return
  context.broken({
    code: 'order-differs-by-pages',
    exchange: pages.at(-1) ?? whole,
    with: [whole, ...pages],
    place: list.pointer,
  })
}

/** Whether a page announces its end and has a cursor for a next page all the same. */
function saysBoth({ json }: Recorded, paging: Paging): boolean {
  if (paging.kind !== 'cursor' || paging.morePointer === undefined || !isObject(json as Json)) return false
  // The cursor of the last item of a page (`endCursor`) does not announce a next page.
  if (!isOfNext(paging.cursorPointer.split('/').at(-1) ?? '')) return false
  const cursor = valueAt(json as Json, paging.cursorPointer)
  return valueAt(json as Json, paging.morePointer) === false && typeof cursor === 'string' && cursor !== ''
}
