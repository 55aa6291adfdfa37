/** Iterators over all items of the paginated lists of a document, for a client of openapi-fetch. */
import { allLists, type ListModel, type Pagination, resourcesIn } from '../model/apiModel.ts'
import { RELIABLE } from '../model/evidence.ts'
import { type ContractDocument, DocumentError } from '../openapi/document.ts'
import { listOperations } from '../openapi/operations.ts'
import { tokensOf } from '../openapi/pointer.ts'

/** Where the request of the next page comes from. */
type Next = 'body' | 'header' | 'item' | 'page' | 'offset' | 'link'

interface Row {
  next: Next
  parameter?: string | undefined
  /** Property of the response or, for `item`, of the last item. */
  from?: readonly string[] | undefined
  header?: string | undefined
  first?: number | undefined
  more?: readonly string[] | undefined
  /** Property that counts the items of all pages, where nothing else marks the last page. */
  total?: readonly string[] | undefined
  items: readonly string[]
}

/**
 * The source of `<name>.pages.ts` without its first line.
 * @param types the file next to it that exports `paths`, without an extension
 * @returns undefined for a document without paginated lists
 */
export function pagesModule(document: ContractDocument, types: string): string | undefined {
  const core = pagesCore(document)
  if (core === undefined) return undefined
  const { isNumbered, parts } = core
  return joined([`import type { paths } from './${types}.js'\n`, ...parts, iterator(isNumbered), VALUE_AT])
}

/** Parts of a module, one after the other. */
export const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

interface PagesCore {
  /** Whether a list has pages by number or by offset. */
  isNumbered: boolean
  parts: string[]
}

/**
 * The table of the lists, their types and `readPage`, which reads one page and finds the next one. They need `paths`,
 * and `valueAt` (`VALUE_AT`).
 * @returns undefined for a document without paginated lists
 */
export function pagesCore(document: ContractDocument): PagesCore | undefined {
  const rows = rowsOf(document)
  if (rows.length === 0) return undefined
  const uses = (...kinds: Next[]) => rows.some(([, { next }]) => kinds.includes(next))
  const hasPlace = rows.some(
    ([, { next, from }]) => from !== undefined && (next === 'page' || next === 'offset'),
  )
  const isNumbered = uses('page', 'offset')
  const table = rows.map(([path, row]) => `  ${JSON.stringify(path)}: ${JSON.stringify(row)},\n`).join('')
  const cases = [
    uses('body') &&
      `    case 'body':\n      return follow(valueAt(page.data, list.from), list.parameter, query)\n`,
    uses('header') &&
      `    case 'header':\n      return follow(page.response.headers.get(list.header ?? ''), list.parameter, query)\n`,
    uses('item') &&
      `    case 'item': {
      const id = valueAt(page.items.at(-1), list.from)
      return id === undefined ? undefined : { ...query, [list.parameter ?? '']: id }
    }
`,
    uses('link') && `    case 'link':\n      return follow(nextLink(page.response), '', query)\n`,
    uses('page') && numbered('page', '1', '1', hasPlace),
    uses('offset') && numbered('offset', '0', 'page.items.length', hasPlace),
  ]
  const parts = [
    RESULT,
    `/** How each list is paginated. Names lead to a property of the response. */\nexport const LISTS = {\n${table}} as const\n`,
    TYPES,
    pageReader(isNumbered),
    `function nextQuery(list: List, query: Query, page: Received): Query | undefined {
  if (list.more !== undefined && valueAt(page.data, list.more) === false) return undefined
  switch (list.next) {
${cases.filter((one) => one !== false).join('')}    default:
      return undefined
  }
}
`,
    uses('link') ? LINK : '',
    uses('body', 'header', 'link') || hasPlace ? FOLLOW : '',
  ]
  return { isNumbered, parts }
}

const numbered = (kind: Next, first: string, step: string, hasPlace: boolean): string =>
  `    case '${kind}': {
${hasPlace ? '      if (list.from !== undefined) return follow(valueAt(page.data, list.from), list.parameter, query)\n' : ''}      if (page.items.length === 0) return undefined
      const present = Number(query[list.parameter ?? ''] ?? list.first ?? ${first})
      return { ...query, [list.parameter ?? '']: present + ${step} }
    }
`

/**
 * The lists with reliable pagination, by their paths. Of a document without a model, such as one with two operations of the same
 * operationId, there are types only.
 */
