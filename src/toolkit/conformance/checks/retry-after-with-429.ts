import type { ResponseCheck } from '../finding.ts'

/** `Retry-After` comes with 429 and gives seconds, and comes with no other status (source: "Rate-limit headers"). */
export const retryAfterWith429: ResponseCheck = function* ({ exchange, header }) {
  const value = header('retry-after')
  if (exchange.status !== 429) {
    if (value !== undefined) {
      yield {
        message: `received Retry-After: ${value} with status ${exchange.status}, expected it with 429 alone`,
        provenance: 'specified',
      }
    }
  } else if (value === undefined || !/^\d+$/.test(value)) {
    yield {
      message: `received Retry-After: ${value ?? 'nothing'}, expected whole seconds`,
      provenance: 'specified',
    }
  }
}
