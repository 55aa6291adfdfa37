import type { Clock } from '../runtime/clock.ts'
import { type ClaimedJob, ClaimLost } from './jobs.ts'

/** The time that a worker has for a job; its signal is aborted when it is over. */
export interface Lease {
  /** Milliseconds, from the start and from each renewal. */
  readonly length: number
  readonly signal: AbortSignal
  renew(): void
  abort(reason: Error): void
  end(): void
}

export function startLease(clock: Clock, length: number, job: ClaimedJob): Lease {
  const controller = new AbortController()
  const arm = () => clock.after(length, () => controller.abort(new ClaimLost(job)))
  let cancel = arm()
  return {
    length,
    signal: controller.signal,
    renew() {
      cancel()
      cancel = arm()
    },
    abort: (reason) => controller.abort(reason),
    end: () => cancel(),
  }
}
