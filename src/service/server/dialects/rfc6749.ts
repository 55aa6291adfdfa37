/** The dialect of the authorization server: JSON, and errors in the form of RFC 6749, section 5.2. */
import { ApiError } from '../../errors.ts'
import { OAuthError } from '../../oauthErrors.ts'
import { etagOf } from '../../resources/etag.ts'
import { StorageUnavailable } from '../../storage/database.ts'
import type { EndpointResponse } from '../endpoint.ts'
import type { Rendered } from '../exchange.ts'
import type { Log } from '../log.ts'
import type { Dialect } from './dialect.ts'

export const rfc6749 = (log: Log): Dialect => ({
  render: (_call, result) => render(result as EndpointResponse),
  reject: (error, requestId) => renderOAuthError(toOAuthError(error, log, requestId)),
})

function render({ status, body, maxAge }: EndpointResponse): Rendered {
  const headers: Record<string, string> = {
    'Cache-Control': maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`,
  }
  if (body === undefined) return { status, headers, body: undefined }
  headers['Content-Type'] = 'application/json; charset=utf-8'
  const text = JSON.stringify(body)
  if (maxAge !== undefined) headers.ETag = etagOf(text)
  return { status, headers, body: text }
}

function toOAuthError(error: unknown, log: Log, requestId: string): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof ApiError) {
    const { status, message, headers } = error
    if (status === 404) return new OAuthError('invalid_request', 'There is nothing at this path.', { status })
    if (status === 405) return new OAuthError('invalid_request', methodMessage(error), { status, headers })
    if (status === 429) return new OAuthError('temporarily_unavailable', message, { status, headers })
    // A body that is not a form is malformed in the words of RFC 6749, 5.2; a too large one retains its own status.
    return new OAuthError('invalid_request', message, { status: status === 413 ? 413 : 400, headers })
  }
  log.error({ requestId, err: error }, 'request failed')
  if (error instanceof StorageUnavailable) {
    const message = 'The change could not be made durable and was not stored; try again later.'
    return new OAuthError('temporarily_unavailable', message)
  }
  return new OAuthError('server_error', 'The server failed on this request; its log contains the cause.')
}

function renderOAuthError(error: OAuthError): Rendered {
  return {
    status: error.status,
    headers: {
      ...error.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    },
    body: JSON.stringify({ error: error.code, error_description: error.message }),
  }
}

function methodMessage({ details }: ApiError): string {
  const { received, allowed } = details as { received: string; allowed: readonly string[] }
  return `Received ${received}; expected ${allowed.join(', ')}.`
}
