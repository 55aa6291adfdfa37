import { describe, expect, it } from 'vitest'
import {
  type Admission,
  createRateLimiter,
  type RateLimiter,
} from '../../../../../src/service/server/steps/rateLimit/limiter.ts'
import {
  defaultPlans,
  type PlanLimits,
  type PlanName,
} from '../../../../../src/service/server/steps/rateLimit/plans.ts'
import { ManualClock } from '../../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../../storage/temporaryDatabase.ts'

/** 2026-11-02T10:00:00Z, the beginning of a minute. */
const START = Date.UTC(2026, 10, 2, 10)
const PLANS: PlanName[] = ['free', 'pro', 'business', 'enterprise']

async function setUp(plans?: PlanLimits): Promise<{ clock: ManualClock; limiter: RateLimiter }> {
  const clock = new ManualClock(START)
  const database = await temporaryServiceDatabase()
  return { clock, limiter: createRateLimiter({ clock, database, ...(plans && { plans }) }) }
}

/** So much burst that it never decides. */
const unhurried = (limits: Partial<PlanLimits['free']>): PlanLimits => ({
  ...defaultPlans,
  free: { perMinute: 60, perDay: 1_000, burst: 1_000_000, ...limits },
})

/** Calls `count` times, one after the other; returns how many were admitted, and the last response. */
async function call(limiter: RateLimiter, count: number, plan: PlanName = 'free', organizationId = 'org_a') {
  let admitted = 0
  let last: Admission | undefined
  for (let i = 0; i < count; i++) {
    last = await limiter.admit({ organizationId, plan })
    if (last.allowed) admitted++
  }
  if (last === undefined) throw new Error('call at least once')
  return { admitted, last }
}

describe('each plan', () => {
  it.each(PLANS)(
    '%s: of 1 000 parallel requests at one instant, exactly the burst is admitted',
    async (plan) => {
      const { limiter } = await setUp()
      const all = await Promise.all(
        Array.from({ length: 1_000 }, () => limiter.admit({ organizationId: 'org_a', plan })),
      )
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(defaultPlans[plan].burst)
    },
  )

  it.each(PLANS)('%s: a client that never stops gets the minute’s limit in each minute', async (plan) => {
    const { clock, limiter } = await setUp()
    for (let minute = 0; minute < 3; minute++) {
      let admitted = 0
      for (let tick = 0; tick < 600; tick++) {
        admitted += (await call(limiter, 5, plan)).admitted
        clock.jump(START + minute * 60_000 + (tick + 1) * 100)
      }
      expect(admitted).toBe(defaultPlans[plan].perMinute)
    }
  })

  it.each(PLANS)('%s: the headers of the first answer', async (plan) => {
    const { limiter } = await setUp()
    const { perMinute, perDay, burst } = defaultPlans[plan]
    const { last } = await call(limiter, 1, plan)
    expect(last.headers).toEqual({
      'X-RateLimit-Limit': String(perMinute),
      'X-RateLimit-Remaining': String(perMinute - 1),
      'X-RateLimit-Reset': String(START / 1000 + 60),
      'X-RateLimit-Policy': `${perMinute}/minute`,
      'RateLimit-Policy': `"burst";q=${burst};w=${plan === 'enterprise' ? 12 : 10}, "day";q=${perDay};w=86400`,
      RateLimit: `"burst";r=${burst - 1};t=1, "day";r=${perDay - 1};t=50400`,
    })
  })
})

