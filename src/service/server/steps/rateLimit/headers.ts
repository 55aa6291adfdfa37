/**
 * Limits in a response. X-RateLimit-* describe only the minute (source: "Rate-limit headers"). Burst and day
 * are in the RateLimit fields of draft-ietf-httpapi-ratelimit-headers-11: `q` requests in `w` seconds,
 * `r` left, and no more than these within `t` seconds.
 */

import type { LimiterState } from './limiterState.ts'
import { seconds } from './limiterState.ts'
import type { AddressLimits, Limits } from './plans.ts'

/** The rest of the day's limit; addresses have no day's limit. */
export interface DayLevel {
  remaining: number
  /** Milliseconds until it ends. */
  wait: number
}

/** The header texts that depend on only the limits. */
export interface PolicyText {
  limit: string
  policy: string
  quotas: string
}

export function policyText(limits: AddressLimits | Limits): PolicyText {
  const refill = Math.max(1, Math.ceil((limits.burst * 60) / limits.perMinute))
  const burst = `"burst";q=${limits.burst};w=${refill}`
  return {
    limit: String(limits.perMinute),
    policy: `${limits.perMinute}/minute`,
    quotas: 'perDay' in limits ? `${burst}, "day";q=${limits.perDay};w=86400` : burst,
  }
}

export function rateLimitHeaders(
  text: PolicyText,
  limits: AddressLimits,
  { bucket, minute }: LimiterState,
  day: DayLevel | undefined,
): Record<string, string> {
  const burst = `"burst";r=${bucket.remaining(limits)};t=${seconds(bucket.untilNext(limits))}`
  return {
    'X-RateLimit-Limit': text.limit,
    'X-RateLimit-Remaining': String(Math.max(0, limits.perMinute - minute.count)),
    'X-RateLimit-Reset': String(minute.end / 1000),
    'X-RateLimit-Policy': text.policy,
    'RateLimit-Policy': text.quotas,
    RateLimit: day ? `${burst}, "day";r=${day.remaining};t=${seconds(day.wait)}` : burst,
  }
}
