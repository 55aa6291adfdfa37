import { readHeader } from '../../openapi/headers.ts'
import type { ResponseCheck } from '../finding.ts'

/** An operation responds with the statuses that the document declares for it, and with no other. */
export const statusDeclared: ResponseCheck = function* ({ exchange, operation, response }) {
  if (operation === undefined || response !== undefined) return
  // HEAD is declared nowhere: a server without it is checked by a rule of its own, head-matches-get.
  const method = exchange.method.toUpperCase()
  if (method === 'HEAD' && operation.method !== 'HEAD' && [404, 405, 501].includes(exchange.status)) return
  // Any server may send these, whatever the operation (RFC 6585, 4; RFC 9110, 15.6.4).
  if (exchange.status === 429 || (exchange.status === 503 && readHeader(exchange.headers, 'retry-after'))) {
    yield { code: 'undeclared-limit', received: exchange.status, provenance: 'decided' }
    return
  }
  yield {
    code: 'undeclared-status',
    received: exchange.status,
    expected: [...operation.responses.keys()],
    provenance: 'decided',
  }
}
