/**
 * The burst limit: a bucket of `burst` requests that refills at the per-minute rate (GCRA). It retains what is
 * owed instead of a theoretical arrival time, in sixty-thousandths of a request, so that a millisecond refills
 * exactly `perMinute` units and no rounding ever adds up.
 */
import type { AddressLimits } from './plans.ts'

const REQUEST = 60_000

export class Bucket {
  #owed: number
  #since: number

  /** @param owed at that time, in sixty-thousandths of a request */
  constructor(now: number, owed = 0) {
    this.#since = now
    this.#owed = owed
  }

  /** Milliseconds until one more request fits; 0 when it fits now. */
  wait(limits: AddressLimits, now: number): number {
    this.#refill(limits, now)
    const over = this.#owed + REQUEST - limits.burst * REQUEST
    return over <= 0 ? 0 : Math.ceil(over / limits.perMinute)
  }

  use(): void {
    this.#owed += REQUEST
  }

  /** Requests that fit now. */
  remaining(limits: AddressLimits): number {
    return Math.max(0, limits.burst - Math.ceil(this.#owed / REQUEST))
  }

  /** Milliseconds until `remaining` grows; 0 when the bucket is full. */
  untilNext(limits: AddressLimits): number {
    if (this.#owed === 0) return 0
    const excess = this.#owed - Math.min(Math.ceil(this.#owed / REQUEST) - 1, limits.burst - 1) * REQUEST
    return Math.ceil(excess / limits.perMinute)
  }

  isFull(limits: AddressLimits, now: number): boolean {
    this.#refill(limits, now)
    return this.#owed === 0
  }

  #refill(limits: AddressLimits, now: number): void {
    const elapsed = now - this.#since
    // A clock that went back refills nothing, and time counts on from there: no one waits for the lost hour.
    if (elapsed > 0) this.#owed = Math.max(0, this.#owed - elapsed * limits.perMinute)
    this.#since = now
  }
}
