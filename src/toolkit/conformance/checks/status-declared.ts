import type { ResponseCheck } from '../finding.ts'

/** An operation answers with the statuses that the document declares for it, and with no other. */
export const statusDeclared: ResponseCheck = function* ({ exchange, operation, response }) {
  if (operation === undefined || response !== undefined) return
  yield {
    message: `received status ${exchange.status}, expected one of ${[...operation.responses.keys()].join(', ')}`,
    provenance: 'decided',
  }
}
