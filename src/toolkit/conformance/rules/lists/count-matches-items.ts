import { type Api, type ApiOperation, successSchema } from '../../../model/api.ts'
import { descriptionOf, saysInexact, saysTotal } from '../../../model/description.ts'
import { listItems } from '../../../model/listPlace.ts'
import { isWhole, linkedPage, nextPage, pagingOf, sizeFor } from '../../../model/paging.ts'
import { actionOn } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import {
  isTotal,
  lastSegment,
  normal,
  PAGE_COUNTS,
  singularOf,
  soundsLike,
} from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { valueAt } from '../../../openapi/pointer.ts'
import { follow } from '../../../openapi/resolve.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { itemsOf, parentOf } from '../../engine/items.ts'
import { wholeList } from '../../engine/pages.ts'
import { type CheckContext, defineRule, type Item, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { responseProperties } from '../compare.ts'
import { several } from './several.ts'

/** A count that a thing shows of what it holds is the number that its list shows. */
export const countMatchesItems = defineRule({
  ...definitionOf('count-matches-items'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      const { parent, list } = resource
      for (const said of list === undefined ? [] : totalsOf({ api }, resource))
        yield {
          name: `total ${said.name}`,
          constraint: `${said.name} counts the list`,
          operation: list,
          later: true,
          run: (context) => total(context, resource, said),
        }
      if (parent?.read === undefined || list === undefined || listItems(api, list) === undefined) continue
      for (const count of countsOf(api, parent, resource))
        yield {
          name: count.member,
          constraint: `/${count.member} counts`,
          operation: parent.read,
          run: (context) => countOf(context, resource, count),
        }
    }
  },
})

/** A number of a parent that counts its children. */
interface Count {
  member: string
  /** Only children in this state are counted: `open` of `open_issues`. */
  state: { member: string; value: string } | undefined
}

/** The properties of a parent that count its children: `issueCount`, the integer `issues`, and `openIssues` by state. */
function countsOf(api: Api, { read }: Resource, child: Resource): Count[] {
  const last = lastSegment(child.collection)
  const singular = normal(singularOf(last))
  const shelf = normal(last).replace(/ves$/, 'f')
  const names = [
    `${singular}count`,
    `${singular}scount`,
    `total${singular}s`,
    `num${singular}s`,
    `${shelf}count`,
  ]
  const properties = [...responseProperties(api, read)]
  const isInteger = (schema: Json) => typesOf(viewOf(api.document, schema)).includes('integer')
  const whole =
    properties.find(([name]) => names.includes(normal(name))) ??
    properties.find(([name, schema]) => normal(name) === normal(last) && isInteger(schema))
  const states = membersOf(viewOf(api.document, child.list && listItems(api, child.list))).flatMap(
    ([member, schema]) => {
      const { enum: all } = withoutNull(api.document, viewOf(api.document, schema))
      if (!soundsLike('status', member) || !Array.isArray(all)) return []
      return all.flatMap((value) => (typeof value === 'string' ? [{ member, value }] : []))
    },
  )
  const ofStates = properties.flatMap(([member, schema]) => {
    const state = states.find(({ value }) =>
      [
        `${normal(value)}${normal(last)}`,
        `${normal(value)}${singular}count`,
        `${normal(value)}${singular}scount`,
      ].includes(normal(member)),
    )
    return state === undefined || !isInteger(schema) ? [] : [{ member, state }]
  })
  return [...(whole === undefined ? [] : [{ member: whole[0], state: undefined }]), ...ofStates]
}

async function countOf(context: CheckContext, resource: Resource, { member, state }: Count): Promise<void> {
  const { parent, list } = resource
  if (parent?.read === undefined || list === undefined) return
  const counted = (page: Recorded) =>
    itemsOf(context, resource, page).filter((one) => state === undefined || one[state.member] === state.value)
  const item = await context.item(resource, { fresh: true })
  const holder = { params: parentOf(item), query: {}, headers: {} }
  const response = await context.send(parent.read, holder)
  const items = await context.send(list, { ...holder, query: {} })
  if (!isObject(response.json as Json)) return
  const shown = (response.json as Record<string, Json>)[member]
  const all = itemsOf(context, resource, items).length
  const count = counted(items).length
  const paging = pagingOf(context.api, list)
  const more = paging === undefined ? linkedPage(items) : nextPage(paging, {}, items, all)
  const mayFollow = paging === undefined || paging.kind === 'cursor' ? more !== undefined : shown !== count
  const next =
    mayFollow && more !== undefined ? await context.send(list, { ...holder, query: more }) : undefined
  const pages = next !== undefined && itemsOf(context, resource, next).length > 0
  if (all >= 20 || pages || !(paging !== undefined || isWhole(items, all, undefined)))
    return context.notObserved({ code: 'several-pages' })
  if (shown !== count)
    return context.broken({
      code: 'wrong-count',
      subject: `/${member}`,
      received: shown,
      expected: count,
      exchange: response,
      with: [item.made, items],
      pointer: `/${member}`,
      place: parent.read.pointer,
    })
  await goesDown(context, { item, read: parent.read, member, count, counted })
}

