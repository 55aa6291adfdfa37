import { describe, expect, it } from 'vitest'
import {
  createRateLimiter,
  type RateLimiter,
} from '../../../../../src/service/server/steps/rateLimit/limiter.ts'
import { defaultPlans } from '../../../../../src/service/server/steps/rateLimit/plans.ts'
import { type Database, StorageUnavailable } from '../../../../../src/service/storage/database.ts'
import { ManualClock, settle } from '../../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../../storage/temporaryDatabase.ts'

const START = Date.UTC(2026, 10, 2, 10)
const request = { organizationId: 'org_a', plan: 'free' } as const
/** Free, but for a burst and a minute that never decide: what is left is the day of 1 000, in blocks of 10. */
const plans = { ...defaultPlans, free: { perMinute: 1_000_000, perDay: 1_000, burst: 1_000_000 } }

async function setUp() {
  const clock = new ManualClock(START)
  const database = await temporaryServiceDatabase()
  return {
    clock,
    database,
    start: (on: Database = database) => createRateLimiter({ clock, database: on, plans }),
  }
}

async function admitted(limiter: RateLimiter, calls: number): Promise<number> {
  let count = 0
  for (let i = 0; i < calls; i++) if ((await limiter.admit(request)).allowed) count++
  return count
}

async function stored(database: Database): Promise<number> {
  const row = await database.read((tx) =>
    tx.get<{ requests: number }>("SELECT requests FROM request_days WHERE organization_id = 'org_a'"),
  )
  return row?.requests ?? 0
}

const remaining = async (limiter: RateLimiter) =>
  Number(/"day";r=(\d+)/.exec((await limiter.admit(request)).headers.RateLimit ?? '')?.[1])

/** The same database on a disk that delays every write until the test lets it through. */
function slowDisk(database: Database) {
  const waiting: (() => void)[] = []
  const slow: Database = {
    get: (sql, ...values) => database.get(sql, ...values),
    all: (sql, ...values) => database.all(sql, ...values),
    watch: (tables, action) => database.watch(tables, action),
    sideBySide: false,
    others: undefined,
    claim: (work) => database.claim(work),
    read: (work) => database.read(work),
    write: async (work) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return database.write(work)
    },
    idsNamed: (wanted) => database.idsNamed(wanted),
    close: () => database.close(),
  }
  return { slow, waiting }
}

describe('after a stop in order', () => {
  it('the day goes on at its exact count', async () => {
    const { database, start } = await setUp()
    const first = start()
    expect(await admitted(first, 37)).toBe(37)
    await first.flush()
    expect(await stored(database)).toBe(37)
    expect(await admitted(start(), 1_000)).toBe(963)
  })

  it('flushing twice, or with nothing counted, changes nothing', async () => {
    const { database, start } = await setUp()
    const first = start()
    await first.flush()
    await admitted(first, 7)
    await Promise.all([first.flush(), first.flush()])
    expect(await stored(database)).toBe(7)
  })

  it('requests that still come reserve anew', async () => {
    const { database, start } = await setUp()
    const first = start()
    await admitted(first, 7)
    await first.flush()
    await admitted(first, 1)
    expect(await stored(database)).toBeGreaterThanOrEqual(8)
    expect(await admitted(first, 1_000)).toBe(992)
  })
})

describe('after a crash', () => {
  it.each([1, 5, 9, 10, 11, 99, 500, 999, 1_000])(
    '%d counted requests are never given back, and at most two blocks are lost',
    async (used) => {
      const { start } = await setUp()
      expect(await admitted(start(), used)).toBe(used)
      const left = await admitted(start(), 1_000)
      expect(left).toBeLessThanOrEqual(1_000 - used)
      expect(left).toBeGreaterThanOrEqual(Math.max(0, 1_000 - used - 20))
    },
  )

  it('what was admitted is stored already, however slow the disk is', async () => {
    const { database, start } = await setUp()
    const { slow, waiting } = slowDisk(database)
    const limiter = start(slow)
    const first = limiter.admit(request)
    expect(first).toBeInstanceOf(Promise)
    waiting.shift()?.()
    await first
    let atOnce = 1
    for (;;) {
      const next = limiter.admit(request)
      if (next instanceof Promise) break
      atOnce++
    }
    expect(atOnce).toBe(10)
    expect(await stored(database)).toBe(10)
  })
})

describe('an ordinary request', () => {
  it('never waits for the disk while that keeps up', async () => {
    const { start } = await setUp()
    const limiter = start()
    await limiter.admit(request)
    for (let i = 0; i < 100; i++) {
      for (let j = 0; j < 4; j++) expect(limiter.admit(request)).not.toBeInstanceOf(Promise)
      // As many turns of the loop as a commit gathers are all that the disk gets.
      await settle(10)
    }
  })
})

describe('when the disk is full', () => {
  it('reads go on within the limit', async () => {
    const { database, start } = await setUp()
    await admitted(start(), 100)
    const full: Database = {
      get: (sql, ...values) => database.get(sql, ...values),
      all: (sql, ...values) => database.all(sql, ...values),
      watch: (tables, action) => database.watch(tables, action),
      sideBySide: false,
      others: undefined,
      claim: (work) => database.claim(work),
      read: (work) => database.read(work),
      write: () => Promise.reject(new StorageUnavailable('disk full', undefined)),
      idsNamed: (wanted) => database.idsNamed(wanted),
      close: () => database.close(),
    }
    const limiter = start(full)
    const used = 1_000 - (await remaining(limiter)) - 1
    expect(used).toBeGreaterThanOrEqual(100)
    expect(await admitted(limiter, 2_000)).toBe(1_000 - used - 1)
  })
})

describe('old days', () => {
  it('are deleted with the first request of a much later one', async () => {
    const { clock, database, start } = await setUp()
    const limiter = start()
    for (let month = 0; month < 5; month++) {
      await admitted(limiter, 1)
      clock.jump(clock.now() + 30 * 86_400_000)
    }
    const rows = await database.read((tx) => tx.all('SELECT day FROM request_days'))
    expect(rows).toHaveLength(2)
  })
})
