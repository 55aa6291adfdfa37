import { type Announcement, announcementHeaders, announcementsOf } from '../../openapi/deprecation.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import type { Operation } from '../../openapi/operations.ts'
import type { ResponseCheck } from '../finding.ts'

/** Read once an operation, for they follow from all schemas of its bodies. */
const known = new WeakMap<Operation, Announcement[]>()

function announced(document: ContractDocument, operation: Operation): Announcement[] {
  const found = known.get(operation) ?? announcementsOf(document, operation)
  known.set(operation, found)
  return found
}

/** A deprecated element of the document is announced by `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export const deprecationAnnounced: ResponseCheck = function* ({ document, exchange, operation, header }) {
  if (!operation) return
  const query = new URL(exchange.url, 'http://localhost').searchParams
  const wanted = announcementHeaders(announced(document, operation), (place, name) =>
    place === 'query'
      ? query.has(name)
      : place === 'path' || readHeader(exchange.requestHeaders ?? {}, name) !== undefined,
  )
  for (const [name, value] of Object.entries(wanted)) {
    // A rejection before the operation is known, such as 401, need not announce anything.
    if (exchange.status >= 400 && header(name) === undefined) continue
    if (header(name) !== value) {
      yield {
        code: 'wrong-header',
        subject: name,
        received: header(name),
        expected: value,
        provenance: 'decided',
      }
    }
  }
}
