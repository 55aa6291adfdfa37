/**
 * Time as a parameter. All code that waits or dates values accepts a `Clock`, so that a test moves time
 * by hand and nothing sleeps.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Calls `action` once, `milliseconds` from now; the returned function cancels it. Does not prevent the process from ending. */
  after(milliseconds: number, action: () => void): () => void
  /**
   * Calls `action` once, when the wall clock has reached `time`, in Unix milliseconds. A clock that is set ahead, or a
   * machine that slept, is noticed within LOOK_INTERVAL. Where the clock is set back, it is called after the time that
   * was left at first: the action reads the clock again. Cancelled and unreferenced as `after`.
   */
  at(time: number, action: () => void): () => void
}

/** Milliseconds between two readings of the wall clock; timers only count the time that a process runs. */
export const LOOK_INTERVAL = 5_000

/** setTimeout fires immediately beyond 2^31 - 1 ms; longer waits are cut and resumed. */
const MAX_TIMER = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    let timer: NodeJS.Timeout
    const arm = (left: number) => {
      const step = Math.min(Math.max(left, 0), MAX_TIMER)
      timer = setTimeout(() => (left > step ? arm(left - step) : action()), step)
      timer.unref()
    }
    arm(milliseconds)
    return () => clearTimeout(timer)
  },
  at(time, action) {
    let timer: NodeJS.Timeout
    const arm = (left: number) => {
      const step = Math.min(Math.max(left, 0), LOOK_INTERVAL)
      timer = setTimeout(() => (left > step && Date.now() < time ? arm(left - step) : action()), step)
      timer.unref()
    }
    arm(time - Date.now())
    return () => clearTimeout(timer)
  },
}
