/** How many trials send at the same time. One that waits for the target leaves its place to another. */
import type { Clock } from './trialContext.ts'

/** Milliseconds: a shorter wait keeps its place, which would not be free again in time. */
const WORTH_LEAVING = 100
/** Trials that have begun, for each that may send: the others wait for the target. */
const BEGUN = 8

interface Slots {
  /** How many trials may have begun; no more than one where one at a time was asked for. */
  begun: number
  /** Calls `work` once there is a place. */
  act(work: () => Promise<void>): Promise<void>
  /** Waits without the place that its caller has. */
  wait(milliseconds: number): Promise<void>
}

export function createSlots(count: number, clock: Pick<Clock, 'wait'>): Slots {
  let free = count
  const queue: (() => void)[] = []
  const take = (back: boolean): Promise<void> | undefined => {
    if (free > 0) {
      free--
      return undefined
    }
    return new Promise((resolve) => {
      // What is half done comes before what has not begun.
      if (back) queue.unshift(resolve)
      else queue.push(resolve)
    })
  }
  const leave = () => {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }
  return {
    begun: count === 1 ? 1 : count * BEGUN,
    async act(work) {
      await take(false)
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
        await take(true)
      }
    },
  }
}
