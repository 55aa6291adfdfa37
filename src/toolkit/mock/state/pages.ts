/** What a list says of its pages: totals, numbers and sizes in the answer, and headers such as `Link` (RFC 8288). */
import { type Api, type ApiOperation, examplesOf } from '../../conformance/api/api.ts'
import { isTotal, LIMITS, NEXT_ADDRESS, OFFSETS, PAGES, type Paging } from '../../conformance/api/paging.ts'
import { normal } from '../../conformance/api/resources.ts'
import {
  follow,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  pointerOf,
  responseFor,
} from '../../contract/index.ts'
import { type HttpAnswer, queryOf } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'

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
  /** What leads to the next page, where cursors do. */
  cursor: string | undefined
}

const PAGE_COUNTS = /^(totalpages?|pagecount|pages|numpages|numberofpages|pagetotal)$/
const PREVIOUS = ['previous', 'prev', 'prevpage', 'previouspage', 'prevurl', 'prevlink', 'previousurl']
const AROUND = /page|pagination|paging|meta|links|cursor/i

export const firstPage = ({ next }: Paging): number => {
  const start = isObject(next.schema) ? (next.schema.minimum ?? next.schema.default) : undefined
  return typeof start === 'number' ? start : 1
}

/** The number of the first item: SCIM (RFC 7644, section 3.4.2.4) and its like count from one, others from zero. */
export function firstOffset({ next }: Paging): number {
  const { minimum, default: begin } = isObject(next.schema) ? next.schema : {}
  if (minimum === 1 || begin === 1) return 1
  return normal(next.name) === 'startindex' && minimum !== 0 && begin !== 0 ? 1 : 0
}

/** Sets what the answer says of the page, where it says it. */
export function tellPage(
  answer: JsonObject,
  member: string,
  facts: PageFacts,
  takesNull: (pointer: string) => boolean,
): void {
  const tell = (holder: JsonObject, at: string): void => {
    for (const [name, value] of Object.entries(holder)) {
      if (at === '' && name === member) continue
      const pointer = at + pointerOf(name)
      if (isObject(value) && at === '' && AROUND.test(name)) {
        const inner = { ...value }
        tell(inner, pointer)
        holder[name] = inner
      } else if (typeof value === 'number') {
        const number = numberOf(name, facts) ?? neighbour(name, facts)
        if (number !== undefined) holder[name] = number
        else if (leadsOn(name, facts)) end(holder, name, pointer)
      } else if (leadsOn(name, facts) && (typeof value === 'string' || value === null)) {
        const address = addressOf(neighbour(name, facts), facts)
        if (address !== undefined) holder[name] = address
        else end(holder, name, pointer)
      }
    }
  }
  const end = (holder: JsonObject, name: string, pointer: string): void => {
    if (takesNull(pointer)) holder[name] = null
    else delete holder[name]
  }
  tell(answer, '')
}

/** The number that a name stands for; undefined for another name. */
function numberOf(given: string, { paging, total, shown, start, limit }: PageFacts): number | undefined {
  const name = normal(given)
  const size = Math.max(1, limit)
  const first = paging?.kind === 'page' ? firstPage(paging) : 1
  if (/^(count|length)$/.test(name)) return shown
  if (paging?.limit !== undefined && name === normal(paging.limit.name)) return limit
  if (name === 'size') return shown
  // It may also be in bytes, so that the kit does not take it for a count.
  if (isTotal(name) || name === 'totalsize') return total
  if (PAGE_COUNTS.test(name)) return Math.ceil(total / size)
  if (name === 'lastpage') return first + Math.max(1, Math.ceil(total / size)) - 1
  if (['currentpage', ...PAGES].includes(name)) return first + Math.floor(start / size)
  if (OFFSETS.includes(name)) return start + (paging?.kind === 'offset' ? firstOffset(paging) : 0)
  return LIMITS.includes(name) && !['first', 'take'].includes(name) ? limit : undefined
}

const leadsOn = (name: string, { paging }: PageFacts): boolean =>
  paging !== undefined && paging.kind !== 'cursor' && [...NEXT_ADDRESS, ...PREVIOUS].includes(normal(name))

/** The page number or offset of the page after this one, or before it; undefined where there is none. */
function neighbour(name: string, facts: PageFacts): number | undefined {
  const { paging, start, limit, more } = facts
  if (paging === undefined || paging.kind === 'cursor') return undefined
  const size = Math.max(1, limit)
  const numberAt = (from: number) =>
    paging.kind === 'offset' ? firstOffset(paging) + from : firstPage(paging) + Math.floor(from / size)
  if (NEXT_ADDRESS.includes(normal(name))) return more ? numberAt(start + size) : undefined
  if (PREVIOUS.includes(normal(name))) return start > 0 ? numberAt(Math.max(0, start - size)) : undefined
  return undefined
}

/** The address of another page of the list. */
function addressOf(next: number | string | undefined, { paging, request }: PageFacts): string | undefined {
  if (next === undefined || paging === undefined) return undefined
  const query = queryOf(request.url)
  query.set(paging.next.name, String(next))
  return `${originOf(request)}${pathOf(request)}?${query}`
}
const pathOf = ({ url }: Pick<PlacedRequest, 'url'>) => url.replace(/[?#].*$/s, '')
const originOf = ({ headers }: Pick<PlacedRequest, 'headers'>) =>
  headers.host === undefined ? '' : `${headers['x-forwarded-proto'] ?? 'http'}://${headers.host}`

/** The headers of a list: those that tell of its pages say what is so, or are left out. */
export function listHeaders(
  api: Api,
  operation: ApiOperation,
  { status, headers: given }: HttpAnswer,
  facts: PageFacts,
): Record<string, string> {
  const headers = { ...given }
  const set = (name: string, value: number | string | undefined) => {
    for (const one of Object.keys(headers)) if (one.toLowerCase() === name.toLowerCase()) delete headers[one]
    if (value !== undefined) headers[name] = String(value)
  }
  const declared = Object.entries(objectAt(responseFor(operation, status)?.node ?? {}, 'headers'))
  for (const [name, node] of declared) {
    const header = follow(api.document, node as Json)
    if (/^link$/i.test(name)) {
      const links = linksOf(facts)
      const self = `<${originOf(facts.request)}${facts.request.url}>; rel="self"`
      const isShown = facts.paging === undefined && examplesOf(api.document, header).length > 0
      if (!isShown) set(name, links ?? (header.required === true ? self : undefined))
      continue
    }
    const plain = name.replace(/^x-/i, '')
    const number = numberOf(plain, facts) ?? neighbour(plain, facts)
    if (number !== undefined || leadsOn(plain, facts)) set(name, number)
  }
  return headers
}

/** Where the first, the previous, the next and the last page are; undefined where there is one page alone. */
function linksOf(facts: PageFacts): string | undefined {
  const { paging, total, start, limit, more, cursor } = facts
  if (paging === undefined || (!more && start === 0)) return undefined
  const size = Math.max(1, limit)
  const last = Math.max(0, Math.ceil(total / size) - 1)
  const first = paging.kind === 'page' ? firstPage(paging) : firstOffset(paging)
  const step = paging.kind === 'page' ? 1 : size
  const ends = { first, last: first + last * step }
  const around = { prev: neighbour('prev', facts), next: neighbour('next', facts) }
  const places = paging.kind === 'cursor' ? { next: cursor } : { ...around, ...ends }
  const links = Object.entries(places).flatMap(([relation, place]) => {
    const address = addressOf(place, facts)
    return address === undefined ? [] : [`<${address}>; rel="${relation}"`]
  })
  return links.length === 0 ? undefined : links.join(', ')
}
