import { describe, expect, onTestFinished, test } from 'vitest'
import { createJobs } from '../../src/jobs/createJobs.ts'
import type { ClaimedJob, NewJob, Worker } from '../../src/jobs/jobs.ts'
import { createIdentifiers } from '../../src/runtime/identifiers.ts'
import { systemRandom } from '../../src/runtime/random.ts'
import type { Database } from '../../src/storage/database.ts'
import { manualClock } from '../runtime/manualClock.ts'
import { temporaryDatabase } from '../storage/temporaryDatabase.ts'

async function setUp(given: { database?: Database; clock?: ReturnType<typeof manualClock> } = {}) {
  const database = given.database ?? (await temporaryDatabase())
  const clock = given.clock ?? manualClock()
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const jobs = createJobs({ database, clock, ids: createIdentifiers(clock, systemRandom()), log })
  onTestFinished(() => jobs.stop())

  const enqueue = (...list: Partial<NewJob>[]) =>
    database.write(async (tx) => {
      for (const job of list) {
        await jobs.enqueue(tx, { kind: 'k', subject: 's', lane: 'l', runAt: clock.now(), ...job })
      }
    })
  const complete = (job: ClaimedJob) => database.write((tx) => jobs.complete(tx, job))
  const start = (run: Worker['run'], more: Partial<Worker> = {}) =>
    jobs.start({ kind: 'k', concurrency: 8, laneConcurrency: 8, lease: 60_000, run, ...more })
  const rows = () =>
    database.read((tx) => tx.all<Record<string, unknown>>('SELECT * FROM jobs ORDER BY subject'))
  return { database, clock, jobs, warnings, enqueue, complete, start, rows }
}

/** A worker that completes at once and notes the subjects in their order. */
function recorder({ complete }: { complete(job: ClaimedJob): Promise<void> }) {
  const seen: string[] = []
  const run = async (job: ClaimedJob) => {
    seen.push(job.subject)
    await complete(job)
  }
  return { seen, run }
}

/** Work that lasts until the test says so. */
function gate() {
  const begun: ClaimedJob[] = []
  const open: (() => void)[] = []
  let changed = () => {}
  let released = false
  return {
    begun,
    hold: (job: ClaimedJob) =>
      new Promise<void>((resolve) => {
        begun.push(job)
        if (released) resolve()
        else open.push(resolve)
        changed()
      }),
    release: () => open.shift()?.(),
    /** Lets go what is held, and all that comes later. */
    releaseAll() {
      released = true
      for (const release of open) release()
    },
    /** Resolves when `count` jobs have begun. */
    async until(count: number) {
      while (begun.length < count) await new Promise<void>((resolve) => (changed = resolve))
    },
  }
}