function rowsOf(document: ContractDocument): [path: string, Row][] {
  try {
    const operations = new Map(listOperations(document).map((one) => [one.operationId, one]))
    const model = resourcesIn(document)
    const ids = new Map(model.resources.map(({ list, id }) => [list?.operationId, id.property]))
    const rows = allLists(model).flatMap((list): [string, Row][] => {
      const operation = operations.get(list.operationId)
      const row = rowOf(list, ids.get(list.operationId) ?? 'id')
      return row === undefined || !operation?.responses.has('200') ? [] : [[operation.path, row]]
    })
    // Several resources may have one list.
    return [...new Map(rows)]
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}

/** @param id the identifier of the items */
function rowOf({ pagination, items, total }: ListModel, id: string): Row | undefined {
  const { parameter, cursor, first, more, evidence } = pagination
  const next = nextOf(pagination)
  if (next === undefined || evidence.confidence < RELIABLE) return undefined
  const from = cursor?.in === 'item' ? [id] : cursor?.in === 'body' ? tokensOf(cursor.at) : undefined
  return {
    next,
    ...(parameter !== undefined && { parameter }),
    ...(from !== undefined && { from }),
    ...(cursor?.in === 'header' && { header: cursor.at }),
    ...(first !== undefined && { first }),
    ...(more !== undefined && { more: tokensOf(more) }),
    ...(total?.startsWith('/') && (next === 'page' || next === 'offset') && { total: tokensOf(total) }),
    items: tokensOf(items),
  }
}

/** Undefined for a list without pages, and for a cursor of unknown origin. */
function nextOf({ style, cursor }: Pagination): Next | undefined {
  if (style === 'link-header') return 'link'
  if (style === 'page' || style === 'offset') return style
  return style === 'cursor' ? cursor?.in : undefined
}

const TYPES = `/** The paths of paginated lists. */
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
`

/** The result of a client of openapi-fetch, and the exception for error responses. */
export const RESULT = `type Query = Record<string, unknown>
interface Result {
  data?: unknown
  error?: unknown
  response: { ok: boolean; status: number; headers: { get(name: string): string | null } }
}

/** An error response; \`cause\` is its body. */
export class ResponseError extends Error {
  override name = 'ResponseError'
  readonly status: number
  constructor(request: string, status: number, body: unknown) {
    super(\`\${request} responded with \${status}.\`, { cause: body })
    this.status = status
  }
}
`

const pageReader = (isNumbered: boolean): string => `/**
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
${isNumbered ? "  // Beyond the last page of a numbered list some servers respond with 404.\n  if (response.status === 404 && next !== undefined && (list.next === 'page' || list.next === 'offset'))\n    return { data: undefined, items: [], next: undefined }\n" : ''}  if (data === undefined) throw new ResponseError(\`GET \${path}\`, response.status, error)
  const found = valueAt(data, list.items)
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  return { data, items, next: nextQuery(list, query, { data, items, response }) }
}
`

const iterator = (isNumbered: boolean): string => `/**
 * Every item of a list, page after page. Each page is requested when the items of the one before are used up.
 * @param get the \`GET\` of a client of openapi-fetch
 * @throws ResponseError for an error response, and Error when the server returns the same page again
 * @example for await (const item of paginate(client.GET, path, { params: { query: {} } })) …
 */
export async function* paginate<Path extends ListPath>(
  get: (path: never, init: never) => Promise<Result>,
  path: Path,
  ...[init]: object extends ParametersOf<Path> ? [init?: ListInit<Path>] : [init: ListInit<Path>]
): AsyncGenerator<ItemOf<Path>, void, undefined> {
${isNumbered ? '  const list: List = LISTS[path]\n' : ''}  let query: Query | undefined
  let before = ''
  do {
    const { items, next } = await readPage(get, path, init, query)
    yield* items as ItemOf<Path>[]
    const page = JSON.stringify(${isNumbered ? "list.next === 'page' || list.next === 'offset' ? items : next" : 'next'})
    if (next !== undefined && page === before)
      throw new Error(\`GET \${path} returned the same page again; the list would not end.\`)
    before = page
    query = next
  } while (query !== undefined)
}
`

const LINK = `/** The address with \`rel="next"\` in the \`Link\` header (RFC 8288). */
function nextLink({ headers }: Result['response']): string | undefined {
  for (const [, address, parameters = ''] of (headers.get('link') ?? '').matchAll(/<([^>]*)>((?:\\s*;[^,<]*)*)/g))
    if (/;\\s*rel\\s*=\\s*("[^"]*\\bnext\\b[^"]*"|next\\b)/i.test(parameters)) return address
  return undefined
}
`

const FOLLOW = `/** The query that a cursor, a page number or an address leads to; undefined after the last page. */
function follow(value: unknown, parameter = '', query: Query): Query | undefined {
  const { href, url, cursor } = Object(value) as Query
  const target = typeof value === 'object' ? (href ?? url ?? cursor) : value
  if (typeof target === 'number' && target > 0) return { ...query, [parameter]: target }
  if (typeof target !== 'string' || target === '') return undefined
  if (!/^https?:|^\\?|^\\/[^?]*\\?/.test(target)) return { ...query, [parameter]: target }
  const linked: Query = {}
  for (const [name, given] of new URL(target, 'http://localhost').searchParams)
    linked[name] = name in linked ? [linked[name], given].flat() : given
  return linked
}
`

/** Ends a module with the parts above. */
export const VALUE_AT = `const valueAt = (value: unknown, names: Names = []): unknown =>
  names.reduce((node: unknown, name) => (Object(node) as Query)[name], value)
`
