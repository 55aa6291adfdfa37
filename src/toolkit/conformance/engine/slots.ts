/** How many checks send at the same time. One that waits for the target leaves its place to another. */
import type { Clock } from './clock.ts'

/** Milliseconds: a shorter wait keeps its place, which would not be free again in time. */
const WORTH_LEAVING = 100
/** Checks that have begun, for each that may send: the others wait for the target. */
const BEGUN = 8

interface Slots {
  /** How many checks may have begun; no more than one where one at a time was asked for. */
  begun: number
  /** Calls `work` once there is a place. */
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
        // At once, even where no place is free: those who have the places may wait for what this check makes.
        free--
      }
    },
  }
}
