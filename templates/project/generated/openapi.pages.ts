// Made by `specwright generate` from openapi/openapi.yaml; change that instead.

import type { paths } from './openapi.js'

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

/** What a request of the list contains. A page size and the start of the list are query parameters like any other. */
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
  items: Names
}
type Query = Record<string, unknown>
interface Result {
  data?: unknown
  error?: unknown
  response: { status: number; headers: { get(name: string): string | null } }
}
interface Page {
  data: unknown
  items: readonly unknown[]
  response: Result['response']
}

/**
 * Every item of a list, page after page. Each page is requested when the items of the one before are used up.
 * @param get the `GET` of a client of openapi-fetch
 * @throws Error for an error response, with the body as its `cause`, and when the server returns the same page again
 * @example for await (const item of paginate(client.GET, path, { params: { query: {} } })) …
 */
export async function* paginate<Path extends ListPath>(
  get: (path: never, init: never) => Promise<Result>,
  path: Path,
  ...[init]: object extends ParametersOf<Path> ? [init?: ListInit<Path>] : [init: ListInit<Path>]
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  const send = get as unknown as (path: string, init: object) => Promise<Result>
  const list: List = LISTS[path]
  const { params, ...options } = (init ?? {}) as { params?: { query?: Query } }
  let query: Query = params?.query ?? {}
  let before = ''
  while (true) {
    const { data, error, response } = await send(path, { ...options, params: { ...params, query } })
    if (data === undefined) throw new Error(`GET ${path} responded with ${response.status}.`, { cause: error })
    const found = valueAt(data, list.items)
    const items: readonly unknown[] = Array.isArray(found) ? found : []
    yield* items as ItemOf<Path>[]
    const next = nextQuery(list, query, { data, items, response })
    if (next === undefined) return
    const page = JSON.stringify(next)
    if (page === before) throw new Error(`GET ${path} returned the same page again; the list would not end.`)
    before = page
    query = next
  }
}

function nextQuery(list: List, query: Query, page: Page): Query | undefined {
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

const valueAt = (value: unknown, names: Names = []): unknown =>
  names.reduce((node: unknown, name) => (Object(node) as Query)[name], value)
