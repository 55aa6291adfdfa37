import type { ResponseCheck } from '../finding.ts'
import { limitsAreOurs } from './rate-limit-headers.ts'

/**
 * `Retry-After` gives seconds or a date, with whatever status (RFC 9110, section 10.2.3). Where the document has the
 * rate-limit headers of this service, it comes with 429, in seconds, and with no other status (source: "Rate-limit
 * headers").
 */
export const retryAfterWith429: ResponseCheck = function* ({ exchange, header, declaresHeader }) {
  const value = header('retry-after')
  const seconds = value !== undefined && /^\d+$/.test(value)
  if (!limitsAreOurs(declaresHeader)) {
    if (value !== undefined && !seconds && !isDate(value)) {
      yield {
        code: 'wrong-header',
        subject: 'Retry-After',
        received: value,
        expected: 'whole seconds or an HTTP date',
        provenance: 'specified',
      }
    }
  } else if (exchange.status !== 429) {
    if (value !== undefined) {
      yield {
        code: 'header-with-status',
        subject: 'Retry-After',
        received: value,
        details: { status: exchange.status },
        provenance: 'specified',
      }
    }
  } else if (!seconds) {
    yield {
      code: 'wrong-header',
      subject: 'Retry-After',
      received: value,
      expected: 'whole seconds',
      provenance: 'specified',
    }
  }
}

/** RFC 9110, section 5.6.7: the preferred form, and the two that recipients still accept. */
const isDate = (text: string): boolean =>
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Tue|Wed|Thu|Sat)(day)?,? /.test(text) &&
  !Number.isNaN(Date.parse(text))
