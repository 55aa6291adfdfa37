import { describe, expect, test, vi } from 'vitest'
import { createRetention } from '../../../src/service/retention/retention.ts'
import { LOOK_INTERVAL, systemClock } from '../../../src/service/runtime/clock.ts'
import { ManualClock, settle } from '../../harness/clock.ts'
import { temporaryServiceDatabase } from '../storage/temporaryDatabase.ts'

const DAY = 24 * 3_600_000
const FOR_EVER = { executions: null, results: null, audit: null, deleted: null }

describe('when due rows are removed', () => {
  const databaseWithAudit = async (times: readonly number[]) => {
    const database = await temporaryServiceDatabase()
    await database.write(async (tx) => {
      await tx.run(`INSERT INTO organizations VALUES ('org', 'Mine', 'free', 0, 0, 0)`)
      for (const [index, time] of times.entries())
        await tx.run(
          `INSERT INTO audit_log (id, organization_id, operation, triggered_by, created_at) VALUES (?, 'org', 'x', 'api', ?)`,
          `audit_${index}`,
          time,
        )
    })
    const left = () => database.all<{ id: string }>('SELECT id FROM audit_log ORDER BY id')
    return { database, left }
  }
  const start = (database: Awaited<ReturnType<typeof temporaryServiceDatabase>>, clock: ManualClock) => {
    const report = (error: unknown) => expect(error).toBeUndefined()
    const retention = createRetention({ database, clock, days: { ...FOR_EVER, audit: 1 }, report })
    retention.start()
    return retention
  }

  test('seconds after a start that follows the due date', async () => {
    const clock = new ManualClock()
    const { database, left } = await databaseWithAudit([clock.now() - 3 * DAY, clock.now()])
    const retention = start(database, clock)
    expect(await left()).toHaveLength(2) // nothing before the first requests
    await clock.advance(1_000)
    await retention.stop()
    expect(await left()).toEqual([{ id: 'audit_1' }])
  })

  test('by every start of a process that never runs for a minute', async () => {
    const clock = new ManualClock()
    const { database, left } = await databaseWithAudit([clock.now() - 3 * DAY, clock.now() - DAY + 10_000])
    for (const expected of [1, 1, 0]) {
      const retention = start(database, clock)
      await clock.advance(5_000)
      await retention.stop()
      expect(await left()).toHaveLength(expected)
    }
  })

  test('within the hour, also when the wall clock is set ahead or the machine slept', async () => {
    const { database, left } = await databaseWithAudit([Date.now()])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const report = (error: unknown) => expect(error).toBeUndefined()
      const days = { ...FOR_EVER, audit: 1 }
      const retention = createRetention({ database, clock: systemClock, days, report })
      retention.start()
      vi.advanceTimersByTime(1_000)
      await settle(200)
      expect(await left()).toHaveLength(1)
      expect(vi.getTimerCount()).toBe(1)
      vi.setSystemTime(Date.now() + 3 * DAY)
      vi.advanceTimersByTime(2 * LOOK_INTERVAL)
      await settle(200)
      await retention.stop()
      expect(await left()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
})
