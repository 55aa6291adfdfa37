/** When a unit of work is run again, and when it is given up. */
import { setTimeout as pause } from 'node:timers/promises'
import { StorageUnavailable } from '../database.ts'

export interface RetryTiming {
  /** Milliseconds, from any beginning. */
  now(): number
  pause(milliseconds: number): Promise<void>
  /** In [0, 1). */
  fraction(): number
}

export const systemTiming: RetryTiming = {
  now: () => performance.now(),
  pause: (milliseconds) => pause(milliseconds),
  fraction: Math.random,
}

/** Milliseconds in which a unit is run again. */
const DEADLINE = 5_000
const FIRST_PAUSE = 4
const MAX_PAUSE = 250

/** The attempt left nothing behind, and another one may succeed. */
export class Again extends Error {
  override readonly name = 'Again'
}

/** The attempt collided with another unit. */
export class Collided extends Again {}

export type Queue = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Lets units that collided run one behind the other: fifty that change one row would otherwise collide again and again,
 * and most be given up. Others begin next to them as before.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
}

/**
 * Runs `attempt` until it returns or throws anything but `Again`, with pauses that grow and differ, so that units that
 * collided do not collide again.
 * @param queue where it is run once it collided
 * @throws StorageUnavailable when none succeeded within five seconds
 */
export async function withRetries<T>(
  timing: RetryTiming,
  attempt: (number: number) => Promise<T>,
  queue: Queue = (run) => run(),
): Promise<T> {
  let end = timing.now() + DEADLINE
  let collided = false
  for (let number = 1; ; number++) {
    try {
      if (!collided) return await attempt(number)
      const asked = timing.now()
      return await queue(() => {
        end += timing.now() - asked // to wait for others is not an attempt
        return attempt(number)
      })
    } catch (error) {
      if (!(error instanceof Again)) throw error
      collided = error instanceof Collided
      const wait = timing.fraction() * Math.min(FIRST_PAUSE * 2 ** number, MAX_PAUSE)
      if (timing.now() + wait > end) {
        const { cause } = error
        if (cause instanceof StorageUnavailable) throw cause
        throw new StorageUnavailable(`The change was tried ${number} times in vain: ${error.message}`, cause)
      }
      await timing.pause(wait)
    }
  }
}
