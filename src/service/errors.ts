/**
 * The closed registry of error codes: every rejection that a client can see is one of these, and each code
 * has exactly one status. The document's `ErrorCode` schema and the reference docs list the same codes, and a
 * test compares them both ways. Source: "Errors". Codes beyond VALIDATION_ERROR: docs/internals/decisions.md.
 */
export const errorRegistry = {
  VALIDATION_ERROR: { status: 400, meaning: 'A parameter or a property of the body is not valid.' },
  INVALID_JSON: { status: 400, meaning: 'The body is not acceptable JSON.' },
  UNAUTHORIZED: { status: 401, meaning: 'No credential was sent.' },
  INVALID_API_KEY: { status: 401, meaning: 'The API key is malformed, unknown, revoked or expired.' },
  INVALID_TOKEN: { status: 401, meaning: 'The access token is malformed, forged or revoked.' },
  TOKEN_EXPIRED: { status: 401, meaning: 'The access token has expired.' },
  WRONG_ENVIRONMENT: { status: 401, meaning: 'The key belongs to the other environment.' },
  INSECURE_TRANSPORT: { status: 403, meaning: 'The request came over plain HTTP.' },
  INSUFFICIENT_SCOPE: { status: 403, meaning: 'The credential lacks a scope that the operation needs.' },
  FORBIDDEN: { status: 403, meaning: 'The caller may not do this.' },
  NOT_FOUND: { status: 404, meaning: 'The resource does not exist, or belongs to another organization.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path has no such method.' },
  NOT_ACCEPTABLE: { status: 406, meaning: 'No representation matches the Accept header.' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time.' },
  CONFLICT: { status: 409, meaning: 'The change contradicts the present state.' },
  NAME_TAKEN: { status: 409, meaning: 'Another resource has this name.' },
  FOLDER_NOT_EMPTY: { status: 409, meaning: 'The folder still contains prompts or folders.' },
  VERSION_UNCHANGED: { status: 409, meaning: 'The draft equals the last published version.' },
  RESOURCE_IN_USE: { status: 409, meaning: 'Another resource still depends on this one.' },
  INVALID_STATE: { status: 409, meaning: 'The resource is not in a state that allows this.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, meaning: 'The idempotency key was used for another request.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    meaning: 'The first request with this idempotency key still runs.',
  },
  PRECONDITION_FAILED: { status: 412, meaning: 'The resource changed since the given ETag.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than the operation allows.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The media type or encoding of the body is not supported.',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'The minute or the burst limit is used up.' },
  DAILY_QUOTA_EXCEEDED: { status: 429, meaning: "The day's limit is used up." },
  HEADER_FIELDS_TOO_LARGE: { status: 431, meaning: 'The header fields are larger than the server allows.' },
  INTERNAL_ERROR: { status: 500, meaning: 'The service failed; the request id finds the cause in its log.' },
  MODEL_PROVIDER_ERROR: { status: 502, meaning: 'The model provider failed.' },
  UNAVAILABLE: { status: 503, meaning: 'The service cannot process the request now.' },
  HTTP_VERSION_NOT_SUPPORTED: {
    status: 505,
    meaning: 'The request line names another major version of HTTP.',
  },
  MODEL_TIMEOUT: { status: 504, meaning: 'The model provider did not respond in time.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof errorRegistry

/** One error in a request: a path that a client can use, and the received and expected values. */
export interface Issue {
  field: string
  issue: string
}

/**
 * A rejection on its way to the client. Throw it anywhere below the HTTP layer; one place turns it into a response.
 *
 * @example throw new ApiError('NOT_FOUND', 'There is no prompt with this id.')
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  /** Response headers that belong to this rejection, such as `Allow` or `WWW-Authenticate`. */
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ApiError'
    this.code = code
    this.details = more.details ?? {}
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return errorRegistry[this.code].status
  }
}

/** A 400 that names every offending field; `details.field` and `details.issue` repeat the first one (source: "Errors"). */
export function validationError(first: Issue, ...others: Issue[]): ApiError {
  const issues = [first, ...others]
  return new ApiError('VALIDATION_ERROR', `${first.field}: ${first.issue}`, {
    details: { field: first.field, issue: first.issue, issues },
  })
}

/** The one 404 for a resource, whether it never existed, was deleted or belongs to another organization. */
export function notFound(kind: string): ApiError {
  return new ApiError('NOT_FOUND', `There is no ${kind} with this id.`)
}

/** The row that was looked for. @throws ApiError NOT_FOUND where there is none */
export function requireFound<Row>(kind: string, row: Row | undefined): Row {
  if (row === undefined) throw notFound(kind)
  return row
}

/** The 404 of a path that the service does not have. */
export const nothingHere = (headers: Record<string, string> = {}): ApiError =>
  new ApiError('NOT_FOUND', 'There is nothing at this path.', { headers })

/** The challenge to anyone who sent no credential (RFC 6750, section 3). */
export const BEARER = 'Bearer realm="prompt-service"'

/** The `WWW-Authenticate` challenge for a credential that was sent and rejected (RFC 6750, section 3). */
export function challenge(
  error: 'invalid_token' | 'insufficient_scope',
  description: string,
  scope?: string,
): string {
  const quoted = description.replaceAll(/["\\]/g, "'")
  return `${BEARER}, error="${error}", error_description="${quoted}"${scope === undefined ? '' : `, scope="${scope}"`}`
}
