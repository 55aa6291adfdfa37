/** Pagination data in list responses: totals, page numbers and sizes, and headers such as `Link` (RFC 8288). */

import { type Api, type ApiOperation, examplesOf } from '../../model/api.ts'
import type { ListPlace } from '../../model/listPlace.ts'
import { firstOf, type Paging } from '../../model/paging.ts'
import {
  isShownCount,
  isTotal,
  LIMITS,
  NEXT_ADDRESS,
  normal,
  OFFSETS,
  PAGE_COUNTS,
  PAGES,
  PAGES_IN,
  PREVIOUS,
} from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { responseFor } from '../../openapi/operations.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { follow } from '../../openapi/resolve.ts'
import { type HttpResponse, originOf, queryOf } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { membersOf } from '../../schema/view.ts'
import { IGNORED, namesInHeader } from '../ignored.ts'

export interface PageFacts {
  paging: Paging | undefined
  request: Pick<PlacedRequest, 'url' | 'headers'>
  /** The items of all pages. */
  total: number
  /** The items of this page. */
  shown: number
  /** How many items come before. */
  start: number
  limit: number
  more: boolean
  /** The cursor of the next page, for cursor pagination. */
  cursor: string | undefined
  /** Query parameters that the mock does not support and ignored. */
  ignored: readonly string[]
}

/**
 * Sets pagination data in the response: at the top level, in objects such as `meta`, and next to the list.
 *
 * @param place names on the path to the list
 * @param viewAt returns the schema's view at a JSON Pointer
 */
export function reportPage(
  response: JsonObject,
  place: ListPlace,
  facts: PageFacts,
  viewAt: (pointer: string) => JsonObject,
  acceptsNull: (pointer: string) => boolean,
): void {
  const report = (holder: JsonObject, at: readonly string[]): void => {
    const isFrame = at.every((name, index) => place[index] === name)
    if (!isFrame) addNumbers(holder, viewAt(pointerOf(...at)), facts)
    addLinks(holder, at, facts, viewAt)
    for (const [name, value] of Object.entries(holder)) {
      const here = [...at, name]
      if (pointerOf(...here) === pointerOf(...place) || value === undefined) continue
      const pointer = pointerOf(...here)
      const address = addressIn(value)
      if (address !== undefined && isPageLink(name)) {
        const link = linkOf(name, facts)
        if (link !== undefined) holder[name] = { ...(value as JsonObject), [address]: link }
        else end(holder, name, pointer)
      } else if (isObject(value)) {
        const leadsToList = place.length > here.length && here.every((one, index) => place[index] === one)
        if (!leadsToList && !PAGES_IN.test(name)) continue
        const inner = { ...value }
        report(inner, here)
        holder[name] = inner
      } else if (typeof value === 'number') {
        const number = numberOf(name, facts) ?? neighbour(name, facts) ?? pageNumber(name, at, facts)
        if (number !== undefined) holder[name] = number
        else if (leadsOn(name, facts)) end(holder, name, pointer)
      } else if (typeof value === 'string' && isPageLink(name) && /^(https?:)?\//.test(value)) {
        const link = linkOf(name, facts)
        if (link !== undefined) holder[name] = link
        else end(holder, name, pointer)
      } else if (leadsOn(name, facts) && (typeof value === 'string' || value === null)) {
        const link = addressOf(neighbour(name, facts), facts)
        if (link !== undefined) holder[name] = link
        else end(holder, name, pointer)
      }
    }
  }
  const end = (holder: JsonObject, name: string, pointer: string): void => {
    if (acceptsNull(pointer)) holder[name] = null
    else delete holder[name]
  }
  report(response, [])
}

/** Adds declared numbers of an object such as `page` that the generator omitted. */
function addNumbers(holder: JsonObject, view: JsonObject, facts: PageFacts): void {
  if (Object.keys(holder).length > 0) return
  for (const [name, schema] of membersOf(view))
    if (isObject(schema) && ['integer', 'number'].includes(String(schema.type)) && !leadsOn(name, facts))
      holder[name] = 0
}

