import { ApiError } from '../../../errors.ts'
import { Bucket } from './bucket.ts'
import { MinuteCount } from './minute.ts'
import type { AddressLimits } from './plans.ts'

/** A limit that has no room for one more request. */
export interface Violation {
  window: 'burst' | 'minute' | 'day'
  limit: number
  /** Milliseconds until there is room. */
  wait: number
}

/** The two short limits of one organization or address. */
export class LimiterState {
  readonly bucket: Bucket
  readonly minute: MinuteCount

  /** @param counted what was counted by then: owed of the bucket, and requests of the minute */
  constructor(now: number, counted = { owed: 0, minute: 0 }) {
    this.bucket = new Bucket(now, counted.owed)
    this.minute = new MinuteCount(now, counted.minute)
  }

  /** Brings both up to `now` and returns which of them are used up. */
  violations(limits: AddressLimits, now: number): Violation[] {
    this.minute.moveTo(now)
    const wait = this.bucket.wait(limits, now)
    const found: Violation[] = []
    if (wait > 0) found.push({ window: 'burst', limit: limits.burst, wait })
    if (this.minute.count >= limits.perMinute) {
      found.push({ window: 'minute', limit: limits.perMinute, wait: this.minute.end - now })
    }
    return found
  }

  use(): void {
    this.bucket.use()
    this.minute.count++
  }

  /** Nothing would be lost by forgetting it. */
  isIdle(limits: AddressLimits, now: number): boolean {
    this.minute.moveTo(now)
    return this.minute.count === 0 && this.bucket.isFull(limits, now)
  }
}

/** The 429 for the limit with the longest wait (docs/internals/decisions.md, 8). */
export function rejection(violations: readonly Violation[]): { error: ApiError; retryAfterSeconds: number } {
  const worst = violations.reduce((a, b) => (b.wait > a.wait ? b : a))
  const { window, limit } = worst
  const retryAfterSeconds = Math.max(1, seconds(worst.wait))
  const code = violations.some((violation) => violation.window === 'day')
    ? 'DAILY_QUOTA_EXCEEDED'
    : 'RATE_LIMIT_EXCEEDED'
  const allowance = window === 'burst' ? `${limit} requests in a burst` : `${limit} requests a ${window}`
  const message = `Received more than ${allowance}; retry in ${retryAfterSeconds} s.`
  return {
    error: new ApiError(code, message, { details: { limit, window, retryAfterSeconds } }),
    retryAfterSeconds,
  }
}

/** Milliseconds as whole seconds, rounded up, so that waiting them is always enough. */
export const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)
