// Made by `specwright generate` from openapi/openapi.yaml; change that instead.

import type { paths } from './openapi.js'

type Query = Record<string, unknown>
interface Result {
  data?: unknown
  error?: unknown
  response: { ok: boolean; status: number; headers: { get(name: string): string | null } }
}

/** An error response; `cause` is its body. */
export class ResponseError extends Error {
  override name = 'ResponseError'
  readonly status: number
  constructor(request: string, status: number, body: unknown) {
    super(`${request} responded with ${status}.`, { cause: body })
    this.status = status
  }
}

/** How each list is paginated. Names lead to a property of the response. */
export const LISTS = {
  "/tasks": {"next":"body","parameter":"cursor","from":["nextCursor"],"items":["tasks"]},
} as const

/** The paths of paginated lists. */
export type ListPath = keyof typeof LISTS

type Names = readonly string[]
type At<Value, Place extends Names> = Place extends readonly [infer Name, ...infer Rest extends Names]
  ? Value extends null | undefined
    ? never
    : Name extends keyof Value
      ? At<Value[Name], Rest>
      : never
  : Value
type BodyOf<Path extends ListPath> = paths[Path]['get'] extends { responses: { 200: { content: infer Content } } }
  ? Content[keyof Content]
  : never
type ParametersOf<Path extends ListPath> = paths[Path]['get'] extends { parameters: infer Parameters } ? Parameters : never

/** One item of the list at a path. */
export type ItemOf<Path extends ListPath> = Extract<
  At<BodyOf<Path>, (typeof LISTS)[Path]['items']>,
  readonly unknown[]
>[number]

/** Parameters of the list. A page size and the start of the list are query parameters like any other. */
export type ListInit<Path extends ListPath> = (object extends ParametersOf<Path>
  ? { params?: ParametersOf<Path> }
  : { params: ParametersOf<Path> }) & { signal?: AbortSignal; headers?: Record<string, string> }

interface List {
  next: string
  parameter?: string
  from?: Names
  header?: string
  first?: number
  more?: Names
  total?: Names
  items: Names
}
interface Received {
  data: unknown
  items: readonly unknown[]
  response: Result['response']
}

/**
 * One page of a list, and the query of the next one.
 * @param next that query, of the page before; undefined for the first page
 */
async function readPage(
  get: (path: never, init: never) => Promise<Result>,
  path: ListPath,
  init: unknown,
  next: Query | undefined,
): Promise<{ data: unknown; items: readonly unknown[]; next: Query | undefined }> {
  const send = get as unknown as (path: string, init: object) => Promise<Result>
  const list: List = LISTS[path]
  const { params, ...options } = Object(init) as { params?: { query?: Query } }
  const query = next ?? params?.query ?? {}
  const { data, error, response } = await send(path, { ...options, params: { ...params, query } })
  if (data === undefined) throw new ResponseError(`GET ${path}`, response.status, error)
  const found = valueAt(data, list.items)
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  return { data, items, next: nextQuery(list, query, { data, items, response }) }
}

function nextQuery(list: List, query: Query, page: Received): Query | undefined {
  if (list.more !== undefined && valueAt(page.data, list.more) === false) return undefined
  switch (list.next) {
    case 'body':
      return follow(valueAt(page.data, list.from), list.parameter, query)
    default:
      return undefined
  }
}

/** The query that a cursor, a page number or an address leads to; undefined after the last page. */
function follow(value: unknown, parameter = '', query: Query): Query | undefined {
  const { href, url, cursor } = Object(value) as Query
  const target = typeof value === 'object' ? (href ?? url ?? cursor) : value
  if (typeof target === 'number' && target > 0) return { ...query, [parameter]: target }
  if (typeof target !== 'string' || target === '') return undefined
  if (!/^https?:|^\?|^\/[^?]*\?/.test(target)) return { ...query, [parameter]: target }
  const linked: Query = {}
  for (const [name, given] of new URL(target, 'http://localhost').searchParams)
    linked[name] = name in linked ? [linked[name], given].flat() : given
  return linked
}

/**
 * Every item of a list, page after page. Each page is requested when the items of the one before are used up.
 * @param get the `GET` of a client of openapi-fetch
 * @throws ResponseError for an error response, and Error when the server returns the same page again
 * @example for await (const item of paginate(client.GET, path, { params: { query: {} } })) …
 */
export async function* paginate<Path extends ListPath>(
  get: (path: never, init: never) => Promise<Result>,
  path: Path,
  ...[init]: object extends ParametersOf<Path> ? [init?: ListInit<Path>] : [init: ListInit<Path>]
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  let query: Query | undefined
  let before = ''
  do {
    const { items, next } = await readPage(get, path, init, query)
    yield* items as ItemOf<Path>[]
    const page = JSON.stringify(next)
    if (next !== undefined && page === before)
      throw new Error(`GET ${path} returned the same page again; the list would not end.`)
    before = page
    query = next
  } while (query !== undefined)
}

const valueAt = (value: unknown, names: Names = []): unknown =>
  names.reduce((node: unknown, name) => (Object(node) as Query)[name], value)
