/** Limits all requests and waits of a run to its time budget. */

import type { Clock } from './clock.ts'
import { OutOfTime, type Transport } from './send.ts'

/** Milliseconds for reproducing findings and for cleaning up after the time budget or an interruption. */
const GRACE = 20_000
/** Part of the grace period for reproducing, so that time remains for cleaning up. */
const REPEATING = 10_000
/** Milliseconds after which work that should have ended by itself is given up. */
const SLACK = 1000
/** The longest delay of a timer of Node, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1

export interface Budget {
  /** Milliseconds until the end of the current phase. */
  left(): number
  /** The end of the current phase, by the run's clock. */
  end(): number
  /** Starts the phase in which findings are reproduced. */
  beginRepeating(): void
  /** Gives the time in which the target is cleaned up. */
  beginCleanup(): void
  /** Sends as `transport` does, no longer than there is time. */
  bound(transport: Transport): Transport
  /** Sends as `transport` does, until the target has to be clean. */
  boundToEnd(transport: Transport): Transport
  /**
   * Waits as `wait` does, no longer than there is time.
   * @throws OutOfTime when there is none
   */
  pause(milliseconds: number, wait: (milliseconds: number) => Promise<void>): Promise<void>
  /**
   * The result of `work`, whatever it waits for: a transport that ignores its limit, or another check.
   * @throws OutOfTime when it has not ended shortly after the phase
   */
  within<T>(work: Promise<T>): Promise<T>
}

/**
 * @param deadline the time, by `clock`, after which no new check starts
 * @param isInterrupted whether the user stopped the run
 */
export function createBudget(clock: Clock, deadline: number, isInterrupted: () => boolean): Budget {
  let end = deadline
  const extend = (grace: number) => {
    end = (isInterrupted() ? Math.min(clock.now(), deadline) : deadline) + grace
  }
  const left = () => end - clock.now()
  const latest = () => (isInterrupted() ? end : deadline) + GRACE - clock.now()
  const bounded = (transport: Transport, remaining: () => number): Transport => ({
    async send(request) {
      if (remaining() <= 0) throw new OutOfTime()
      return orOutOfTime(transport.send(request, remaining()), remaining())
    },
    close: () => transport.close(),
  })
  return {
    left,
    end: () => end,
    beginRepeating: () => extend(REPEATING),
    beginCleanup: () => extend(GRACE),
    bound: (transport) => bounded(transport, left),
    boundToEnd: (transport) => bounded(transport, latest),
    async pause(milliseconds, wait) {
      if (left() <= 0) throw new OutOfTime()
      await wait(Math.min(milliseconds, left()))
    },
    within: (work) => orOutOfTime(work, left()),
  }
}

/** @throws OutOfTime when `work` has not ended in `milliseconds` and the slack */
async function orOutOfTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const alarm = new Promise<never>((_, reject) => {
    const delay = Math.min(Math.max(milliseconds, 0) + SLACK, MAX_DELAY)
    timer = setTimeout(() => reject(new OutOfTime()), delay)
  })
  try {
    return await Promise.race([work, alarm])
  } finally {
    clearTimeout(timer)
  }
}
