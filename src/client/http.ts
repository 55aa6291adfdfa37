/** Only this file uses openapi-fetch, so that another library can replace it. */
import createFetchClient, {
  type Client,
  defaultBodySerializer,
  type FetchResponse,
  type MaybeOptionalInit,
  type ParseAs,
} from 'openapi-fetch'
import type { paths } from '../../generated/openapi.v1.ts'

type MediaType = `${string}/${string}`
type Library = Client<paths, MediaType>
type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'

/**
 * The paths that have a method. The library has such a type for any of its clients, but the compiler needs longer to infer
 * the paths of one from it than to compile this whole file.
 */
type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [K in M]: object } ? Path : never
}[keyof paths]

type Given<Path extends keyof paths, M extends Method, As extends ParseAs> = MaybeOptionalInit<
  paths[Path],
  M
> & { parseAs?: As }

/**
 * A call of one method. The library infers the type of the argument, and accepts any argument that fits. Here it is stated,
 * so that a misspelt property (`temprature`) does not compile.
 */
type Call<M extends Method> = <Path extends PathsWith<M>, As extends ParseAs = 'json'>(
  url: Path,
  ...init: undefined extends MaybeOptionalInit<paths[Path], M> ? [Given<Path, M, As>?] : [Given<Path, M, As>]
) => Promise<FetchResponse<NonNullable<paths[Path][M]>, { parseAs: As }, MediaType>>

/** The calls by method: `GET('/prompts/{promptId}', { params: { path: { promptId } } })` and its like. */
export type Calls = Pick<Library, 'use' | 'eject' | 'request'> & { [M in Method as Uppercase<M>]: Call<M> }

/** Any call, for code that works on paths which the types know and the code does not. */
export type AnyCall = (path: string, init: object) => Promise<ClientResponse<unknown>>

/** The result of a call. A rejection is data too. Only a failure to get any response is thrown. */
export interface ClientResponse<Data> {
  data?: Data
  /** The body of a rejection, as far as it could be read: the error envelope, or what a proxy sent instead. */
  error?: unknown
  response: Response
}

export function createCalls(baseUrl: string, fetch: (request: Request) => Promise<Response>): Calls {
  const calls: Library = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch,
    // The service accepts a list in a query as a repeated parameter.
    querySerializer: { array: { style: 'form', explode: true } },
    bodySerializer,
  })
  return calls as unknown as Calls // the same calls, which accept less
}

/** JSON for values, and what is not a value as it is: text, bytes, files, forms and streams, in the media type of the header. */
function bodySerializer(body: unknown, headers?: Headers | Record<string, unknown>): unknown {
  const type = new Headers((headers ?? {}) as HeadersInit).get('Content-Type') ?? ''
  const isBytes =
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  if (typeof body !== 'string' && !isBytes)
    return (defaultBodySerializer as (...given: unknown[]) => string)(body, headers)
  if (type === '')
    throw new TypeError(
      "The body's media type is missing: it is text or bytes. Add headers: { 'Content-Type': 'text/csv' }, or the type that the operation accepts.",
    )
  return typeof body === 'string' && /^application\/([^;]*\+)?json\b/i.test(type)
    ? JSON.stringify(body)
    : body
}
