import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../../../../src/service/server/steps/rateLimit/limiter.ts'
import { defaultPlans, type Limits } from '../../../../../src/service/server/steps/rateLimit/plans.ts'
import { ManualClock } from '../../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../../storage/temporaryDatabase.ts'

const START = Date.UTC(2026, 10, 2, 23, 58)
const MINUTE = 60_000

/** The three rules, each written out over the whole history in exact integers: slow, and plainly right. */
function hasRoom(limits: Limits, history: number[], now: number): boolean {
  let level = BigInt(limits.burst) * BigInt(MINUTE)
  const full = level
  let at = START
  for (const time of [...history, now]) {
    const refilled = level + BigInt(time - at) * BigInt(limits.perMinute)
    level = (refilled < full ? refilled : full) - BigInt(MINUTE)
    at = time
  }
  const within = (window: number) =>
    history.filter((t) => Math.floor(t / window) === Math.floor(now / window)).length
  return level >= 0n && within(MINUTE) < limits.perMinute && within(86_400_000) < limits.perDay
}

describe('a clock that only goes forward', () => {
  it('admits a request exactly when all three rules have room for it', async () => {
    const limits = fc.record({
      perMinute: fc.integer({ min: 1, max: 90 }),
      perDay: fc.integer({ min: 1, max: 150 }),
      burst: fc.integer({ min: 1, max: 20 }),
    })
    const steps = fc.array(
      fc.record({
        wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.constant(50_000)),
        calls: fc.integer({ min: 1, max: 8 }),
      }),
      { maxLength: 40 },
    )
    const clock = new ManualClock(START)
    const database = await temporaryServiceDatabase()
    let run = 0
    await fc.assert(
      fc.asyncProperty(limits, steps, async (free, moves) => {
        clock.jump(START)
        const organizationId = `org_${run++}`
        const limiter = createRateLimiter({ clock, database, plans: { ...defaultPlans, free } })
        const history: number[] = []
        for (const { wait, calls } of moves) {
          clock.jump(clock.now() + wait)
          for (let i = 0; i < calls; i++) {
            const now = clock.now()
            const { allowed, headers } = await limiter.admit({ organizationId, plan: 'free' })
            expect(allowed).toBe(hasRoom(free, history, now))
            if (allowed) history.push(now)
            else expect(hasRoom(free, history, now + Number(headers['Retry-After']) * 1_000)).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
