import { describe, expect, test } from 'vitest'
import { gate, recorder, setUp } from './jobsWorld.ts'

describe('stop', () => {
  test('claims nothing more and waits for the jobs under way', async () => {
    const it = await setUp()
    const work = gate()
    it.start(
      async (job) => {
        await work.block(job)
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
      void work.block(job)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await it.enqueue({ subject: 'a' })
    await work.until(1)
    const stopped = it.jobs.stop()
    await it.clock.advance(5000)
    await stopped
    expect(await it.rows()).toMatchObject([{ claimed: 0, due_at: it.clock.now(), last_error: null }])

    const next = await setUp({ database: it.database, clock: it.clock })
    const { seen, run } = recorder(next)
    next.start(run)
    await next.jobs.idle()
    expect(seen).toEqual(['a'])
  })
})
