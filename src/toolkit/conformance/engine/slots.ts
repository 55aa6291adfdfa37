/** How many checks send at the same time. One that waits for the target leaves its place to another. */
import type { Clock } from './clock.ts'

/** Milliseconds. Shorter waits occupy their slot, since another one might not be free in time. */
const WORTH_LEAVING = 100
/** Number of started checks for each sending slot; the others wait for the target. */
const BEGUN = 8

interface Slots {
  /** Maximum number of started checks; 1 if checks must run sequentially. */
  begun: number
  /** Calls `work` when a slot is free. */
  act(work: () => Promise<void>): Promise<void>
  /** Waits without the place that its caller has. */
  wait(milliseconds: number): Promise<void>
}

export function createSlots(count: number, clock: Pick<Clock, 'wait'>): Slots {
  let free = count
  const queue: (() => void)[] = []
  const leave = () => {
    free++
    const next = free > 0 ? queue.shift() : undefined
    if (next === undefined) return
    free--
    next()
  }
  return {
    begun: count === 1 ? 1 : count * BEGUN,
    async act(work) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        await work()
      } finally {
        leave()
      }
    },
    async wait(milliseconds) {
      if (milliseconds < WORTH_LEAVING) return clock.wait(milliseconds)
      leave()
      try {
        await clock.wait(milliseconds)
      } finally {
        // Start immediately, even without a free slot: running checks may wait for the result of this one.
        free--
      }
    },
  }
}
