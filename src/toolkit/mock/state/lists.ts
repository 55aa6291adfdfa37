/** Pages of a list: filtered by equality, sorted, limited, with an opaque cursor. */

import { type Api, type ApiOperation, successSchema } from '../../model/api.ts'
import type { SpokenOrder } from '../../model/description.ts'
import { listPlace } from '../../model/listPlace.ts'
import {
  afterItemOf,
  declaresLinks,
  firstOf,
  limitOf,
  morePointerOf,
  type Paging,
  pagingOf,
} from '../../model/paging.ts'
import { valueIn } from '../../model/queryInputs.ts'
import { compare, likelyKey, orderedValue, readKey, sortingOf } from '../../model/sorting.ts'
import { soundsLike } from '../../model/vocabulary.ts'
import { textFromBase64, textToBase64Url } from '../../openapi/bytes.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { tokensOf, valueAt, withValueAt } from '../../openapi/pointer.ts'
import { queryOf, rejectedField } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { fingerprint } from '../../schema/values/random.ts'
import { isNullable, membersOf, typesOf, withoutNull } from '../../schema/view.ts'
import { filtered, keysOf, propertiesOf } from './filtering.ts'
import { addressOf, LINKED, type PageFacts, reportPage } from './pages.ts'
import { viewWithForms } from './targets.ts'

const DEFAULT_LIMIT = 20

/** A list that an operation returns page by page. */
interface PagedList {
  operation: ApiOperation
  items: readonly JsonObject[]
  request: Pick<PlacedRequest, 'query' | 'url' | 'headers'>
  /** A response of the operation, which gets the page. */
  frame: Json
  idMember: string
  signer: CursorSigner
  /** How an item of the page is shown. */
  show?(item: JsonObject): JsonObject
}

