import { isPage } from '../../openapi/json.ts'
import type { ResponseCheck } from '../finding.ts'

/** A method that the document does not declare for a path is rejected; a 405 names those that it has (RFC 9110, 15.5.6). */
export const undeclaredMethodRejected: ResponseCheck = function* (context) {
  const { exchange, operation, methods, further, header } = context
  const method = exchange.method.toUpperCase()
  if (operation !== undefined || methods.length === 0 || method === 'OPTIONS') return
  // A router without such a method at `/things/batch` continues with `/things/{id}`.
  const isOfOtherPath = further.includes(method === 'HEAD' ? 'GET' : method)
  if (exchange.status < 400 && !isOfOtherPath && !isPage(method, header('content-type'))) {
    yield {
      code: 'method-accepted',
      subject: exchange.method,
      received: exchange.status,
      details: { methods },
      provenance: 'decided',
    }
  }
  if (exchange.status !== 405) return
  const allowed = (header('allow') ?? '').split(',').map((method) => method.trim())
  const unnamed = methods.filter((method) => !allowed.includes(method))
  if (unnamed.length > 0) {
    yield {
      code: 'method-not-in-allow',
      received: header('allow'),
      expected: unnamed,
      provenance: 'decided',
    }
  }
}
