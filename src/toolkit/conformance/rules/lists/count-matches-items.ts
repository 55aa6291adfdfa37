import { type ApiOperation, successSchema } from '../../../model/api.ts'
import { descriptionOf, saysInexact, saysTotal, saysUnfiltered } from '../../../model/description.ts'
import { listPlace } from '../../../model/listPlace.ts'
import { pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfFilters, isTotal, normal, PAGE_COUNTS, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { tokensOf, valueAt } from '../../../openapi/pointer.ts'
import { follow } from '../../../openapi/resolve.ts'
import { membersOf, typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemsOf } from '../../engine/items.ts'
import { wholeList } from '../../engine/pages.ts'
import { type CheckContext, defineRule, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { aggregates } from './aggregates.ts'
import { filteredTotals, type Total } from './filteredTotals.ts'
import { reports } from './reports.ts'
import { several } from './several.ts'

/** Totals of lists, and numbers that an item or a report shows of other items. */
export const countMatchesItems = defineRule({
  ...definitionOf('count-matches-items'),
  *checks({ api, graph }) {
    yield* aggregates({ api, graph })
    yield* reports({ api, graph })
    for (const resource of graph.resources) {
      const { list } = resource
      for (const said of list === undefined ? [] : totalsOf({ api }, resource)) {
        yield {
          name: `total ${said.name}`,
          constraint: `${said.name} counts the list`,
          operation: list,
          later: true,
          run: (context) => total(context, resource, said),
        }
        if (said.ofFilters) yield* filteredTotals({ api }, resource, said)
      }
    }
    for (const list of listsWithoutItems({ api, graph }))
      for (const said of totalsOf({ api }, { list }))
        yield {
          name: `total ${said.name}`,
          constraint: `${said.name} counts the list`,
          operation: list,
          later: true,
          run: (context) => totalOfPage(context, list, said),
        }
  },
})

/** Lists of what no request creates, such as the events of an account. */
const listsWithoutItems = ({ api, graph }: Pick<Plan, 'api' | 'graph'>): ApiOperation[] =>
  api.operations.filter(
    (one) =>
      one.method === 'GET' &&
      !one.path.includes('{') &&
      listPlace(api, one) !== undefined &&
      graph.resources.every(({ list, read }) => list !== one && read !== one),
  )

type Listed = Pick<Resource, 'list'>

function totalsOf({ api }: Pick<Plan, 'api'>, { list }: Listed): Total[] {
  const pointer = totalPointer({ api }, { list })
  const declared = list?.successes.flatMap((status) =>
    Object.entries(objectAt(list.responses.get(String(status))?.node ?? {}, 'headers')),
  )
  const headers = new Map(
    declared?.flatMap(([name, header]) => {
      const { description, schema } = follow(api.document, header)
      const words = [description, viewOf(api.document, schema).description].join(' ')
      return isTotal(name) && !saysInexact(words) ? [[name, !saysUnfiltered(words)] as const] : []
    }),
  )
  return [
    ...(pointer === undefined
      ? []
      : [
          {
            name: pointer,
            pointer,
            ofFilters: !countsAll({ api }, { list }, pointer),
            in: (page: Recorded) => valueAt(page.json as Json, pointer),
          },
        ]),
    ...[...headers].map(([name, ofFilters]) => ({
      name,
      ofFilters,
      in(page: Recorded) {
        const text = readHeader(page.headers, name.toLowerCase())
        return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
      },
    })),
  ]
}

/** Whether a total counts the items that the filters leave out, too: by its text, or next to the total of those that fit. */
function countsAll({ api }: Pick<Plan, 'api'>, { list }: Listed, pointer: string): boolean {
  let schema = list && successSchema(api, list)?.schema
  for (const token of tokensOf(pointer)) {
    const members = new Map(membersOf(viewOf(api.document, schema)))
    if ([...members.keys()].some(isOfFilters)) return true
    schema = members.get(token)
  }
  return saysUnfiltered(descriptionOf(viewOf(api.document, schema)))
}

/** The number of a list response that is described as the number of items in the whole list. */
function totalPointer({ api }: Pick<Plan, 'api'>, { list }: Listed): string | undefined {
  if (list === undefined) return undefined
  const says = (schema: Json) => saysTotal(descriptionOf(viewOf(api.document, schema)))
  // Documents that are generated from TypeScript have no integers.
  const counts = (schema: Json) => {
    const { description, ...view } = viewOf(api.document, schema)
    const isNumber = typesOf(view).some((type) => type === 'integer' || type === 'number')
    return isNumber && !saysInexact(String(description ?? ''))
  }
  const members = membersOf(viewOf(api.document, successSchema(api, list)?.schema))
  const names = new Set(members.map(([name]) => normal(name)))
  // Next to the links of Django REST framework `count` is of all pages, and so is the `totalSize` of AIP-158.
  const isOfAll = (name: string) =>
    isTotal(name) ||
    (normal(name) === 'count' && names.has('next') && names.has('previous')) ||
    (normal(name) === 'totalsize' && names.has('nextpagetoken'))
  const direct = members.find(([name, schema]) => isOfAll(name) && counts(schema))
  if (direct !== undefined) return `/${direct[0]}`
  for (const [outer, around] of members.filter(([name]) => soundsLike('pagination', name))) {
    const inner = membersOf(viewOf(api.document, around)).find(
      ([name, schema]) => (isTotal(name) || says(schema)) && counts(schema),
    )
    if (inner !== undefined) return `/${outer}/${inner[0]}`
  }
  return undefined
}

/** `totalPages` must be the number of pages that `total` items fill at the page size of the response. */
function wrongPageCount(
  context: CheckContext,
  list: ApiOperation,
  page: Recorded,
  total: unknown,
  limit: string | undefined,
): void {
  if (!isObject(page.json as Json) || typeof total !== 'number' || total === 0) return
  const whole = page.json as JsonObject
  const holders = [
    whole,
    ...Object.keys(whole)
      .filter((name) => soundsLike('pagination', name))
      .map((name) => whole[name]),
  ]
  for (const holder of holders) {
    if (!isObject(holder)) continue
    const entries = Object.entries(holder)
    const [, size] = entries.find(([name]) => name === limit || soundsLike('pageSize', name)) ?? []
    const [name, pages] = entries.find(([one]) => PAGE_COUNTS.test(normal(one))) ?? []
    if (typeof size !== 'number' || size < 1 || typeof pages !== 'number') continue
    const expected = Math.ceil(total / size)
    if (pages === expected) continue
    context.broken({
      code: 'wrong-page-count',
      subject: name ?? '',
      received: pages,
      expected,
      details: { items: total, size },
      exchange: page,
      place: list.pointer,
    })
  }
}

const MORE_WALKS = 3

/** The total of a list must be the number of items on all of its pages. */
async function total(context: CheckContext, resource: Resource, reported: Total): Promise<void> {
  const { list } = resource
  const { params, items } = await several(context, resource, 3)
  if (list === undefined) return
  const paging = pagingOf(context.api, list)
  const said = (page: Recorded | undefined) => page && reported.in(page)
  let whole = await wholeList(context, resource, params)
  // Items that other checks create in the meantime can hide a mistake or look like one: read the list again.
  for (let more = 0; more < MORE_WALKS && said(whole.pages[0]) !== said(whole.pages.at(-1)); more++)
    whole = await wholeList(context, resource, params)
  const [first] = whole.pages
  const last = whole.pages.at(-1)
  if (first === undefined || last === undefined || !whole.ended || last.status >= 300)
    return context.notObserved({ code: 'not-read', what: 'the whole list' })
  wrongPageCount(context, list, first, said(first), paging?.limit?.name)
  const count = new Set(whole.ids).size
  if (typeof said(first) !== 'number') return
  if ([said(first), said(last)].includes(count)) {
    const exchanges = [...items.map(({ made }) => made), ...whole.pages]
    return comparePage(context, { list, params, reported }, { count, exchanges })
  }
  context.broken({
    code: 'wrong-count',
    subject: reported.name,
    received: said(first),
    expected: count,
    exchange: first,
    with: [...items.map(({ made }) => made), ...whole.pages.slice(1)],
    ...(reported.pointer !== undefined && { pointer: reported.pointer }),
    place: list.pointer,
  })
}

/** The total on a page of one item must not be that of the page. */
async function comparePage(
  context: CheckContext,
  { list, params, reported }: { list: ApiOperation; params: Record<string, Json>; reported: Total },
  { count, exchanges }: { count: number; exchanges: Recorded[] },
): Promise<void> {
  const limit = pagingOf(context.api, list)?.limit
  if (limit === undefined) return
  const query = { [limit.name]: sizeFor(context.api, limit, 1) }
  const page = await context.send(list, { params, query, headers: {} })
  const onPage = itemsOf(context, { list }, page).length
  // Others may make and delete items meanwhile, but hardly all others.
  if (reported.in(page) !== onPage || onPage >= count - 1) return
  context.broken({
    code: 'total-of-page',
    subject: reported.name,
    received: reported.in(page),
    expected: count,
    details: { items: onPage },
    exchange: page,
    with: exchanges,
    ...(reported.pointer !== undefined && { pointer: reported.pointer }),
    place: list.pointer,
  })
}

async function totalOfPage(context: CheckContext, list: ApiOperation, reported: Total): Promise<void> {
  const read = () => wholeList(context, { list, idMember: 'id' }, {})
  const itemsIn = (pages: readonly Recorded[]) => pages.flatMap((page) => itemsOf(context, { list }, page))
  let whole = await read()
  const isStable = () =>
    reported.in(whole.pages[0] as Recorded) === reported.in(whole.pages.at(-1) as Recorded)
  for (let more = 0; more < MORE_WALKS && !isStable(); more++) whole = await read()
  const { pages, ended } = whole
  const [first] = pages
  const items = itemsIn(pages)
  if (first === undefined || pages.some(({ status }) => status >= 300))
    return context.notObserved({ code: 'not-read', what: 'the whole list' })
  const said = reported.in(first)
  // Without pages, a list may show the first of its items only.
  const isWhole = ended && pagingOf(context.api, list) !== undefined
  const isWrong = typeof said === 'number' && (said < items.length || (isWhole && said > items.length))
  if (!isWrong) {
    if (items.length >= MIN_LISTED)
      await comparePage(context, { list, params: {}, reported }, { count: items.length, exchanges: [first] })
    return
  }
  // A list to which the server adds by itself has another total by now.
  const again = await read()
  const isSame =
    again.pages.length === pages.length && again.pages.every((page) => reported.in(page) === said)
  if (!isSame || itemsIn(again.pages).length !== items.length)
    return context.notObserved({ code: 'not-read', what: 'the whole list' })
  context.broken({
    code: 'wrong-count',
    subject: reported.name,
    received: said,
    expected: items.length,
    exchange: first,
    with: pages.slice(1),
    ...(reported.pointer !== undefined && { pointer: reported.pointer }),
    place: list.pointer,
  })
}

/** Items by which the total of a page differs from that of the list. */
const MIN_LISTED = 3
