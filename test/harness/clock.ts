import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../src/service/runtime/clock.ts'

interface Timer {
  due: number
  action: () => void
}

/** Time that is frozen until a test moves it. */
export class ManualClock implements Clock {
  #now: number
  #timers: Timer[] = []

  /** @param start the first `now()`, as a date or Unix milliseconds */
  constructor(start: string | number = '2026-11-02T10:00:00.000Z') {
    this.#now = new Date(start).getTime()
  }

  // An arrow, for `clock.now` is also handed on as a plain function.
  now = (): number => this.#now

  after = (milliseconds: number, action: () => void): (() => void) => {
    const timer: Timer = { due: this.#now + Math.max(milliseconds, 0), action }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  at = (time: number, action: () => void): (() => void) => this.after(time - this.#now, action)

  /** How many timers wait. */
  get pending(): number {
    return this.#timers.length
  }

  /**
   * Moves time by `milliseconds`, firing the timers that fall due in their order, and lets the promises that
   * each one set going settle before the next fires. Work that waits for a socket or a disk must be awaited
   * by its own door, such as `jobs.idle()`.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const { due, action } = next
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, due)
      action()
      await settle()
    }
    this.#now = end
    await settle()
  }

  /** Sets the time without firing anything, backwards too: what a wrong system clock does. */
  jump(to: string | number): void {
    this.#now = new Date(to).getTime()
  }

  #next(end: number): Timer | undefined {
    return this.#timers
      .filter((timer) => timer.due <= end)
      .reduce<Timer | undefined>(
        (first, timer) => (first && first.due <= timer.due ? first : timer),
        undefined,
      )
  }
}

/**
 * A few turns of the event loop: enough for chains of promises and for the database's grouped commits. For a database
 * over a socket, as many as its responses need.
 */
export async function settle(turns = 24): Promise<void> {
  for (let left = turns; left > 0; left--) {
    await turn()
    if (underWay.calls > 0) left = turns
  }
}

/** Calls of a database across a network without a response yet; `serviceDatabase.ts` counts them. */
export const underWay = { calls: 0 }
