/** The dialect of the service API: JSON, and the error envelope of the source ("Errors"). */
import { ApiError, challenge, errorRegistry } from '../../errors.ts'
import { StorageUnavailable } from '../../storage/database.ts'
import type { Rendered } from '../exchange.ts'
import type { Log } from '../log.ts'
import { type AnyResult, renderResult } from '../steps/respond.ts'
import type { Dialect } from './dialect.ts'

/** The error as a client may see it. Any error but an ApiError is logged with its cause and becomes a 500 or 503. */
export function toApiError(error: unknown, log: Log, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StorageUnavailable) {
    log.error({ requestId, err: error }, 'storage unavailable')
    return new ApiError(
      'UNAVAILABLE',
      'The change could not be made durable and was not stored; try again later.',
      {
        cause: error,
      },
    )
  }
  log.error({ requestId, err: error }, 'request failed')
  return new ApiError('INTERNAL_ERROR', 'The service failed on this request; its log contains the cause.', {
    cause: error,
  })
}

/** The error envelope, with the request id that finds it in the log. */
export function renderError(error: ApiError, requestId: string): Rendered {
  const { code, message, details } = error
  const headers = code === 'INSUFFICIENT_SCOPE' ? { 'WWW-Authenticate': scopeChallenge(error) } : {}
  return {
    status: errorRegistry[code].status,
    headers: { ...headers, ...error.headers, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ success: false, error: { code, message, details, requestId } }),
  }
}

/** Every missing scope gets the challenge of RFC 6750, section 3.1. */
function scopeChallenge({ message, details }: ApiError): string {
  const { required } = details
  return challenge('insufficient_scope', message, Array.isArray(required) ? required.join(' ') : undefined)
}

export const errorEnvelope = (basePath: string, log: Log): Dialect => ({
  render: ({ operation }, result) => renderResult(operation, result as AnyResult, basePath),
  reject: (error, requestId) => renderError(toApiError(error, log, requestId), requestId),
})