/** Links that the schema has for other pages and that the example of one page leaves out. */
function addLinks(
  holder: JsonObject,
  at: readonly string[],
  facts: PageFacts,
  viewAt: (pointer: string) => JsonObject,
): void {
  if (facts.paging === undefined || (!facts.more && facts.start === 0)) return
  for (const [name, schema] of membersOf(viewAt(pointerOf(...at)))) {
    const inner = viewAt(pointerOf(...at, name))
    if (holder[name] === undefined && PAGES_IN.test(name) && membersOf(inner).length > 0) {
      const added: JsonObject = {}
      addLinks(added, [...at, name], facts, viewAt)
      if (Object.keys(added).length > 0) holder[name] = added
    }
    const isHolder = at.some((one) => PAGES_IN.test(one))
    if (!isHolder || holder[name] !== undefined || !isPageLink(name) || normal(name) === 'self') continue
    const link = linkOf(name, facts)
    if (link !== undefined && (isObject(schema) ? inner.type : undefined) === 'string') holder[name] = link
  }
}

/** Spring calls the page's number in `page` plainly that. */
const pageNumber = (name: string, at: readonly string[], { paging, start, limit }: PageFacts) =>
  name === 'number' && normal(at.at(-1) ?? '').startsWith('page')
    ? (paging?.kind === 'page' ? firstOf(paging) : 0) + Math.floor(start / Math.max(1, limit))
    : undefined

/** The property with the URL in a link object (HAL, JSON:API). */
const addressIn = (value: Json): 'href' | undefined =>
  isObject(value) && typeof value.href === 'string' ? 'href' : undefined

const isPageLink = (name: string): boolean =>
  [...NEXT_ADDRESS, ...PREVIOUS, 'self', 'first', 'last'].includes(normal(name))

/** The address that a link among `self`, `first`, `prev`, `next` and `last` leads to; undefined where there is no such page. */
function linkOf(given: string, facts: PageFacts): string | undefined {
  const name = normal(given)
  const { request, paging, cursor } = facts
  if (name === 'self') return `${originOf(request)}${request.url}`
  if (paging?.kind === 'cursor') return NEXT_ADDRESS.includes(name) ? addressOf(cursor, facts) : undefined
  if (paging === undefined) return undefined
  const ends = endsOf(paging, facts)
  return addressOf(name === 'first' || name === 'last' ? ends[name] : neighbour(given, facts), facts)
}

/** The number that a name stands for; undefined for another name. */
function numberOf(given: string, { paging, total, shown, start, limit }: PageFacts): number | undefined {
  const name = normal(given)
  const size = Math.max(1, limit)
  const first = paging?.kind === 'page' ? firstOf(paging) : 1
  if (isShownCount(name)) return shown
  if (paging?.limit !== undefined && name === normal(paging.limit.name)) return limit
  if (name === 'size') return shown
  // It may also be a size in bytes, so `conform` does not use it as a count.
  if (isTotal(name) || name === 'totalsize') return total
  if (PAGE_COUNTS.test(name)) return Math.ceil(total / size)
  if (name === 'lastpage') return first + Math.max(1, Math.ceil(total / size)) - 1
  if (['currentpage', ...PAGES].includes(name)) return first + Math.floor(start / size)
  if (OFFSETS.includes(name)) return start + (paging?.kind === 'offset' ? firstOf(paging) : 0)
  return LIMITS.includes(name) && !['first', 'take', 'top', 'rows'].includes(name) ? limit : undefined
}

const leadsOn = (name: string, { paging }: PageFacts): boolean =>
  paging !== undefined && paging.kind !== 'cursor' && [...NEXT_ADDRESS, ...PREVIOUS].includes(normal(name))

