import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

/** Responses to HEAD, 204 and 304 have no body (RFC 9110, 6.4.1); a 204 has no Content-Length either (8.6). */
export const noBodyWhereForbidden: ResponseCheck = function* (context) {
  if (!isBodiless(context)) return
  const { exchange, header } = context
  const what = exchange.method.toUpperCase() === 'HEAD' ? 'a response to HEAD' : `status ${exchange.status}`
  if (exchange.body.length > 0) {
    yield {
      code: 'forbidden-body',
      subject: what,
      received: exchange.body.length,
      provenance: 'decided',
    }
  }
  const length = header('content-length')
  if (exchange.status === 204 && length !== undefined) {
    yield {
      code: 'forbidden-content-length',
      subject: what,
      received: length,
      provenance: 'decided',
    }
  }
}