/** One page of the items as the operation returns it. */
export function pageOf(api: Api, list: PagedList): { body: Json; facts: PageFacts } {
  const { operation, items, request, frame, idMember, signer } = list
  const { query } = request
  const paging = usedPaging(pagingOf(api, operation), query)
  const { items: left, ignored } = filtered(api, operation, items, query)
  const chosen = sorted(api, left, query, operation)
  const size = paging?.limit ?? limitOf(api, operation)
  const limit =
    numberIn(query, size?.name) ??
    defaultOf(size) ??
    (paging === undefined && size === undefined ? chosen.length : DEFAULT_LIMIT)
  // `page[after]` may be a property of `page`.
  const steering = [paging?.next.name, size?.name].flatMap((one) => [one, one?.replace(/\[.*$/, '')])
  const scope = JSON.stringify([
    operation.operationId,
    Object.entries(query).filter(([name]) => !steering.includes(name)),
  ])
  const afterItem =
    paging === undefined ? afterItemOf(api, operation) : paging.fromItem === true ? paging.next : undefined
  const after = afterItem && query[afterItem.name]
  const start =
    after === undefined
      ? startOf(list, paging, chosen, limit, scope)
      : 1 + placeOf(chosen, idMember, after, afterItem?.name ?? '')
  const page = chosen.slice(start, start + limit)
  const more = start + limit < chosen.length
  const last = page.at(-1)
  const cursor =
    more && last !== undefined ? signer.seal(`${start + limit}|${String(last[idMember])}`, scope) : undefined
  const facts = {
    paging,
    request,
    total: chosen.length,
    shown: page.length,
    start,
    limit,
    more,
    cursor,
    ignored,
  }
  const shown = page.map((item) => list.show?.(item) ?? item)
  const place = listPlace(api, operation) ?? []
  if (place.length === 0) return { body: shown, facts }
  const response = withValueAt(isObject(frame) ? frame : {}, place, shown) as JsonObject
  const accepts = (pointer: string) => acceptsNull(api, operation, pointer)
  reportPage(response, place, facts, (pointer) => viewAt(api, operation, pointer), accepts)
  const morePointer = paging?.morePointer ?? morePointerOf(api, operation)
  if (morePointer !== undefined) setAt(response, morePointer, more)
  if (paging?.kind === 'cursor' && paging.cursorPointer !== '') {
    const isAddress = isAddressAt(api, operation, paging.cursorPointer)
    const reported = isAddress ? addressOf(cursor, facts) : cursor
    if (!isObject(valueAt(response, paging.cursorPointer)))
      setAt(response, paging.cursorPointer, reported ?? null)
    // At the end, the cursor is null if the schema allows that; otherwise the property is missing.
    if (cursor === undefined && !accepts(paging.cursorPointer)) removeAt(response, paging.cursorPointer)
  }
  return { body: response, facts }
}

/** The way in which a query requests a page, of a list that has several. */
function usedPaging(paging: Paging | undefined, query: Record<string, Json>): Paging | undefined {
  if (paging === undefined || valueIn(query, paging.next.name) !== undefined) return paging
  const used = paging.others.find(({ next }) => valueIn(query, next.name) !== undefined)
  return used === undefined ? paging : { ...paging, ...used }
}

/** Where the item is after which a page begins. @throws HttpError for an unknown id */
function placeOf(items: readonly JsonObject[], idMember: string, id: Json, parameter: string): number {
  const found = items.findIndex((item) => String(item[idMember]) === String(id))
  if (found < 0)
    throw rejectedField(`query.${parameter}`, 'no item of this list has this id; expected the id of one')
  return found
}

function startOf(
  { operation, request: { query, url }, idMember, signer }: PagedList,
  paging: Paging | undefined,
  items: readonly JsonObject[],
  limit: number,
  scope: string,
): number {
  if (paging?.fromItem === true) return 0
  const asked =
    paging === undefined
      ? declaresLinks(operation) && queryOf(url).get(LINKED)
      : (valueIn(query, paging.next.name) ?? null)
  if (asked === null || asked === false) return 0
  if (paging?.kind === 'offset') return Math.max(0, Number(asked) - firstOf(paging))
  if (paging?.kind === 'page') return Math.max(0, Number(asked) - firstOf(paging)) * limit
  const position = signer.open(String(asked), scope)
  if (position === undefined)
    throw rejectedField(
      `query.${paging?.next.name ?? LINKED}`,
      'received a cursor that does not belong to this list; expected one that it returned',
    )
  const [offset, id] = position.split(/\|(.*)/s)
  const after = items.findIndex((item) => String(item[idMember]) === id)
  return after >= 0 ? after + 1 : Number(offset)
}

/** The items in the order of the query, otherwise in the default order that the document states. */
function sorted(
  api: Api,
  items: readonly JsonObject[],
  query: Record<string, Json>,
  list: ApiOperation,
): readonly JsonObject[] {
  const sorting = sortingOf(api, list)
  const { sort, direction, defaultKey, defaultDirection, spoken, usual } = sorting
  const asked = sort && query[sort.name]
  const way = direction && query[direction.name]
  const said = typeof way === 'string' ? way : defaultDirection
  if (asked === undefined && said === undefined && defaultKey === undefined && spoken !== undefined)
    return inSpokenOrder(items, spoken)
  const properties = propertiesOf(api, list, items).map(([name]) => name)
  const likely = defaultKey ?? (typeof way === 'string' ? likelyKey(sorting) : undefined)
  const keys = (asked === undefined ? [likely].filter((one) => one !== undefined) : keysOf(asked)).flatMap(
    (key) => {
      const { property, descending = false } = readKey(key, said, { properties, usual })
      return property === undefined ? [] : [{ property, sign: descending ? -1 : 1 }]
    },
  )
  if (keys.length === 0) return items
  const value = (one: JsonObject, property: string) => orderedValue(one[property], property, sorting)
  // Equal items stay in the stated order of ties, or in that of their creation.
  const ties = asked === undefined ? sorting.usualTies : sorting.ties
  const inTies = ties === undefined ? items : inSpokenOrder(items, ties)
  return [...inTies].sort((a, b) => {
    for (const { property, sign } of keys) {
      const order = compare(value(a, property), value(b, property))
      if (order !== 0) return sign * order
    }
    return 0
  })
}

/** Sorts by a stated default order. Items are stored in the order of creation. */
function inSpokenOrder(
  items: readonly JsonObject[],
  { by, descending, further, missing }: SpokenOrder,
): readonly JsonObject[] {
  if (by === 'creation') return descending ? [...items].reverse() : items
  const keys = [{ property: by.property, descending }, ...(further === undefined ? [] : [further])]
  const isBare = (one: JsonObject) => (one[by.property] ?? null) === null
  const end = missing === 'first' ? -1 : 1
  return [...items].sort((a, b) => {
    if (missing !== undefined && isBare(a) !== isBare(b)) return isBare(a) ? end : -end
    for (const key of keys) {
      const order = compare(a[key.property], b[key.property])
      if (order !== 0) return key.descending ? -order : order
    }
    return 0
  })
}

function numberIn(query: Record<string, Json>, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : valueIn(query, name)
  return value === undefined || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

function defaultOf(parameter: { schema: Json | undefined } | undefined): number | undefined {
  const value = isObject(parameter?.schema) ? parameter.schema.default : undefined
  return typeof value === 'number' ? value : undefined
}

/** The view of the response schema at a JSON Pointer. */
function viewAt(api: Api, operation: ApiOperation, pointer: string): JsonObject {
  let view = viewWithForms(api.document, successSchema(api, operation)?.schema)
  for (const token of tokensOf(pointer)) {
    const inner = membersOf(withoutNull(api.document, view)).find(([name]) => name === token)?.[1]
    view = viewWithForms(api.document, inner)
  }
  return view
}

/** Whether what leads to the next page is an address that has the cursor in it. */
const isAddressAt = (api: Api, operation: ApiOperation, pointer: string): boolean =>
  /^ur[il]/.test(String(viewAt(api, operation, pointer).format ?? '')) ||
  soundsLike('link', tokensOf(pointer).at(-1) ?? '')

/** Whether the response schema allows null at the pointer. */
function acceptsNull(api: Api, operation: ApiOperation, pointer: string): boolean {
  const view = viewAt(api, operation, pointer)
  return isNullable(api.document, view) || typesOf(view).length === 0
}

function removeAt(root: JsonObject, pointer: string): void {
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  const parent = tokens.reduce<Json | undefined>(
    (node, token) => (isObject(node) ? node[token] : undefined),
    root,
  )
  if (isObject(parent)) delete parent[last]
}

/** Sets the value at a pointer whose parents are there, or makes them. */
function setAt(root: JsonObject, pointer: string, value: Json): void {
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  let node = root
  for (const token of tokens) {
    const inner = node[token]
    node[token] = isObject(inner) ? { ...inner } : {}
    node = node[token] as JsonObject
  }
  node[last] = value
}

/** Seals a position together with the list it belongs to, against mistakes and not against attackers. */
interface CursorSigner {
  seal(position: string, scope: string): string
  /** Undefined for a cursor that was not made here, for this list and these filters. */
  open(cursor: string, scope: string): string | undefined
}

export function createCursorSigner(key: string): CursorSigner {
  const mark = (position: string, scope: string) => fingerprint(`${key}\n${position}\n${scope}`)
  return {
    seal: (position, scope) => textToBase64Url(`${mark(position, scope)}${position}`),
    open(cursor, scope) {
      const text = textFromBase64(cursor) ?? ''
      const position = text.slice(22)
      return text.slice(0, 22) === mark(position, scope) && position !== '' ? position : undefined
    },
  }
}
