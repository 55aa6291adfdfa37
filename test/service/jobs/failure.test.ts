import { describe, expect, test } from 'vitest'
import { type ClaimedJob, ClaimLost } from '../../../src/service/jobs/jobs.ts'
import type { Database } from '../../../src/service/storage/database.ts'
import { ManualClock } from '../../harness/clock.ts'
import { temporaryServiceDatabase } from '../storage/temporaryDatabase.ts'
import { gate, recorder, setUp } from './jobsWorld.ts'

describe('failure', () => {
  test('a worker that throws gets the job again after 1, 2, 4 … seconds, with the error kept', async () => {
    const it = await setUp()
    const claims: number[] = []
    it.start(async (job) => {
      claims.push(job.claims)
      if (job.claims < 4) throw new TypeError('broken')
      await it.complete(job)
    })
    await it.enqueue({})
    await it.jobs.idle()
    expect(await it.rows()).toMatchObject([
      { claimed: 0, last_error: 'TypeError: broken', run_at: it.clock.now() + 1000 },
    ])
    for (const seconds of [1, 2, 4]) {
      await it.clock.advance(seconds * 1000 - 1)
      await it.jobs.idle()
      const before = claims.length
      await it.clock.advance(1)
      await it.jobs.idle()
      expect(claims).toHaveLength(before + 1)
    }
    expect(claims).toEqual([1, 2, 3, 4])
    expect(await it.rows()).toEqual([])
    expect(it.warnings).toHaveLength(3)
  })

  test('a worker that neither completes nor postpones gets the job again', async () => {
    const it = await setUp()
    it.start(async () => {})
    await it.enqueue({})
    await it.jobs.idle()
    expect(await it.rows()).toMatchObject([
      { claimed: 0, last_error: expect.stringMatching(/neither completed/) },
    ])
  })

  test('an end that is undone ends nothing, and begins nothing in its place', async () => {
    const it = await setUp()
    const runs: string[] = []
    const run = (job: ClaimedJob) => {
      runs.push(`${job.subject} ${job.claims}`)
      return it.database.write(async (tx) => {
        await it.jobs.complete(tx, job) // claims b instead
        if (job.subject === 'a' && job.claims === 1) throw new Error('disk full')
      })
    }
    it.start(run, { queueConcurrency: 1 })
    await it.enqueue({ subject: 'a' }, { subject: 'b' })
    await it.jobs.idle()
    expect(runs).toEqual(['a 1', 'b 1'])
    await it.clock.advance(1000)
    await it.jobs.idle()
    expect(runs).toEqual(['a 1', 'b 1', 'a 2'])
    expect(await it.rows()).toEqual([])
  })

  test('a postponed job comes again at its new time, and knows how often it was claimed', async () => {
    const it = await setUp()
    const runs: [claims: number, time: number][] = []
    it.start(async (job) => {
      runs.push([job.claims, it.clock.now()])
      await it.database.write((tx) =>
        job.claims === 1 ? it.jobs.postpone(tx, job, it.clock.now() + 5000) : it.jobs.complete(tx, job),
      )
    })
    const begin = it.clock.now()
    await it.enqueue({})
    await it.jobs.idle()
    await it.clock.advance(5000)
    await it.jobs.idle()
    expect(runs).toEqual([
      [1, begin],
      [2, begin + 5000],
    ])
  })

  test('a job whose process died is claimed again when its lease ends, not before', async () => {
    const database = await temporaryServiceDatabase()
    const clock = new ManualClock()
    const dead = await setUp({ database, clock })
    const work = gate()
    dead.start(work.block, { lease: 30_000 })
    await dead.enqueue({ subject: 'a' })
    await work.until(1)
    const end = dead.jobs.stop() // a dead process claims nothing, and here its worker hangs

    const heir = await setUp({ database, clock })
    const { seen, run } = recorder(heir)
    heir.start(run)
    await heir.jobs.idle()
    await clock.advance(29_999)
    await heir.jobs.idle()
    expect(seen).toEqual([])
    await clock.advance(1)
    await heir.jobs.idle()
    expect(seen).toEqual(['a'])
    work.release()
    await end
  })

  test('where one process has the database, a job whose process died is claimed again at the start', async () => {
    const database = await temporaryServiceDatabase()
    const clock = new ManualClock()
    const dead = await setUp({ database, clock })
    const work = gate()
    dead.start(work.block, { lease: 30_000 })
    await dead.enqueue({ subject: 'under way' }, { subject: 'not yet due', runAt: clock.now() + 1000 })
    await work.until(1)
    const end = dead.jobs.stop()

    const heir = await setUp({ database, clock, soleOwner: true })
    const { seen, run } = recorder(heir)
    heir.start(run)
    await heir.jobs.idle()
    expect(seen).toEqual(['under way'])
    await clock.advance(1000)
    await heir.jobs.idle()
    expect(seen).toEqual(['under way', 'not yet due'])
    work.release()
    await end
  })

  test('a worker whose lease ran out is told, and can neither complete nor postpone what another has', async () => {
    const it = await setUp()
    const work = gate()
    const signals: AbortSignal[] = []
    const outcomes: unknown[] = []
    it.start(
      async (job, signal) => {
        signals.push(signal)
        await work.block(job)
        if (job.claims > 1) return it.complete(job)
        for (const end of ['complete', 'postpone'] as const) {
          const write = it.database.write(async (tx) => {
            await it.jobs.enqueue(tx, { kind: 'k', subject: 'outcome', queueKey: 'l', runAt: 0 })
            await it.jobs[end](tx, job, 0)
          })
          outcomes.push(await write.catch((error) => error.name))
        }
      },
      { lease: 1000 },
    )
    await it.enqueue({ subject: 'a' })
    await work.until(1)
    expect(signals[0]?.aborted).toBe(false)
    await it.clock.advance(1000)
    expect(signals[0]?.aborted).toBe(true)
    await work.until(2)
    work.release()
    while (outcomes.length < 2) await it.database.write(async () => {})
    expect(outcomes).toEqual(['ClaimLost', 'ClaimLost'])
    expect(await it.rows()).toMatchObject([{ subject: 'a', claimed: 1, claims: 2 }])
    work.release()
    await it.jobs.idle()
    expect(await it.rows()).toEqual([])
  })

  test('a lease that is extended in time lasts; one that has ended cannot be extended', async () => {
    const it = await setUp()
    const work = gate()
    const jobs: [ClaimedJob, AbortSignal][] = []
    it.start(
      async (job, signal) => {
        jobs.push([job, signal])
        await work.block(job)
        await it.complete(job)
      },
      { lease: 1000 },
    )
    await it.enqueue({ subject: 'long' })
    await work.until(1)
    const [job, signal] = jobs[0] as [ClaimedJob, AbortSignal]
    for (let step = 0; step < 5; step++) {
      await it.clock.advance(900)
      await it.database.write((tx) => it.jobs.extend(tx, job))
    }
    expect(signal.aborted).toBe(false)
    expect(await it.rows()).toMatchObject([{ claims: 1, due_at: it.clock.now() + 1000 }])
    work.release()
    await it.jobs.idle()
    expect(jobs).toHaveLength(1)
    await expect(it.database.write((tx) => it.jobs.extend(tx, job))).rejects.toThrow(ClaimLost)
  })

  test('a job is completed once', async () => {
    const it = await setUp()
    const second: unknown[] = []
    it.start(async (job) => {
      await it.complete(job)
      second.push(await it.complete(job).catch((error) => error.name))
    })
    await it.enqueue({})
    await it.jobs.idle()
    expect(second).toEqual(['ClaimLost'])
  })

  test('a database that cannot take a claim now is asked again', async () => {
    const real = await temporaryServiceDatabase()
    let broken = false
    const database: Database = {
      ...real,
      claim: (work) => (broken ? Promise.reject(new Error('disk full')) : real.claim(work)),
    }
    const it = await setUp({ database })
    const { seen, run } = recorder(it)
    it.start(run)
    await it.enqueue({ subject: 'a', runAt: it.clock.now() + 10 })
    await it.jobs.idle()
    broken = true
    await it.clock.advance(10)
    await it.jobs.idle()
    expect(it.warnings).toContain('jobs cannot be claimed now')
    broken = false
    await it.clock.advance(1000)
    await it.jobs.idle()
    expect(seen).toEqual(['a'])
  })
})
