import type { ErrorEnvelope, paths } from '../../generated/openapi.v1.ts'
import type { ClientResponse } from './http.ts'

/** The kind of failure, for programs. The document lists each with its status. */
export type ErrorCode = ErrorEnvelope['error']['code']

/**
 * The codes that the document lists for an operation.
 * @example const words: Record<ErrorCodeOf<'/folders', 'post'>, string> = …
 */
export type ErrorCodeOf<
  Path extends keyof paths,
  Method extends keyof paths[Path],
> = paths[Path][Method] extends { responses: infer Responses } ? CodesIn<Responses[keyof Responses]> : never

type CodesIn<Responses> = Responses extends {
  content: { 'application/json': { success: false; error: { code: infer Code } } }
}
  ? Code & ErrorCode
  : never

/** `UNREADABLE_ANSWER`: the response is not an error envelope, so something between client and service wrote it. */
type FailureCode = ErrorCode | 'UNREADABLE_ANSWER'

/** The context of an error. The description of each property names the codes that have it. */
export type ErrorDetails = ErrorEnvelope['error']['details']

/**
 * A rejection of the service as an exception, for callers who prefer exceptions. `isPromptServiceError` distinguishes it from
 * other errors.
 */
export class PromptServiceError extends Error {
  readonly status: number
  readonly code: FailureCode
  readonly details: ErrorDetails
  /** Finds the request in the service's log; undefined when the response does not name one. */
  readonly requestId: string | undefined

  constructor(
    status: number,
    failure: { code: FailureCode; message: string; details: unknown; requestId?: string },
  ) {
    super(failure.message)
    this.name = 'PromptServiceError'
    this.status = status
    this.code = failure.code
    this.details = failure.details as ErrorDetails
    this.requestId = failure.requestId
  }
}

/**
 * @example
 * try { unwrap(await client.POST('/folders', { body: { name } })) } catch (error) {
 *   if (isPromptServiceError(error) && error.code === 'NAME_TAKEN') return askForAnotherName()
 *   throw error
 * }
 */
export const isPromptServiceError = (error: unknown): error is PromptServiceError =>
  error instanceof PromptServiceError

/** The rejection in a response: the service's own error, or a response from another program. */
export function failureOf({ error, response }: ClientResponse<unknown>): PromptServiceError {
  const { status } = response
  if (isEnvelope(error)) return new PromptServiceError(status, error.error)
  const requestId = response.headers.get('X-Request-Id')
  return new PromptServiceError(status, {
    code: 'UNREADABLE_ANSWER',
    message: `Received status ${status} without the service's error envelope. A proxy may have sent the response.`,
    details: { received: error },
    ...(requestId !== null && { requestId }),
  })
}

/**
 * The data of a response, or a throw.
 * @throws PromptServiceError with the code of the error response
 * @example const prompt = unwrap(await client.GET('/prompts/{promptId}', { params: { path: { promptId } } }))
 */
export function unwrap<Data>(reply: ClientResponse<Data>): Data {
  if (!reply.response.ok) throw failureOf(reply)
  return reply.data as Data
}

export const isEnvelope = (body: unknown): body is ErrorEnvelope =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  'message' in body.error
