/** When an attempt is made again. Source: "Delivery and retries", 2 and 3; docs/internals/decisions.md, "webhooks". */

import { parseRetryAfter } from '../../runtime/retryAfter.ts'
import type { AttemptResult, FailureCode } from './sender.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The delay before each attempt; their number is the number of attempts. */
const DELAYS = [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR]

export const ATTEMPTS = DELAYS.length

/** From this step on retries are spread, so that those of one outage do not come back in one burst. */
const SPREAD_FROM = 30 * MINUTE
const SPREAD = 0.05

const RETRIED_STATUSES = new Set([408, 429, 500, 502, 503, 504])
const RETRIED_FAILURES = new Set<FailureCode>([
  'TIMEOUT',
  'DNS_FAILURE',
  'TLS_FAILURE',
  'TLS_CERTIFICATE_EXPIRED',
  'TLS_CERTIFICATE_SELF_SIGNED',
  'TLS_CERTIFICATE_UNTRUSTED',
  'TLS_NAME_MISMATCH',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
])

export const isSuccess = (result: AttemptResult): boolean =>
  result.responded && result.httpStatus >= 200 && result.httpStatus <= 299

/** Whether the outcome is one of those that are tried again, as long as attempts are left. */
export const isRetried = (result: AttemptResult): boolean =>
  result.responded ? RETRIED_STATUSES.has(result.httpStatus) : RETRIED_FAILURES.has(result.errorCode)

/**
 * Milliseconds from the end of attempt `attemptNumber` to the next one. A Retry-After may lengthen the step, up
 * to twice; nothing shortens it.
 * @param now Unix milliseconds, against which an HTTP date is read
 * @param fraction in [0, 1), where within the spread
 */
export function retryDelay(
  attemptNumber: number,
  retryAfter: string | undefined,
  now: number,
  fraction: number,
): number {
  const step = DELAYS[attemptNumber] as number
  const spread = step >= SPREAD_FROM ? step * SPREAD * fraction : 0
  const asked = Math.min(parseRetryAfter(retryAfter, now), 2 * step)
  return Math.round(Math.max(step + spread, asked))
}