describe('running', () => {
  test('a job runs when its transaction has committed, once, and is gone when it is complete', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run)
    await it.enqueue({ subject: 'a' }, { subject: 'b' })
    await it.jobs.idle()
    expect(seen.sort()).toEqual(['a', 'b'])
    expect(await it.rows()).toEqual([])
  })

  test('a job of a transaction that failed never runs', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run)
    const write = it.database.write(async (tx) => {
      await it.jobs.enqueue(tx, { kind: 'k', subject: 'a', lane: 'l', runAt: it.clock.now() })
      throw new Error('no')
    })
    await expect(write).rejects.toThrow('no')
    await it.jobs.idle()
    expect(seen).toEqual([])
  })

  test('a job waits for its time, to the millisecond', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run)
    await it.enqueue(
      { subject: 'later', runAt: it.clock.now() + 1000 },
      { subject: 'soon', runAt: it.clock.now() + 500 },
    )
    await it.jobs.idle()
    it.clock.advance(499)
    await it.jobs.idle()
    expect(seen).toEqual([])
    it.clock.advance(1)
    await it.jobs.idle()
    expect(seen).toEqual(['soon'])
    it.clock.advance(500)
    await it.jobs.idle()
    expect(seen).toEqual(['soon', 'later'])
  })

  test('nothing looks for jobs while none is due', async () => {
    const it = await setUp()
    it.start(recorder(it).run)
    await it.jobs.idle()
    expect(it.clock.pending()).toBe(0)
    await it.enqueue({ runAt: it.clock.now() + 3_600_000 })
    await it.jobs.idle()
    expect(it.clock.pending()).toBe(1)
  })

  test('jobs that were there before the start run, the longest due first', async () => {
    const it = await setUp()
    await it.enqueue(
      { subject: 'second', runAt: 2 },
      { subject: 'first', runAt: 1 },
      { subject: 'third', runAt: 3 },
    )
    const { seen, run } = recorder(it)
    it.start(run, { laneConcurrency: 1 })
    await it.jobs.idle()
    expect(seen).toEqual(['first', 'second', 'third'])
  })

  test('a kind is left to its own worker', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run)
    await it.enqueue({ kind: 'other', subject: 'theirs' }, { subject: 'ours' })
    await it.jobs.idle()
    expect(seen).toEqual(['ours'])
    expect(await it.rows()).toMatchObject([{ subject: 'theirs', claims: 0 }])
  })

  test('an unfinished subject is there once; a second enqueue brings it forward, never back', async () => {
    const it = await setUp()
    const now = it.clock.now()
    await it.enqueue({ runAt: now + 500 })
    await it.enqueue({ runAt: now + 900 })
    await it.enqueue({ runAt: now + 100 })
    expect(await it.rows()).toMatchObject([{ run_at: now + 100, due_at: now + 100 }])
  })

  test('a subject can come again after it was completed', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run)
    for (const _time of [1, 2]) {
      await it.enqueue({ subject: 'a' })
      await it.jobs.idle()
    }
    expect(seen).toEqual(['a', 'a'])
  })

  test('a thousand jobs of twenty lanes run, each once', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run, { concurrency: 16, laneConcurrency: 2 })
    await it.enqueue(
      ...Array.from({ length: 1000 }, (_, n) => ({ subject: `job ${n}`, lane: `lane ${n % 20}` })),
    )
    await it.jobs.idle()
    expect(new Set(seen).size).toBe(1000)
    expect(seen).toHaveLength(1000)
  })
})

