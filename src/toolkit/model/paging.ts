/** How a list is read page by page, found from links, names and schemas. */

import { isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { type HeaderFields, readHeader } from '../openapi/headers.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { boundsOf } from '../schema/values/valid.ts'
import { membersOf, typesOf, viewOf } from '../schema/view.ts'
import { type Api, type ApiOperation, type Parameter, successSchema } from './api.ts'
import { descriptionOf, isDeprecated, saysOffset, saysPageSize, saysPages, saysToken } from './description.ts'
import { queryInputs } from './queryInputs.ts'
import { statedPaging } from './statements.ts'
import {
  CURSORS,
  EXACT_SUFFIX,
  isAfterItem,
  isCursorHeader,
  isNextLink,
  isPlainlyOfPages,
  isSkip,
  LIMITS,
  MORE,
  NEXT,
  NEXT_ADDRESS,
  normal,
  OFFSETS,
  PAGES,
  PAGES_IN,
  SPOKEN_CURSORS,
} from './vocabulary.ts'

export interface Paging {
  /** The page size parameter. */
  limit: Parameter | undefined
  kind: 'cursor' | 'page' | 'offset'
  /** The parameter that requests the next page. */
  next: Parameter
  /** Parameters that request pages by number or offset instead. */
  others: Pick<Paging, 'kind' | 'next' | 'limit'>[]
  /** JSON Pointer of the next cursor in the response, if `kind` is `cursor`. */
  cursorPointer: string
  /** The response header with the next cursor, if it is not in the body. */
  cursorHeader?: string
  /** The cursor is the id of the page's last item: `starting_after`. */
  fromItem?: true
  /** JSON Pointer of the next page's URL or number, if a response has one in addition to page numbers or offsets. */
  nextPointer?: string | undefined
  /** JSON Pointer of the boolean that is false on the last page; undefined if there is none. */
  morePointer: string | undefined
}

/** Pagination of a list operation; undefined if the list is not paginated. */
export function pagingOf(api: Api, operation: ApiOperation): Paging | undefined {
  const numbers = numbersOf(api, operation)
  const main = mainPaging(api, operation, numbers)
  if (main === undefined) return undefined
  // Next to a cursor, a number may be no more than a state of the client.
  const others = main.kind === 'cursor' ? [] : numbers.filter(({ next }) => next.name !== main.next.name)
  // `page` with `page_size`, and `offset` with `limit`
  const limits = limitsOf(api, operation).filter((one) => one !== main.limit)
  return { ...main, others: others.map((one) => ({ ...one, limit: limits[0] ?? main.limit })) }
}

/** The name of a parameter as lists of names have it: `limit` of `limit[eq]`. */
const plainName = ({ name }: Parameter): string => normal(name.replace(EXACT_SUFFIX, ''))

/** The parameters for the number of a page, and for an offset. */
function numbersOf(api: Api, operation: ApiOperation): Pick<Paging, 'kind' | 'next'>[] {
  const query = queryInputs(api, operation)
  const called = (kind: 'page' | 'offset', names: readonly string[]): Pick<Paging, 'kind' | 'next'>[] => {
    const next =
      query.find((one) => statedPaging(one) === kind) ??
      query.find(
        (one) =>
          (names.includes(plainName(one)) || (kind === 'offset' && isSpokenOffset(api, one))) &&
          isNumber(api, one) &&
          statedPaging(one) === undefined,
      )
    return next === undefined ? [] : [{ kind, next }]
  }
  const named = [...called('page', PAGES), ...called('offset', OFFSETS)]
  // `first=20&max=10`
  return named.length === 0 && limitsOf(api, operation).length > 1 ? called('offset', ['first']) : named
}

/** A number called like a cursor is an offset where its description names one: `marker`, "Offset in the result list". */
const isSpokenOffset = ({ document }: Api, one: Parameter): boolean =>
  CURSORS.includes(plainName(one)) &&
  typesOf(viewOf(document, one.schema)).join() === 'integer' &&
  saysOffset(descriptionOf(one.node))

function mainPaging(
  api: Api,
  operation: ApiOperation,
  numbers: readonly Pick<Paging, 'kind' | 'next'>[],
): Omit<Paging, 'others'> | undefined {
  const query = queryInputs(api, operation)
  const stated = (as: ReturnType<typeof statedPaging>) => query.find((one) => statedPaging(one) === as)
  const limit = limitOf(api, operation)
  const schema = successSchema(api, operation)?.schema
  const morePointer = pointerOfMember(api, schema, MORE)
  const linked = linkedCursor(operation)
  const linkedParameter = linked && query.find((one) => one.name === linked.parameter)
  if (linked !== undefined && linkedParameter !== undefined)
    return { limit, kind: 'cursor', next: linkedParameter, cursorPointer: linked.pointer, morePointer }
  const cursor = stated('cursor') ?? cursorInput(api, operation)
  const cursorPointer =
    pointerOfMember(api, schema, NEXT) ??
    (cursor && pointerOfMember(api, schema, [plainName(cursor)], isString))
  if (cursor !== undefined && cursorPointer !== undefined)
    return { limit, kind: 'cursor', next: cursor, cursorPointer, morePointer }
  const token = namedToken(api, schema, query)
  if (token !== undefined) return { limit, kind: 'cursor', ...token, morePointer }
  const cursorHeader = cursor && Object.keys(successHeaders(operation)).find((name) => isCursorHeader(name))
  if (cursor !== undefined && cursorHeader !== undefined)
    return { limit, kind: 'cursor', next: cursor, cursorPointer: '', cursorHeader, morePointer }
  const address = nextAddressOf(api, operation)
  if (cursor !== undefined && address !== undefined)
    return { limit, kind: 'cursor', next: cursor, cursorPointer: address, morePointer }
  const around = {
    limit,
    cursorPointer: '',
    morePointer,
    nextPointer: address,
  }
  const [number] = numbers
  if (number !== undefined) return { ...around, ...number }
  const after = afterItemOf(api, operation)
  // Without a property that reports whether there is more, the parameter may as well be a filter by time.
  if (after !== undefined && morePointer !== undefined)
    return { limit, kind: 'cursor', next: after, cursorPointer: '', fromItem: true, morePointer }
  return undefined
}

/** JSON Pointer of the address of the next page in a response. */
export const nextAddressOf = (api: Api, operation: ApiOperation): string | undefined => {
  const schema = successSchema(api, operation)?.schema
  const isAddress = ({ format }: JsonObject) => /^ur[il]/.test(String(format))
  return pointerOfMember(api, schema, NEXT_ADDRESS) ?? pointerOfMember(api, schema, isNextLink, isAddress)
}

/** A string parameter such as `offset` that is a token: responses contain the next one under the same name. */
function namedToken(
  api: Api,
  schema: Json | undefined,
  query: readonly Parameter[],
): Pick<Paging, 'next' | 'cursorPointer'> | undefined {
  for (const next of query) {
    if (![...OFFSETS, ...PAGES].includes(normal(next.name)) || statedPaging(next) !== undefined) continue
    if (!typesOf(viewOf(api.document, next.schema)).includes('string')) continue
    const cursorPointer = pointerOfMember(api, schema, [normal(next.name)], isString)
    if (cursorPointer !== undefined) return { next, cursorPointer }
  }
  return undefined
}

/** The parameter that accepts the id of the last item, for lists whose responses have no cursor. */
export const afterItemOf = (api: Api, operation: ApiOperation): Parameter | undefined =>
  operation.inputs.find((one) => isAfterItem(one.name) && mayBeCursor(api, one))

/** The parameter that accepts a cursor, by its name, or by its name and its description. */
export function cursorInput(api: Api, operation: ApiOperation): Parameter | undefined {
  const inputs = queryInputs(api, operation).filter((one) => mayBeCursor(api, one))
  return (
    inputs.find((one) => CURSORS.includes(plainName(one)) && !isSpokenOffset(api, one)) ??
    inputs.find((one) => SPOKEN_CURSORS.includes(plainName(one)) && saysPages(descriptionOf(one.node))) ??
    inputs.find((one) => OFFSETS.includes(plainName(one)) && isToken(api, one))
  )
}

/** `start`, "An opaque identifier for pagination" */
const isToken = ({ document }: Api, { schema, node }: Parameter): boolean =>
  isString(viewOf(document, schema)) && saysToken(descriptionOf(node))

/** `after` with a date is a filter. */
const mayBeCursor = ({ document }: Api, one: Parameter): boolean =>
  one.in === 'query' &&
  statedPaging(one) === undefined &&
  !/^date/.test(String(viewOf(document, one.schema).format))

/** The declared headers of an operation's successes. */
const successHeaders = ({ responses, successes }: ApiOperation): JsonObject =>
  Object.assign(
    {},
    ...successes.map((status) => objectAt(responses.get(String(status))?.node ?? {}, 'headers')),
  )

/** Whether a list declares the header `Link` (RFC 8288). */
export const declaresLinks = (operation: ApiOperation): boolean =>
  Object.keys(successHeaders(operation)).some((name) => /^link$/i.test(name))

/** The cursor of the next page in a response; undefined if it has none. */
export const cursorIn = (
  paging: Paging,
  { headers, json }: Pick<Page, 'headers' | 'json'>,
): Json | undefined =>
  paging.cursorHeader !== undefined
    ? readHeader(headers, paging.cursorHeader.toLowerCase())
    : isObject(json as Json)
      ? valueAt(json as Json, paging.cursorPointer)
      : undefined

/** JSON Pointer of the boolean for more pages, also for lists without other pagination. */
export const morePointerOf = (api: Api, operation: ApiOperation): string | undefined =>
  pointerOfMember(api, successSchema(api, operation)?.schema, MORE)

/** Requires a number and a matching description: `$count` may be a flag, and `size` a shirt size. */
function isNumber(api: Api, { name, schema, node }: Parameter): boolean {
  const view = viewOf(api.document, schema)
  const types = typesOf(view)
  const isSaid =
    isPlainlyOfPages(name) || (LIMITS.includes(normal(name)) && saysPageSize(descriptionOf(node)))
  const isWritten = isString(view) && view.enum === undefined && isSaid
  return types.length === 0 || types.includes('integer') || types.includes('number') || isWritten
}

const isString = (view: JsonObject): boolean => typesOf(view).includes('string')

/** The parameter that bounds a page, where the list has one without further pages too. */
export function limitOf(api: Api, operation: ApiOperation): Parameter | undefined {
  const limits = limitsOf(api, operation)
  return limits.length > 1 ? limits.find((one) => plainName(one) !== 'first') : limits[0]
}

/** All of them, those that the document states first, deprecated ones last. */
function limitsOf(api: Api, operation: ApiOperation): Parameter[] {
  const query = queryInputs(api, operation)
  return [
    ...query.filter((one) => statedPaging(one) === 'limit'),
    ...query
      .filter(
        (one) => LIMITS.includes(plainName(one)) && isNumber(api, one) && statedPaging(one) === undefined,
      )
      .sort((a, b) => Number(isDeprecated(a.node)) - Number(isDeprecated(b.node))),
  ]
}

function linkedCursor(operation: ApiOperation): { parameter: string; pointer: string } | undefined {
  for (const { node } of operation.responses.values()) {
    for (const link of Object.values(objectAt(node, 'links'))) {
      if (!isObject(link) || link.operationId !== operation.operationId) continue
      for (const [parameter, expression] of Object.entries(objectAt(link, 'parameters'))) {
        const found = typeof expression === 'string' && /^\$response\.body#(\/.+)$/.exec(expression)?.[1]
        if (found) return { parameter, pointer: found }
      }
    }
  }
  return undefined
}

const isAmong = (names: string[] | ((name: string) => boolean), name: string): boolean =>
  typeof names === 'function' ? names(name) : names.includes(normal(name))

/** JSON Pointer of a property with one of the names, in the response or in its pagination or envelope object. */
function pointerOfMember(
  api: Api,
  schema: Json | undefined,
  names: string[] | ((name: string) => boolean),
  accepts: (view: JsonObject) => boolean = () => true,
  depth = 0,
): string | undefined {
  const members = membersOf(viewOf(api.document, schema))
  for (const [name, inner] of members)
    if (isAmong(names, name) && accepts(viewOf(api.document, inner))) return pointerOf(name)
  if (depth > 1) return undefined
  for (const [name, inner] of members) {
    if (!(PAGES_IN.test(name) || containsList(api, inner))) continue
    const found = pointerOfMember(api, inner, names, accepts, depth + 1)
    if (found !== undefined) return pointerOf(name) + found
  }
  return undefined
}

/** Whether an object contains an array of objects: `{ "data": { "items": [ { … } ], "nextCursor": … } }`. */
const containsList = (api: Api, schema: Json): boolean =>
  !membersOf(viewOf(api.document, schema)).some(([name]) => normal(name) === 'id') &&
  membersOf(viewOf(api.document, schema)).some(([, inner]) => {
    const view = viewOf(api.document, inner)
    return typesOf(view).includes('array') && membersOf(viewOf(api.document, view.items)).length > 0
  })

/** A response, as far as pagination needs it. */
interface Page {
  status: number
  headers: HeaderFields
  json: unknown
}

/**
 * The query of the page after a response; undefined when it was the last.
 * @param lastId the id of the page's last item
 */
export function nextPage(
  paging: Paging,
  query: Record<string, Json>,
  page: Page,
  items: number,
  lastId?: string,
): Record<string, Json> | undefined {
  // After the last page, some servers return 404 and others an empty page.
  if (page.status >= 300) return undefined
  const body = page.json as Json
  const inside = (pointer: string | undefined) =>
    pointer === undefined || !isObject(body) ? undefined : valueAt(body, pointer)
  if (inside(paging.morePointer) === false) return undefined
  const linked = linkedPage(page)
  if (linked !== undefined) return linked
  if (paging.fromItem === true) {
    const isLast = items === 0 || lastId === undefined
    return isLast ? undefined : { ...query, [paging.next.name]: lastId }
  }
  if (paging.kind === 'cursor') return behind(cursorIn(paging, page), query, paging.next.name)
  const { nextPointer } = paging
  const holder = nextPointer === undefined ? undefined : inside(nextPointer.replace(/\/[^/]*$/, ''))
  if (nextPointer !== undefined && (isObject(holder) || isObject(body)))
    return behind(inside(nextPointer), query, paging.next.name)
  if (items === 0 || hasLinks(page)) return undefined
  const present = Number(query[paging.next.name] ?? firstOf(paging))
  const step = paging.kind === 'page' ? 1 : items
  return { ...query, [paging.next.name]: present + step }
}

/** The query that a cursor, an address or an object with an address leads to. */
function behind(
  value: Json | undefined,
  query: Record<string, Json>,
  parameter: string,
): Record<string, Json> | undefined {
  const address = isObject(value) ? (value.href ?? value.url ?? value.cursor) : value
  if (typeof address === 'number') return address === 0 ? undefined : { ...query, [parameter]: address }
  if (typeof address !== 'string' || address === '') return undefined
  // A cursor in Base64 may begin with a slash; an address leads to the next page by its query.
  return /^https?:|^\?|^\/[^?]*\?/.test(address) ? queryIn(address) : { ...query, [parameter]: address }
}

/** The query of an address, which is followed as it is; undefined where it has none. */
function queryIn(address: string): Record<string, Json> | undefined {
  if (!URL.canParse(address, 'http://target')) return undefined
  const given = [...new URL(address, 'http://target').searchParams]
  const query: Record<string, Json> = {}
  for (const [name, value] of given) {
    const before = query[name]
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return given.length === 0 ? undefined : query
}

const linksOf = ({ headers }: Page): string => readHeader(headers, 'link') ?? ''

/** Whether the `Link` header describes pages. If so, a page without `rel="next"` is the last one. */
const hasLinks = (page: Page): boolean => /rel="?(first|prev|previous|last|next)\b/i.test(linksOf(page))

/** The query of the page that `Link: <…>; rel="next"` names (RFC 8288). */
export function linkedPage(page: Page): Record<string, Json> | undefined {
  for (const [, address = '', parameters = ''] of linksOf(page).matchAll(/<([^>]*)>((?:\s*;[^,<]*)*)/g))
    if (/;\s*rel\s*=\s*("[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters)) return queryIn(address)
  return undefined
}

/** Page sizes that servers often use by default. */
const USUAL_SIZES = [10, 15, 20, 24, 25, 30, 40, 50, 100, 200, 250, 500, 1000]
const SIGNS_OF_MORE = [...NEXT, ...NEXT_ADDRESS, 'total', 'totalcount', 'count']

/** Whether a list without pagination data is likely complete. */
export function isWhole(page: Page, items: number, limit: Json | undefined): boolean {
  if (typeof limit === 'number' && items < limit) return true
  if (hasLinks(page) || USUAL_SIZES.includes(items)) return false
  const body = page.json as Json
  if (!isObject(body)) return limit === undefined
  const reported = Object.entries(body).filter(([name]) => SIGNS_OF_MORE.includes(normal(name)))
  return reported.every(
    ([, value]) => value === null || value === '' || (typeof value === 'number' && value <= items),
  )
}

/**
 * The number of the first page, or of the first item. Pages start at 1 and offsets at 0, unless the schema states another
 * start. In SCIM, `startIndex` starts at 1 (RFC 7644, section 3.4.2.4).
 */
export function firstOf({ kind, next: { name, schema } }: Pick<Paging, 'kind' | 'next'>): number {
  const start = isObject(schema) ? (schema.default ?? schema.minimum) : undefined
  if (typeof start === 'number') return start
  return (kind === 'page' && !isSkip(name)) || normal(name) === 'startindex' ? 1 : 0
}

/** The allowed page size that is nearest to the wanted one. */
export function sizeFor(api: Api, limit: Parameter | undefined, wanted: number): number {
  const view = viewOf(api.document, limit?.schema)
  const sizes = Array.isArray(view.enum) ? view.enum.filter((one) => typeof one === 'number') : []
  if (sizes.length > 0) {
    const rising = [...sizes].sort((a, b) => a - b)
    return rising.find((one) => one >= wanted) ?? rising.at(-1) ?? wanted
  }
  const { least, most } = boundsOf(view, 'integer')
  return Math.max(least ?? wanted, Math.min(most ?? wanted, wanted))
}

/** The largest allowed page size, up to the wanted one. */
export function largestLimit(api: Api, limit: Parameter | undefined, wanted: number): number {
  const view = viewOf(api.document, limit?.schema)
  const sizes = Array.isArray(view.enum) ? view.enum.filter((one) => typeof one === 'number') : []
  const fitting = sizes.filter((one) => one <= wanted)
  return fitting.length > 0 ? Math.max(...fitting) : sizeFor(api, limit, wanted)
}
