import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LOOK_INTERVAL, systemClock } from '../../../src/service/runtime/clock.ts'
import { gate, recorder, setUp } from './jobsWorld.ts'

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
      await it.jobs.enqueue(tx, { kind: 'k', subject: 'a', queueKey: 'l', runAt: it.clock.now() })
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
    await it.clock.advance(499)
    await it.jobs.idle()
    expect(seen).toEqual([])
    await it.clock.advance(1)
    await it.jobs.idle()
    expect(seen).toEqual(['soon'])
    await it.clock.advance(500)
    await it.jobs.idle()
    expect(seen).toEqual(['soon', 'later'])
  })

  test('a job whose time has come by a jump of the wall clock runs within seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const it = await setUp({ clock: systemClock })
    const work = gate()
    it.start((job) => work.block(job).then(() => it.complete(job)))
    await it.enqueue({ runAt: it.clock.now() + 8 * 3_600_000 })
    await it.jobs.idle()
    vi.setSystemTime(Date.now() + 9 * 3_600_000)
    vi.advanceTimersByTime(LOOK_INTERVAL)
    await work.until(1)
    work.releaseAll()
    await it.jobs.idle()
    expect(await it.rows()).toEqual([])
  })

  test('nothing looks for jobs while none is due', async () => {
    const it = await setUp()
    it.start(recorder(it).run)
    await it.jobs.idle()
    expect(it.clock.pending).toBe(0)
    await it.enqueue({ runAt: it.clock.now() + 3_600_000 })
    await it.jobs.idle()
    expect(it.clock.pending).toBe(1)
  })

  test('jobs that were there before the start run, the longest due first', async () => {
    const it = await setUp()
    await it.enqueue(
      { subject: 'second', runAt: 2 },
      { subject: 'first', runAt: 1 },
      { subject: 'third', runAt: 3 },
    )
    const { seen, run } = recorder(it)
    it.start(run, { queueConcurrency: 1 })
    await it.jobs.idle()
    expect(seen).toEqual(['first', 'second', 'third'])
  })

  test('a job that comes while nothing goes on is taken up at its time, without being asked for', async () => {
    const it = await setUp()
    const work = gate()
    it.start(work.block)
    await it.jobs.idle()
    await it.enqueue({ subject: 'soon', runAt: it.clock.now() + 500 })
    await it.enqueue({ subject: 'later', runAt: it.clock.now() + 900 })
    await it.clock.advance(500)
    await work.until(1)
    await it.clock.advance(400)
    await work.until(2)
    expect(work.begun.map(({ subject }) => subject)).toEqual(['soon', 'later'])
    work.releaseAll()
  })

  test('a job that comes in the very commit of a claim of its queue is not overlooked', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run)
    await it.jobs.idle()
    await it.enqueue({ subject: 'a' })
    // The claim of the first one is requested in this turn of the event loop, before this.
    await new Promise<void>((resolve) => setImmediate(() => resolve(it.enqueue({ subject: 'b' }))))
    await it.jobs.idle()
    expect(seen).toEqual(['a', 'b'])
  })

  test('what a worker loads is read in the transaction that claims, at first and in place of one that ended', async () => {
    const it = await setUp()
    const runs: [subject: string, loaded: unknown][] = []
    it.jobs.start({
      kind: 'k',
      concurrency: 8,
      queueConcurrency: 1,
      lease: 60_000,
      load: (tx, jobs) =>
        Promise.all(
          jobs.map(({ subject }) => tx.get('SELECT claimed, claims FROM jobs WHERE subject = ?', subject)),
        ),
      async run(job, _signal, loaded) {
        runs.push([job.subject, loaded])
        await it.complete(job)
      },
    })
    await it.enqueue({ subject: 'a' }, { subject: 'b' })
    await it.jobs.idle()
    expect(runs).toEqual([
      ['a', { claimed: 1, claims: 1 }],
      ['b', { claimed: 1, claims: 1 }],
    ])
  })

  test('a subject that is under way is left as it is when it is enqueued again', async () => {
    const it = await setUp()
    const work = gate()
    it.start(work.block)
    await it.enqueue({ subject: 'a' })
    await work.until(1)
    const before = await it.rows()
    await it.enqueue({ subject: 'a', runAt: 0 })
    expect(await it.rows()).toEqual(before)
    work.releaseAll()
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
    await it.enqueue({ runAt: now + 100 })
    await it.enqueue({ runAt: now + 900 })
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

  test('a thousand jobs of twenty queues run, each once', async () => {
    const it = await setUp()
    const { seen, run } = recorder(it)
    it.start(run, { concurrency: 16, queueConcurrency: 2 })
    await it.enqueue(
      ...Array.from({ length: 1000 }, (_, n) => ({ subject: `job ${n}`, queueKey: `queue ${n % 20}` })),
    )
    await it.jobs.idle()
    expect(new Set(seen).size).toBe(1000)
    expect(seen).toHaveLength(1000)
  })
})

test('what is due is counted in all queues, with how long the first of it has been', async () => {
  const { jobs, clock, enqueue, start } = await setUp()
  const { block: hold, until, releaseAll } = gate()
  onTestFinished(releaseAll)
  expect(await jobs.backlog()).toEqual([])
  start(hold, { queueConcurrency: 1 })
  expect(await jobs.backlog()).toEqual([{ kind: 'k', jobs: 0, age: 0 }])
  const now = clock.now()
  const due = (queueKey: string, runAt: number, index: number) => ({
    subject: `${queueKey}${index}`,
    queueKey,
    runAt,
  })
  await enqueue(
    ...['a', 'b'].flatMap((key) => [0, 1, 2].map((index) => due(key, now - index * 1_000, index))),
  )
  await enqueue(due('c', now + 60_000, 0))
  await until(2)
  await clock.advance(3_000)
  expect(jobs.running()).toEqual([{ kind: 'k', count: 2 }])
  expect(await jobs.backlog()).toEqual([{ kind: 'k', jobs: 4, age: 4_000 }])
})
