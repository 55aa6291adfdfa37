/** Forms of list responses that are all in use. */
import type { Item, PlainResponse } from './server.ts'

const numberOf = (query: URLSearchParams, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise)

const rejected = (status: number): PlainResponse => ({ status, body: { title: `status ${status}` } })

/** Whether a parameter that was given is a whole number within its bounds. */
const isWithin = (query: URLSearchParams, name: string, least: number, most = 1_000_000): boolean => {
  const given = query.get(name)
  return given === null || (/^-?\d+$/.test(given) && Number(given) >= least && Number(given) <= most)
}

export const all = (items: Item[]): PlainResponse => ({ status: 200, body: items })

/** A bare array by page and per_page, the next page in `Link` (GitHub). */
export const linked =
  (newestFirst: boolean) =>
  (items: Item[], query: URLSearchParams, path: string): PlainResponse => {
    if (!isWithin(query, 'page', 1) || !isWithin(query, 'per_page', 1, 4)) return rejected(400)
    const [page, size] = [numberOf(query, 'page', 1), numberOf(query, 'per_page', 3)]
    const ordered = newestFirst ? [...items].reverse() : items
    const link = `<${path}?per_page=${size}&page=${page + 1}>; rel="next", <${path}?page=1>; rel="first"`
    return {
      status: 200,
      body: ordered.slice((page - 1) * size, page * size),
      ...(page * size < items.length && { headers: { Link: link } }),
    }
  }

/** A bare array whose further pages only `Link` shows: no parameter is declared. */
export const linkedOnly = (items: Item[], query: URLSearchParams, path: string): PlainResponse => {
  if (!isWithin(query, 'from', 0)) return rejected(400)
  const from = numberOf(query, 'from', 0)
  const link = `<${path}?from=${from + 3}>; rel=next`
  return {
    status: 200,
    body: items.slice(from, from + 3),
    ...(from + 3 < items.length && { headers: { Link: link } }),
  }
}

/** A bare array that is cut without a word where the next page is. */
export const cut = (items: Item[]): PlainResponse => ({ status: 200, body: items.slice(0, 3) })

/** Count and addresses next to the items, five to twenty of them, and 404 past the last page (Django REST framework). */
export const counted = (items: Item[], query: URLSearchParams, path: string): PlainResponse => {
  if (!isWithin(query, 'page', 1) || !isWithin(query, 'page_size', 5, 20)) return rejected(400)
  const [page, size] = [numberOf(query, 'page', 1), numberOf(query, 'page_size', 5)]
  if (page > 1 && (page - 1) * size >= items.length) return rejected(404)
  const next = page * size < items.length ? `${path}?page=${page + 1}&page_size=${size}` : null
  return {
    status: 200,
    body: { count: items.length, next, results: items.slice((page - 1) * size, page * size) },
  }
}

/** By offset, in sizes from a list. */
export const byOffset = (items: Item[], query: URLSearchParams): PlainResponse => {
  const limit = query.get('limit') ?? '10'
  if (!isWithin(query, 'offset', 0) || !['10', '25', '50'].includes(limit)) return rejected(400)
  const offset = numberOf(query, 'offset', 0)
  return {
    status: 200,
    body: { total: items.length, items: items.slice(offset, offset + Number(limit)) },
  }
}

/** The cursor of the last item on every page, the last one included (Relay). */
export const relay = (items: Item[], query: URLSearchParams): PlainResponse => {
  const [after, first] = [query.get('after'), numberOf(query, 'first', 10)]
  if (!isWithin(query, 'first', 1, 50)) return rejected(400)
  const at = after === null ? -1 : items.findIndex(({ id }) => cursorOf(String(id)) === after)
  if (after !== null && at === -1) return rejected(400)
  const page = items.slice(at + 1, at + 1 + first)
  const endCursor = page.length === 0 ? null : cursorOf(String(page.at(-1)?.id))
  return {
    status: 200,
    body: { items: page, pageInfo: { endCursor, hasNextPage: at + 1 + first < items.length } },
  }
}

const cursorOf = (id: string): string => Buffer.from(`after:${id}`).toString('base64url')

/** Cursors that are whole numbers, in an object of links; a page may contain fewer items than requested (AIP-158). */
export const short = (items: Item[], query: URLSearchParams): PlainResponse => {
  if (!isWithin(query, 'limit', 1, 50) || !isWithin(query, 'cursor', 0)) return rejected(400)
  const [from, limit] = [numberOf(query, 'cursor', 0), numberOf(query, 'limit', 10)]
  const size = from % 2 === 0 ? limit : Math.max(1, limit - 1)
  const next = from + size < items.length ? from + size : null
  return { status: 200, body: { items: items.slice(from, from + size), next_cursor: next } }
}

/** The address of the next page as an object among links (HAL). */
export const hal = (items: Item[], query: URLSearchParams, path: string): PlainResponse => {
  if (!isWithin(query, 'limit', 1, 4)) return rejected(400)
  const at = items.findIndex(({ id }) => id === query.get('cursor'))
  const from = query.has('cursor') ? at : 0
  if (from === -1) return rejected(400)
  const limit = numberOf(query, 'limit', 3)
  const next = items[from + limit]
  const href = `${path}?limit=${limit}&cursor=${String(next?.id)}`
  return {
    status: 200,
    body: {
      items: items.slice(from, from + limit),
      _links: next === undefined ? {} : { next: { href } },
    },
  }
}

/** `starting_after` is the id of the page's last item, `has_more` reports whether there is more. */
export function afterItem(
  all: readonly Item[],
  query: URLSearchParams,
  _: string,
  behind = 1,
): PlainResponse {
  if (!isWithin(query, 'limit', 1, 20)) return rejected(400)
  const last = query.get('starting_after')
  const start = last === null ? 0 : all.findIndex(({ id }) => String(id) === last) + behind
  const size = Number(query.get('limit') ?? 3)
  const data = all.slice(start, start + size)
  return { status: 200, body: { data, has_more: start + size < all.length } }
}
