/**
 * Time as a parameter. Everything that waits or dates something takes a `Clock`, so that a test moves time
 * by hand and nothing sleeps.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Calls `action` once, `milliseconds` from now; the returned function cancels it. Never keeps the process alive. */
  after(milliseconds: number, action: () => void): () => void
}

/** setTimeout fires at once beyond 2^31 - 1 ms; longer waits are cut and taken up again. */
const LONGEST_TIMER = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  after(milliseconds, action) {
    let timer: NodeJS.Timeout
    const arm = (left: number) => {
      const step = Math.min(Math.max(left, 0), LONGEST_TIMER)
      timer = setTimeout(() => (left > step ? arm(left - step) : action()), step)
      timer.unref()
    }
    arm(milliseconds)
    return () => clearTimeout(timer)
  },
}

/** RFC 3339 in UTC with milliseconds, the one form of time in the contract. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()
