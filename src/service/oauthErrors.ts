import type { OAuthError as OAuthErrorBody } from '../../generated/openapi.oauth.ts'

type OAuthErrorCode = OAuthErrorBody['error']

const STATUS: Readonly<Record<OAuthErrorCode, number>> = {
  invalid_request: 400,
  // RFC 6749, 5.2 allows 400 where no Authorization header was sent; one status for one cause is simpler.
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  temporarily_unavailable: 503,
  server_error: 500,
}

/**
 * A rejection of the authorization server, in the form of RFC 6749, section 5.2.
 * @example throw new OAuthError('invalid_grant', 'The authorization code has expired.')
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  /** Response headers that belong to this rejection. */
  readonly headers: Record<string, string>

  constructor(
    code: OAuthErrorCode,
    message: string,
    more: { status?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.status = more.status ?? STATUS[code]
    this.headers = more.headers ?? {}
  }
}

/** A client that did not prove itself: 401 with the scheme that it may use. */
export const invalidClient = (message: string): OAuthError =>
  new OAuthError('invalid_client', message, {
    headers: { 'WWW-Authenticate': 'Basic realm="prompt-service", charset="UTF-8"' },
  })
