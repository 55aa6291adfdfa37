import type { ErrorEnvelope } from '../../generated/openapi.v1.ts'
import type { Answer } from './http.ts'

/** What went wrong, for programs. The document lists each with its status. */
export type ErrorCode = ErrorEnvelope['error']['code']

/** `UNREADABLE_ANSWER`: the answer is no error envelope, so something between client and service wrote it. */
type FailureCode = ErrorCode | 'UNREADABLE_ANSWER'

type Failure<Code> = Extract<ErrorEnvelope['error'], { code: Code }>

/** The context of an error, by its code. */
export type ErrorDetails<Code extends FailureCode = FailureCode> = [Failure<Code>] extends [never]
  ? ErrorEnvelope['error']['details']
  : Failure<Code>['details']

/**
 * A refusal of the service as an exception, for callers who prefer exceptions. `isPromptServiceError` tells it apart from
 * other errors, and its `code` then narrows `details`.
 */
export class PromptServiceError<Code extends FailureCode = FailureCode> extends Error {
  readonly status: number
  readonly code: Code
  readonly details: ErrorDetails<Code>
  /** Finds the request in the service's log; undefined when the answer does not name one. */
  readonly requestId: string | undefined

  constructor(
    status: number,
    failure: { code: Code; message: string; details: unknown; requestId?: string },
  ) {
    super(failure.message)
    this.name = 'PromptServiceError'
    this.status = status
    this.code = failure.code
    this.details = failure.details as ErrorDetails<Code>
    this.requestId = failure.requestId
  }
}

/** One member for each code, so that `switch (error.code)` narrows `error.details`. */
export type AnyPromptServiceError = { [Code in FailureCode]: PromptServiceError<Code> }[FailureCode]

/**
 * @example
 * try { unwrap(await client.POST('/folders', { body: { name } })) } catch (error) {
 *   if (isPromptServiceError(error) && error.code === 'NAME_TAKEN') return askForAnotherName()
 *   throw error
 * }
 */
export const isPromptServiceError = (error: unknown): error is AnyPromptServiceError =>
  error instanceof PromptServiceError

/** The refusal in an answer: what the service said, or that something else answered. */
export function failureOf({ error, response }: Answer<unknown>): AnyPromptServiceError {
  const { status } = response
  if (isEnvelope(error)) return new PromptServiceError(status, error.error) as AnyPromptServiceError
  const requestId = response.headers.get('X-Request-Id')
  return new PromptServiceError(status, {
    code: 'UNREADABLE_ANSWER',
    message: `Received status ${status} without the service's error envelope; a proxy may have answered.`,
    details: { received: error },
    ...(requestId !== null && { requestId }),
  })
}

/**
 * The data of an answer, or a throw.
 * @throws PromptServiceError with the code of the refusal
 * @example const prompt = unwrap(await client.GET('/prompts/{promptId}', { params: { path: { promptId } } }))
 */
export function unwrap<Data>(answer: Answer<Data>): Data {
  if (!answer.response.ok) throw failureOf(answer)
  return answer.data as Data
}

export const isEnvelope = (body: unknown): body is ErrorEnvelope =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  'message' in body.error
