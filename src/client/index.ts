/**
 * The typed client of the service API: paths, parameters, bodies and responses come from the document's own types.
 * It runs on Node, in browsers, workers and edge runtimes: whatever has `fetch` and WebCrypto.
 */
import { type AnyCall, type Calls, createCalls } from './http.ts'
import {
  type ChangeOptions,
  type ChangePath,
  type ChangesOf,
  changeWhatWasRead,
  type Exactly,
  eachItem,
  type ItemOf,
  type ListOptions,
  type ListPath,
  type ResourceOf,
} from './lists.ts'
import { type Credential, createSend, type RetryOptions } from './retries.ts'

export type { components, operations, paths } from '../../generated/openapi.v1.ts'
export {
  type ErrorCode,
  type ErrorCodeOf,
  type ErrorDetails,
  isPromptServiceError,
  PromptServiceError,
  unwrap,
} from './errors.ts'
export type { ChangePath, ItemOf, ListPath, ResourceOf } from './lists.ts'
export { createOAuthSession, OAuthError, type OAuthOptions, type OAuthSession } from './oauth.ts'
export type { Credential, RetryOptions } from './retries.ts'

export interface ClientOptions {
  /** The {base_url}, such as `https://localhost:8444/v1`. */
  baseUrl: string
  /**
   * An API key, only on servers; or an access token, or a function that gives one, such as `session.credential` of
   * `createOAuthSession`.
   */
  credential: Credential
  /** Milliseconds until a response must begin, for each attempt; default 60 000. */
  timeout?: number
  /** When a request is sent again; default three attempts. */
  retry?: RetryOptions
  /** Another `fetch`, for example for a private CA or a proxy. */
  fetch?: (request: Request) => Promise<Response>
}

export interface PromptServiceClient extends Calls {
  /**
   * Every item of a list, over all pages.
   * @throws PromptServiceError when the service rejects a page
   * @example for await (const prompt of client.pages('/prompts', { params: { query: { sort: 'name' } } })) …
   */
  pages<Path extends ListPath>(path: Path, options?: ListOptions<Path>): AsyncIterable<ItemOf<Path>>
  /**
   * Changes the resource as read. When another client has changed it meanwhile, it reads it again and repeats the change.
   * @throws PromptServiceError with `PRECONDITION_FAILED` when others were always faster
   * @example
   * await client.update('/prompts/{promptId}', { params: { path: { promptId } } }, ({ tags }) => ({ tags: tags.concat('reviewed') }))
   */
  update<Path extends ChangePath, Changes extends ChangesOf<Path>>(
    path: Path,
    options: ChangeOptions<Path>,
    change: (current: ResourceOf<Path>) => Exactly<Changes, ChangesOf<Path>> | undefined,
  ): Promise<ResourceOf<Path>>
}

/**
 * A client whose calls return `{ data, error, response }`. Thrown are failures to get any response, after the retries.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://localhost:8444/v1', credential: 'svc_test_…' })
 * const { data, error } = await client.POST('/prompts', { body: { name: 'Greeting', content: 'Hello {{name}}' } })
 */
export function createClient(options: ClientOptions): PromptServiceClient {
  const { baseUrl, credential, timeout, retry, fetch = (request) => globalThis.fetch(request) } = options
  const calls = createCalls(baseUrl, createSend({ credential, timeout, retry, fetch }))
  const untyped = calls as unknown as { GET: AnyCall; PATCH: AnyCall }
  return {
    ...calls,
    pages: (path, list) => eachItem(untyped.GET, path, list),
    update: (path, what, change) => changeWhatWasRead(untyped, path, what, change),
  }
}