interface Counted {
  item: Item
  /** Shows the count. */
  read: ApiOperation
  member: string
  count: number
  /** The children on a page that are counted. */
  counted(page: Recorded): readonly JsonObject[]
}

/** The count follows a deletion, or another change that ends its state, at once or a little later. */
async function goesDown(
  context: CheckContext,
  { item, read, member, count, counted }: Counted,
): Promise<void> {
  const { list } = item.resource
  if (list === undefined) return
  const changed = await leaves(context, item)
  if (changed === undefined) return
  const holder = { params: parentOf(item), query: {}, headers: {} }
  const wrong = await eventually(context, async () => {
    const items = await context.send(list, holder)
    const response = await context.send(read, holder)
    const shown = isObject(response.json as Json) ? (response.json as JsonObject)[member] : undefined
    const left = counted(items).length
    // What is only marked as deleted may be listed and counted still.
    const isRight = response.status >= 300 || items.status >= 300 || left !== count - 1 || shown === left
    return isRight ? undefined : { items, answer: response, shown, left }
  })
  if (wrong === undefined) return
  const { items, answer: response, shown, left } = wrong
  context.broken({
    code: 'count-not-reduced',
    subject: `/${member}`,
    received: shown,
    expected: left,
    exchange: response,
    with: [item.made, changed, items],
    pointer: `/${member}`,
    place: read.pointer,
  })
}

/** Deletes the item, or changes it by the first action that succeeds, where it cannot be deleted. */
async function leaves(context: CheckContext, { resource, params }: Item): Promise<Recorded | undefined> {
  const { delete: remove, item } = resource
  const isPlain = (one: ApiOperation) =>
    !one.inputs.some(({ required, in: at }) => required && at !== 'path') && one.body === undefined
  const actions = context.api.operations.filter(
    (one) => one.method === 'POST' && actionOn(item, one.path) !== undefined,
  )
  for (const operation of [...(remove ? [remove] : []), ...actions].filter(isPlain)) {
    const changed = await context.send(operation, { params, query: {}, headers: {} })
    if (changed.status < 300 && changed.status !== 202) return changed
  }
  return undefined
}

/** Where a list answer says how many items the whole list has. */
interface Total {
  name: string
  pointer?: string
  in(page: Recorded): unknown
}

function totalsOf({ api }: Pick<Plan, 'api'>, resource: Resource): Total[] {
  const { list } = resource
  const pointer = totalPointer({ api }, resource)
  const declared = list?.successes.flatMap((status) =>
    Object.entries(objectAt(list.responses.get(String(status))?.node ?? {}, 'headers')),
  )
  const headers = new Set(
    declared
      ?.filter(([name, header]) => {
        const { description, schema } = follow(api.document, header)
        const words = [description, viewOf(api.document, schema).description].join(' ')
        return isTotal(name) && !saysInexact(words)
      })
      .map(([name]) => name),
  )
  return [
    ...(pointer === undefined
      ? []
      : [{ name: pointer, pointer, in: (page: Recorded) => valueAt(page.json as Json, pointer) }]),
    ...[...headers].map((name) => ({
      name,
      in(page: Recorded) {
        const text = readHeader(page.headers, name.toLowerCase())
        return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
      },
    })),
  ]
}

/** The integer of a list answer that says how many items the whole list has. */
function totalPointer({ api }: Pick<Plan, 'api'>, { list }: Resource): string | undefined {
  if (list === undefined) return undefined
  const says = (schema: Json) => saysTotal(descriptionOf(viewOf(api.document, schema)))
  const counts = (schema: Json) => {
    const { description, ...view } = viewOf(api.document, schema)
    return typesOf(view).includes('integer') && !saysInexact(String(description ?? ''))
  }
  const members = membersOf(viewOf(api.document, successSchema(api, list)?.schema))
  const names = new Set(members.map(([name]) => normal(name)))
  // Beside the links of Django REST framework `count` is of all pages, and so is the `totalSize` of AIP-158.
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

/** `totalPages` is the number of pages of the size that the answer tells which `total` items fill. */
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

/** What a list says of its length is what its pages hold together. */
async function total(context: CheckContext, resource: Resource, reported: Total): Promise<void> {
  const { list } = resource
  const { params, items } = await several(context, resource, 3)
  if (list === undefined) return
  const paging = pagingOf(context.api, list)
  const said = (page: Recorded | undefined) => page && reported.in(page)
  let whole = await wholeList(context, resource, params)
  // What others made meanwhile may hide a mistake as well as look like one.
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
    if (paging?.limit === undefined) return
    const size = sizeFor(context.api, paging.limit, 1)
    const page = await context.send(list, { params, query: { [paging.limit.name]: size }, headers: {} })
    const held = itemsOf(context, resource, page).length
    // Others may make and delete items meanwhile, but hardly all others.
    if (said(page) === held && held < count - 1)
      context.broken({
        code: 'total-of-page',
        subject: reported.name,
        received: said(page),
        expected: count,
        details: { items: held },
        exchange: page,
        with: [...items.map(({ made }) => made), ...whole.pages],
        ...(reported.pointer !== undefined && { pointer: reported.pointer }),
        place: list.pointer,
      })
    return
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