describe('burst', () => {
  it('is refused with the time until one more fits, which is then enough', async () => {
    const { clock, limiter } = await setUp()
    const { last } = await call(limiter, 11)
    expect(last.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      details: { window: 'burst', limit: 10, retryAfterSeconds: 1 },
    })
    expect(last.headers).toMatchObject({ 'Retry-After': '1', 'X-RateLimit-Remaining': '50' })
    expect(last.headers.RateLimit).toBe('"burst";r=0;t=1, "day";r=990;t=50400')
    clock.jump(START + 999)
    expect((await call(limiter, 1)).admitted).toBe(0)
    clock.jump(START + 1_000)
    expect((await call(limiter, 2)).admitted).toBe(1)
  })

  it('is full again after its window and never holds more', async () => {
    const { clock, limiter } = await setUp()
    expect((await call(limiter, 20)).admitted).toBe(10)
    clock.jump(START + 9_999)
    expect((await call(limiter, 20)).admitted).toBe(9)
    clock.jump(START + 3_600_000)
    expect((await call(limiter, 20)).admitted).toBe(10)
  })

  it('is shared by all that an organization sends, and by no other organization', async () => {
    const { limiter } = await setUp()
    expect((await call(limiter, 20, 'free', 'org_a')).admitted).toBe(10)
    expect((await call(limiter, 20, 'free', 'org_b')).admitted).toBe(10)
  })

  it('follows a change of plan at once', async () => {
    const { limiter } = await setUp()
    expect((await call(limiter, 20, 'free')).admitted).toBe(10)
    expect((await call(limiter, 60, 'pro')).admitted).toBe(40)
    expect((await call(limiter, 1, 'free')).last.headers.RateLimit).toMatch(/^"burst";r=0;t=41,/)
  })
})

describe('the minute', () => {
  it('ends at the edge of the clock minute, and not a millisecond earlier', async () => {
    const { clock, limiter } = await setUp(unhurried({}))
    clock.jump(START + 30_000)
    const { admitted, last } = await call(limiter, 61)
    expect(admitted).toBe(60)
    expect(last.error?.details).toEqual({ window: 'minute', limit: 60, retryAfterSeconds: 30 })
    expect(last.headers).toMatchObject({
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(START / 1000 + 60),
      'Retry-After': '30',
    })
    clock.jump(START + 59_999)
    const late = await call(limiter, 1)
    expect(late.admitted).toBe(0)
    expect(late.last.headers['Retry-After']).toBe('1')
    clock.jump(START + 60_000)
    const next = await call(limiter, 1)
    expect(next.last.headers).toMatchObject({
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': String(START / 1000 + 120),
    })
  })

  it('counts nothing that another limit refuses', async () => {
    const { clock, limiter } = await setUp()
    await call(limiter, 500)
    clock.jump(START + 1_000)
    const { last } = await call(limiter, 1)
    expect(last.headers['X-RateLimit-Remaining']).toBe('49')
    expect(last.headers.RateLimit).toContain('"day";r=989;')
  })
})

describe('the day', () => {
  it('is refused until midnight UTC, with its own code, and begins anew then', async () => {
    const { clock, limiter } = await setUp(unhurried({ perMinute: 1_000_000, perDay: 1_000 }))
    const { admitted, last } = await call(limiter, 1_001)
    expect(admitted).toBe(1_000)
    expect(last.error).toMatchObject({
      code: 'DAILY_QUOTA_EXCEEDED',
      status: 429,
      details: { window: 'day', limit: 1_000, retryAfterSeconds: 50_400 },
    })
    expect(last.headers['Retry-After']).toBe('50400')
    expect(last.headers.RateLimit).toContain('"day";r=0;t=50400')
    clock.jump(START + 50_400_000 - 1)
    expect((await call(limiter, 1)).admitted).toBe(0)
    clock.jump(START + 50_400_000)
    expect((await call(limiter, 1_001)).admitted).toBe(1_000)
  })

  it('names the longest wait when several limits are used up', async () => {
    const { limiter } = await setUp(unhurried({ perMinute: 5, perDay: 5, burst: 5 }))
    const { last } = await call(limiter, 6)
    expect(last.error?.code).toBe('DAILY_QUOTA_EXCEEDED')
    expect(last.error?.details).toEqual({ window: 'day', limit: 5, retryAfterSeconds: 50_400 })
  })

  it('admits exactly its limit of 1 000 parallel requests', async () => {
    const { limiter } = await setUp(unhurried({ perMinute: 1_000_000, perDay: 250 }))
    const all = await Promise.all(
      Array.from({ length: 1_000 }, () => limiter.admit({ organizationId: 'org_a', plan: 'free' })),
    )
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(250)
  })
})
