/**
 * The typed client of the service API, on openapi-fetch: paths, parameters, bodies and answers come from the
 * document's own types.
 */
import createFetchClient, { type Client } from 'openapi-fetch'
import type { ErrorEnvelope, paths } from '../../generated/openapi.v1.ts'

export type { components, operations, paths } from '../../generated/openapi.v1.ts'

export interface ClientOptions {
  /** The {base_url}, such as `https://localhost:8444/v1`. */
  baseUrl: string
  /** An API key or an access token. */
  credential: string
  /** Another `fetch`, for a private authority or a proxy, say. */
  fetch?: (request: Request) => Promise<Response>
}

export type PromptServiceClient = Client<paths, `${string}/${string}`>

/**
 * A client whose calls answer `{ data, error, response }`; nothing but a network failure is thrown.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://localhost:8444/v1', credential: 'svc_test_…' })
 * const { data, error } = await client.POST('/prompts', { body: { name: 'Greeting', content: 'Hello {{name}}' } })
 */
export function createClient({ baseUrl, credential, fetch }: ClientOptions): PromptServiceClient {
  return createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${credential}` },
    // The service takes a list in a query as a repeated parameter.
    querySerializer: { array: { style: 'form', explode: true } },
    ...(fetch ? { fetch } : {}),
  })
}

/** A refusal of the service as an exception, for those who rather throw. */
export class PromptServiceError extends Error {
  readonly status: number
  readonly code: ErrorEnvelope['error']['code']
  readonly details: ErrorEnvelope['error']['details']
  /** Finds the request in the service's log. */
  readonly requestId: ErrorEnvelope['error']['requestId']

  constructor(status: number, { error }: ErrorEnvelope) {
    super(error.message)
    this.name = 'PromptServiceError'
    this.status = status
    this.code = error.code
    this.details = error.details
    this.requestId = error.requestId
  }
}

/**
 * The data of an answer, or a throw.
 * @throws PromptServiceError with the code of the refusal
 * @example const prompt = unwrap(await client.GET('/prompts/{promptId}', { params: { path: { promptId } } }))
 */
export function unwrap<T>(answer: { data?: T; error?: ErrorEnvelope; response: Response }): T {
  if (answer.error !== undefined) throw new PromptServiceError(answer.response.status, answer.error)
  return answer.data as T
}