/** The page number or offset of the page after this one, or before it; undefined where there is none. */
function neighbour(name: string, facts: PageFacts): number | undefined {
  const { paging, start, limit, more } = facts
  if (paging === undefined || paging.kind === 'cursor') return undefined
  const size = Math.max(1, limit)
  const numberAt = (from: number) =>
    paging.kind === 'offset' ? firstOf(paging) + from : firstOf(paging) + Math.floor(from / size)
  if (NEXT_ADDRESS.includes(normal(name))) return more ? numberAt(start + size) : undefined
  if (PREVIOUS.includes(normal(name))) return start > 0 ? numberAt(Math.max(0, start - size)) : undefined
  return undefined
}

/** Parameter of the addresses of a list whose pages are reached by links only. */
export const LINKED = 'cursor'

/** The address of another page of the list. */
export function addressOf(
  next: number | string | undefined,
  { paging, request }: PageFacts,
): string | undefined {
  if (next === undefined) return undefined
  const query = queryOf(request.url)
  query.set(paging?.next.name ?? LINKED, String(next))
  return `${originOf(request)}${pathOf(request)}?${query}`
}
const pathOf = ({ url }: Pick<PlacedRequest, 'url'>) => url.replace(/[?#].*$/s, '')

/** The headers of a list. Pagination headers get current values, or are omitted. */
export function listHeaders(
  api: Api,
  operation: ApiOperation,
  { status, headers: given }: HttpResponse,
  facts: PageFacts,
): Record<string, string> {
  const headers = { ...given }
  const set = (name: string, value: number | string | undefined) => {
    for (const one of Object.keys(headers)) if (one.toLowerCase() === name.toLowerCase()) delete headers[one]
    if (value !== undefined) headers[name] = String(value)
  }
  const declared = Object.entries(objectAt(responseFor(operation, status)?.node ?? {}, 'headers'))
  for (const [name, node] of declared) {
    if (facts.paging?.cursorHeader?.toLowerCase() === name.toLowerCase()) {
      set(name, facts.cursor)
      continue
    }
    const header = follow(api.document, node as Json)
    if (isHeader(name, 'Link')) {
      const links = linksOf(facts)
      const self = `<${originOf(facts.request)}${facts.request.url}>; rel="self"`
      const isShown =
        links === undefined && facts.paging === undefined && examplesOf(api.document, header).length > 0
      if (!isShown) set(name, links ?? (header.required === true ? self : undefined))
      continue
    }
    const plain = name.replace(/^x-/i, '')
    const number = numberOf(plain, facts) ?? neighbour(plain, facts)
    if (number !== undefined || leadsOn(plain, facts)) set(name, number)
  }
  if (facts.ignored.length > 0) headers[IGNORED] = namesInHeader(facts.ignored)
  return headers
}

/** The `Link` header with the first, previous, next and last page; undefined if there is only one page. */
function linksOf(facts: PageFacts): string | undefined {
  const { paging, start, more, cursor } = facts
  if (!more && start === 0) return undefined
  const around = { prev: neighbour('prev', facts), next: neighbour('next', facts) }
  const places =
    paging === undefined || paging.kind === 'cursor'
      ? { next: cursor }
      : { ...around, ...endsOf(paging, facts) }
  const links = Object.entries(places).flatMap(([relation, place]) => {
    const address = addressOf(place, facts)
    return address === undefined ? [] : [`<${address}>; rel="${relation}"`]
  })
  return links.length === 0 ? undefined : links.join(', ')
}

/** The numbers of the first page and the last. */
function endsOf(paging: Paging, { total, limit }: PageFacts): { first: number; last: number } {
  const size = Math.max(1, limit)
  const pages = Math.max(0, Math.ceil(total / size) - 1)
  const first = paging.kind === 'page' ? firstOf(paging) : firstOf(paging)
  return { first, last: first + pages * (paging.kind === 'page' ? 1 : size) }
}