describe('lanes', () => {
  test('a lane never has more under way than its share, and does not hold up the others', async () => {
    const it = await setUp()
    const slow = gate()
    const seen: string[] = []
    it.start(
      async (job) => {
        if (job.lane === 'slow') await slow.hold(job)
        else seen.push(job.subject)
        await it.complete(job)
      },
      { concurrency: 4, laneConcurrency: 2 },
    )
    await it.enqueue(
      ...Array.from({ length: 50 }, (_, n) => ({ subject: `slow ${n}`, lane: 'slow', runAt: n })),
    )
    await slow.until(2)
    await it.enqueue({ subject: 'quick 1', lane: 'quick' }, { subject: 'quick 2', lane: 'quick' })
    await it.enqueue({ subject: 'slow 50', lane: 'slow' }, { subject: 'other', lane: 'third' })
    // The quick ones are through when their rows are gone; the slow lane still has its two.
    while ((await it.rows()).length > 51) await it.database.write(async () => {})
    expect(seen.sort()).toEqual(['other', 'quick 1', 'quick 2'])
    expect(slow.begun).toHaveLength(2)
    for (let n = 0; n < 51; n++) {
      await slow.until(n + 1)
      slow.release()
    }
    await it.jobs.idle()
    expect(slow.begun).toHaveLength(51)
  })

  test('free hands go to the lanes in turn, not to the longest backlog', async () => {
    const it = await setUp()
    const work = gate()
    await it.enqueue(
      ...Array.from({ length: 9 }, (_, n) => ({ subject: `a${n}`, lane: 'a', runAt: n })),
      { subject: 'b0', lane: 'b', runAt: 100 },
      { subject: 'c0', lane: 'c', runAt: 200 },
    )
    it.start(work.hold, { concurrency: 4, laneConcurrency: 4 })
    await work.until(4)
    expect(work.begun.map(({ subject }) => subject).sort()).toEqual(['a0', 'a1', 'b0', 'c0'])
    work.releaseAll()
  })
})

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
      it.clock.advance(seconds * 1000 - 1)
      await it.jobs.idle()
      const before = claims.length
      it.clock.advance(1)
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
    it.clock.advance(5000)
    await it.jobs.idle()
    expect(runs).toEqual([
      [1, begin],
      [2, begin + 5000],
    ])
  })

  test('a job whose process died is claimed again when its lease ends, not before', async () => {
    const database = await temporaryDatabase()
    const clock = manualClock()
    const dead = await setUp({ database, clock })
    const work = gate()
    dead.start(work.hold, { lease: 30_000 })
    await dead.enqueue({ subject: 'a' })
    await work.until(1)
    const end = dead.jobs.stop() // a dead process claims nothing, and here its worker hangs

    const heir = await setUp({ database, clock })
    const { seen, run } = recorder(heir)
    heir.start(run)
    await heir.jobs.idle()
    clock.advance(29_999)
    await heir.jobs.idle()
    expect(seen).toEqual([])
    clock.advance(1)
    await heir.jobs.idle()
    expect(seen).toEqual(['a'])
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
        await work.hold(job)
        if (job.claims > 1) return it.complete(job)
        for (const end of [it.jobs.complete, it.jobs.postpone] as const) {
          const write = it.database.write(async (tx) => {
            await it.jobs.enqueue(tx, { kind: 'k', subject: 'outcome', lane: 'l', runAt: 0 })
            await end(tx, job, 0)
          })
          outcomes.push(await write.catch((error) => error.name))
        }
      },
      { lease: 1000 },
    )
    await it.enqueue({ subject: 'a' })
    await work.until(1)
    expect(signals[0]?.aborted).toBe(false)
    it.clock.advance(1000)
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
    const real = await temporaryDatabase()
    let broken = false
    const database: Database = {
      ...real,
      write: (work) => (broken ? Promise.reject(new Error('disk full')) : real.write(work)),
    }
    const it = await setUp({ database })
    const { seen, run } = recorder(it)
    it.start(run)
    await it.enqueue({ subject: 'a', runAt: it.clock.now() + 10 })
    await it.jobs.idle()
    broken = true
    it.clock.advance(10)
    await it.jobs.idle()
    expect(it.warnings).toEqual(['jobs cannot be claimed now'])
    broken = false
    it.clock.advance(1000)
    await it.jobs.idle()
    expect(seen).toEqual(['a'])
  })
})

describe('stop', () => {
  test('claims nothing more and waits for the jobs under way', async () => {
    const it = await setUp()
    const work = gate()
    it.start(
      async (job) => {
        await work.hold(job)
        await it.complete(job)
      },
      { concurrency: 1 },
    )
    await it.enqueue({ subject: 'a' }, { subject: 'b' })
    await work.until(1)
    const stopped = it.jobs.stop()
    work.release()
    await stopped
    expect(await it.rows()).toMatchObject([{ subject: 'b', claims: 0 }])
  })

  test('after its grace it aborts the jobs under way, which the next start takes up at once', async () => {
    const it = await setUp()
    const work = gate()
    it.start((job, signal) => {
      void work.hold(job)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await it.enqueue({ subject: 'a' })
    await work.until(1)
    const stopped = it.jobs.stop()
    it.clock.advance(5000)
    await stopped
    expect(await it.rows()).toMatchObject([{ claimed: 0, due_at: it.clock.now(), last_error: null }])

    const next = await setUp({ database: it.database, clock: it.clock })
    const { seen, run } = recorder(next)
    next.start(run)
    await next.jobs.idle()
    expect(seen).toEqual(['a'])
  })
})
