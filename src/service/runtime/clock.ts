/**
 * Time as a parameter. Everything that waits or dates something takes a `Clock`, so that a test moves time
 * by hand and nothing sleeps.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Calls `action` once, `milliseconds` from now; the returned function cancels it. Never keeps the process alive. */
  after(milliseconds: number, action: () => void): () => void
  /**
   * Calls `action` once, when the wall clock has reached `time`, in Unix milliseconds; a clock that is set ahead, or a
   * machine that slept, is seen within LOOK_INTERVAL. Where the clock is set back, it is called after the time that
   * lay ahead at first: whoever is called looks at the clock again. Cancelled and unreferenced as `after`.
   */
  at(time: number, action: () => void): () => void
}

/** Milliseconds between two looks at the wall clock; timers alone count the time that a process runs. */
export const LOOK_INTERVAL = 5_000

/** setTimeout fires at once beyond 2^31 - 1 ms; longer waits are cut and taken up again. */
const LONGEST_TIMER = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
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

/** RFC 3339 in UTC with milliseconds, the one form of time in what the service answers. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()

const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Reads any time that the format `date-time` allows: with a fraction or without, at any offset, a leap second as the
 * second after it. An offset may lead out of the four-digit years; then the nearest moment within them is meant.
 *
 * @param text RFC 3339, already validated
 * @returns milliseconds since the Unix epoch, what is below a millisecond cut off
 */
export function parseTimestamp(text: string): number {
  const leapSecond = text.slice(17, 19) === '60'
  const written = leapSecond ? `${text.slice(0, 17)}59${text.slice(19)}` : text
  const moment = Date.parse(written.toUpperCase()) + (leapSecond ? 1000 : 0)
  return Math.min(Math.max(moment, FIRST_MOMENT), LAST_MOMENT)
}
