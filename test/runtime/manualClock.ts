import type { Clock } from '../../src/runtime/clock.ts'

export interface ManualClock extends Clock {
  /** Moves time on and calls what falls due on the way, in the order of its time. */
  advance(milliseconds: number): void
  /** Sets the time, backwards too, and calls nothing. */
  set(milliseconds: number): void
  /** How many calls are still to come. */
  pending(): number
}

/** A clock that stands still until the test moves it. Starts at 2026-11-01T00:00:00Z. */
export function manualClock(start = Date.UTC(2026, 10, 1)): ManualClock {
  let now = start
  let timers: { at: number; action: () => void }[] = []
  return {
    now: () => now,
    after(milliseconds, action) {
      const timer = { at: now + Math.max(milliseconds, 0), action }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        timers = timers.filter((other) => other !== next)
        now = Math.max(now, next.at)
        next.action()
      }
      now = end
    },
    set(milliseconds) {
      now = milliseconds
    },
    pending: () => timers.length,
  }
}
