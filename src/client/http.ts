/** The one file that knows openapi-fetch, so that another library can take its place. */
import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../generated/openapi.v1.ts'

/** The calls by method: `GET('/prompts/{promptId}', { params: { path: { promptId } } })` and its like. */
export type Calls = Client<paths, `${string}/${string}`>

/** Any call, for code that works on paths which the types know and the code does not. */
export type AnyCall = (path: string, init: object) => Promise<Answer<unknown>>

/** What a call resolves with; a refusal is data too, and only a failure to get any answer is thrown. */
export interface Answer<Data> {
  data?: Data
  /** The body of a refusal, as far as it could be read: the error envelope, or what a proxy sent in its place. */
  error?: unknown
  response: Response
}

export function createCalls(baseUrl: string, fetch: (request: Request) => Promise<Response>): Calls {
  return createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch,
    // The service takes a list in a query as a repeated parameter.
    querySerializer: { array: { style: 'form', explode: true } },
  })
}
