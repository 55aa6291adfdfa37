import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

/** Answers to HEAD, 204 and 304 have no body (RFC 9110, 6.4.1); a 204 has no Content-Length either (8.6). */
export const noBodyWhereForbidden: ResponseCheck = function* (context) {
  if (!isBodiless(context)) return
  const { exchange, header } = context
  const what = exchange.method.toUpperCase() === 'HEAD' ? 'an answer to HEAD' : `status ${exchange.status}`
  if (exchange.body.length > 0) {
    yield {
      message: `received ${exchange.body.length} bytes with ${what}, expected none`,
      provenance: 'decided',
    }
  }
  if (exchange.status === 204 && header('content-length') !== undefined) {
    yield {
      message: `received Content-Length: ${header('content-length')} with ${what}, expected none`,
      provenance: 'decided',
    }
  }
}
