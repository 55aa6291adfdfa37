import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../../../../src/service/server/steps/rateLimit/limiter.ts'
import { MinuteCount } from '../../../../../src/service/server/steps/rateLimit/minute.ts'
import { defaultPlans } from '../../../../../src/service/server/steps/rateLimit/plans.ts'
import { ManualClock } from '../../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../../storage/temporaryDatabase.ts'

const START = Date.UTC(2026, 10, 2, 10)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The number of successes of a client that sends 200 requests at each of the times, in milliseconds from START. The
 * limits `short` have a burst that never decides. The limits `real` are those of the Free plan.
 */
async function admittedAt(kind: 'short' | 'real', times: number[], perDay = 1_000): Promise<number[]> {
  const clock = new ManualClock(START)
  const burst = kind === 'short' ? 1_000_000 : 10
  const plans = { ...defaultPlans, free: { perMinute: 60, perDay, burst } }
  const limiter = createRateLimiter({ clock, database: await temporaryServiceDatabase(), plans })
  const admitted: number[] = []
  for (const time of times) {
    clock.jump(START + time)
    let count = 0
    for (let i = 0; i < 200; i++) {
      if ((await limiter.admit({ organizationId: 'org_a', plan: 'free' })).allowed) count++
    }
    admitted.push(count)
  }
  return admitted
}

describe('the minute, when the clock jumps', () => {
  it.each<[string, { given: number[]; want: number[] }]>([
    ['forwards', { given: [0, HOUR, HOUR + MINUTE], want: [60, 60, 60] }],
    ['back within the minute', { given: [30 * SECOND, 0, 59 * SECOND], want: [60, 0, 0] }],
    [
      'back over the edge and on',
      { given: [0, MINUTE, MINUTE - 5, MINUTE, 2 * MINUTE], want: [60, 60, 0, 0, 60] },
    ],
    [
      'back to and fro over an edge',
      { given: [0, MINUTE, 0, MINUTE, MINUTE - 1, MINUTE], want: [60, 60, 0, 0, 0, 0] },
    ],
    ['back an hour: one waits a minute at most', { given: [HOUR, 0, SECOND, MINUTE], want: [60, 0, 0, 60] }],
    [
      'back an hour, and forwards again at once',
      { given: [HOUR, 0, HOUR, HOUR + MINUTE], want: [60, 0, 0, 60] },
    ],
    [
      'back an hour, and an hour of work',
      { given: [HOUR, 0, MINUTE, 2 * MINUTE, HOUR], want: [60, 0, 60, 60, 0] },
    ],
    ['back to 1970', { given: [0, -START, -START + MINUTE], want: [60, 0, 60] }],
  ])('%s', async (_name, { given, want }) => {
    expect(await admittedAt('short', given, 1_000_000)).toEqual(want)
  })
})

describe('the burst, when the clock jumps', () => {
  it.each<[string, { given: number[]; want: number[] }]>([
    ['forwards a year: no more than the bucket holds', { given: [0, 365 * DAY], want: [10, 10] }],
    [
      'back: refills nothing, then goes on from there',
      { given: [HOUR, 0, SECOND, 4 * SECOND], want: [10, 0, 1, 3] },
    ],
    [
      'back a day: nobody waits until it is where it was',
      { given: [DAY, 0, 10 * SECOND], want: [10, 0, 10] },
    ],
  ])('%s', async (_name, { given, want }) => {
    expect(await admittedAt('real', given)).toEqual(want)
  })
})

describe('the day, when the clock jumps', () => {
  it.each<[string, { given: number[]; want: number[] }]>([
    ['forwards over midnight', { given: [0, DAY], want: [50, 50] }],
    [
      'back over midnight: each day keeps its own count',
      { given: [0, DAY, HOUR, DAY + HOUR], want: [50, 50, 0, 0] },
    ],
    ['back within the day', { given: [HOUR, 0], want: [50, 0] }],
    ['forwards a week and back again', { given: [0, 7 * DAY, HOUR], want: [50, 50, 0] }],
  ])('%s', async (_name, { given, want }) => {
    expect(await admittedAt('short', given, 50)).toEqual(want)
  })
})

describe('MinuteCount', () => {
  it('never gives a minute twice while the clock swings over one edge', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -MINUTE, max: MINUTE - 1 }), { maxLength: 50 }), (offsets) => {
        const minute = new MinuteCount(START)
        const given = new Map<number, number>()
        for (const offset of offsets) {
          const now = START + offset
          minute.moveTo(now)
          const index = Math.floor(now / MINUTE)
          while (minute.count < 5) {
            minute.count++
            given.set(index, (given.get(index) ?? 0) + 1)
          }
        }
        for (const count of given.values()) expect(count).toBeLessThanOrEqual(5)
      }),
    )
  })
})
