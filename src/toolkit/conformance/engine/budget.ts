/** Holds every request and every wait of a run to the time that the run has. */

import type { Clock } from './clock.ts'
import { OutOfTime, type Transport } from './send.ts'

/** Repeating what was found, and removing what was made, may go on so long after the time budget or an interruption. */
const GRACE = 20_000
/** Of that, repeating may take so much, so that there is time to remove. */
const REPEATING = 10_000

interface Budget {
  /** Milliseconds until the end of what goes on now. */
  left(): number
  /** The end of what goes on now, by the run's clock. */
  end(): number
  /** Gives the time in which findings are repeated. */
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
}

/**
 * @param deadline by `clock`: when nothing new may be tried
 * @param isInterrupted whether somebody ended the run earlier
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
      return transport.send(request, remaining())
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
  }
}
