/** Options of TanStack Query for a client of openapi-fetch: keys, queries, mutations, and lists as infinite queries. */
import type { ContractDocument } from '../openapi/document.ts'
import { joined, pagesCore, RESULT, VALUE_AT } from './pages.ts'

/**
 * The source of `<name>.queries.ts` without its first line. It imports only types, so that every bundler resolves it, and
 * has no code per operation.
 * @param types the file next to it that exports `paths`, without an extension
 */
export function queriesModule(document: ContractDocument, types: string): string {
  const core = pagesCore(document)
  return joined([
    `import type { paths } from './${types}.js'\n`,
    ...(core?.parts ?? [RESULT]),
    TYPES,
    queries(core !== undefined),
    keys(types),
    ...(core === undefined ? [] : [IS_COMPLETE, VALUE_AT]),
  ])
}

const TYPES = `type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathsWith<Name extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Name, object> ? Path : never
}[keyof paths]
type OperationOf<Path extends keyof paths, Name extends Method> = paths[Path] extends Record<Name, infer Operation>
  ? Operation
  : never
type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | '2XX'
type ContentOf<Message> = Message extends { content: infer Content } ? Content[keyof Content] : null
type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? [keyof Responses & Success] extends [never]
    ? Responses extends { default: infer Other }
      ? ContentOf<Other>
      : null
    : { [Status in keyof Responses & Success]: ContentOf<Responses[Status]> }[keyof Responses & Success]
  : never
type Params<Operation> = Operation extends { parameters: infer Parameters }
  ? object extends Parameters
    ? { params?: Parameters }
    : { params: Parameters }
  : { params?: Query }
type Body<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content]; bodySerializer?: (body: never) => unknown }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content]; bodySerializer?: (body: never) => unknown }
    : object
/** Parameters of a request, and its body. */
type Init<Operation> = Params<Operation> & Body<Operation> & { headers?: Record<string, string> }
type Given<Options> = object extends Options ? [init?: Options] : [init: Options]
type Variables<Options> = object extends Options ? Options | void : Options

type Send = (path: never, init: never) => Promise<Result>
/** The methods of a client of openapi-fetch, or of one that wraps it. */
interface QueryClientMethods {
  GET: Send
  POST: Send
  PUT: Send
  PATCH: Send
  DELETE: Send
}
`

const INFINITE = `    /** Options of \`useInfiniteQuery\` for a paginated list: \`data.pages.flatMap((page) => page.items)\` are all items. */
    infiniteQueryOptions: <Path extends ListPath>(path: Path, ...[init]: Given<Init<OperationOf<Path, 'get'>>>) => ({
      queryKey: keyOf(path, paramsOf(init), { infinite: true }),
      queryFn: (context: { signal: AbortSignal; pageParam: Query | undefined }) =>
        readPage(client.GET, path, { ...init, signal: context.signal }, context.pageParam) as Promise<ListPage<Path>>,
      initialPageParam: undefined as Query | undefined,
      getNextPageParam: ({ data, next }: ListPage<Path>, pages: ListPage<Path>[], last: Query | undefined) =>
        isComplete(LISTS[path], data, pages) || JSON.stringify(next) === JSON.stringify(last) ? undefined : next,
    }),
`

const LIST_PAGE = `/** A page of a list: its items, the whole body, and the query of the next page. */
export interface ListPage<Path extends ListPath> {
  items: ItemOf<Path>[]
  data: BodyOf<Path>
  next: Query | undefined
}

`

const IS_COMPLETE = `/** Whether the loaded items are as many as the response counts. */
function isComplete({ total }: List, data: unknown, pages: readonly { items: readonly unknown[] }[]): boolean {
  const count = total === undefined ? undefined : valueAt(data, total)
  return typeof count === 'number' && pages.reduce((sum, { items }) => sum + items.length, 0) >= count
}
`

const queries = (hasLists: boolean): string => `${hasLists ? LIST_PAGE : ''}/**
 * Options for TanStack Query 5, in each of its frameworks. An error response is a \`ResponseError\`.
 * @example useQuery(createQueries(client).queryOptions(path, { params: { path: { id } } }))
 */
export function createQueries(client: QueryClientMethods) {
  const send = async (method: keyof QueryClientMethods, path: string, init: object): Promise<unknown> => {
    const request = client[method] as unknown as (path: string, init: object) => Promise<Result>
    const { data, error, response } = await request(path, init)
    if (!response.ok) throw new ResponseError(\`\${method} \${path}\`, response.status, error)
    return data ?? null
  }
  return {
    /** Options of \`useQuery\`, for a GET. */
    queryOptions: <Path extends PathsWith<'get'>>(path: Path, ...[init]: Given<Init<OperationOf<Path, 'get'>>>) => ({
      queryKey: keyOf(path, paramsOf(init)),
      queryFn: (context: { signal: AbortSignal }) =>
        send('GET', path, { ...init, signal: context.signal }) as Promise<DataOf<OperationOf<Path, 'get'>>>,
    }),
${hasLists ? INFINITE : ''}    /** Options of \`useMutation\`; its variables are parameters and body. */
    mutationOptions: <Name extends 'POST' | 'PUT' | 'PATCH' | 'DELETE', Path extends PathsWith<Lowercase<Name>>>(
      method: Name,
      path: Path,
    ) => ({
      mutationKey: [...keyOf(path), method],
      mutationFn: (init: Variables<Init<OperationOf<Path, Lowercase<Name>>>>) =>
        send(method, path, init ?? {}) as Promise<DataOf<OperationOf<Path, Lowercase<Name>>>>,
    }),
    /**
     * A key that matches the queries of a path and of all paths below it, to invalidate them. It ends before the first
     * path parameter without a value. Without a path, it matches all queries of the API.
     */
    queryKey: (path: keyof paths | '' = '', params: Query = {}): readonly unknown[] => keyOf(path, params),
  }
}
`

const keys = (
  name: string,
): string => `const paramsOf = (init: unknown): Query => (Object(init) as { params?: Query }).params ?? {}

/** Segments of the path with its parameters, then the other parameters: invalidating a list includes its items. */
function keyOf(path: string, { path: values, ...others }: Query = {}, more: Query = {}): unknown[] {
  const key: unknown[] = [${JSON.stringify(name)}]
  for (const segment of path.split('/').slice(1)) {
    let isComplete = true
    const part = segment.replace(/\\{([^}]*)\\}/g, (_, name: string) => {
      const value = (Object(values) as Query)[name]
      isComplete &&= value !== undefined
      return String(value)
    })
    if (!isComplete) return key
    key.push(part)
  }
  const shown = Object.entries({ ...others, ...more }).filter(([, value]) => value !== undefined)
  return shown.length === 0 ? key : [...key, Object.fromEntries(shown)]
}
`
