import { describe, expect, test } from 'vitest'
import { gate, setUp } from './jobsWorld.ts'

describe('queues', () => {
  test('a queue never has more under way than its share, and does not hold up the others', async () => {
    const it = await setUp()
    const slow = gate()
    const seen: string[] = []
    it.start(
      async (job) => {
        if (job.queueKey === 'slow') await slow.block(job)
        else seen.push(job.subject)
        await it.complete(job)
      },
      { concurrency: 4, queueConcurrency: 2 },
    )
    await it.enqueue(
      ...Array.from({ length: 50 }, (_, n) => ({ subject: `slow ${n}`, queueKey: 'slow', runAt: n })),
    )
    await slow.until(2)
    await it.enqueue({ subject: 'quick 1', queueKey: 'quick' }, { subject: 'quick 2', queueKey: 'quick' })
    await it.enqueue({ subject: 'slow 50', queueKey: 'slow' }, { subject: 'other', queueKey: 'third' })
    // The quick ones are through when their rows are gone; the slow queue still has its two.
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

  test('free slots go to the queues in turn, not to the longest backlog', async () => {
    const it = await setUp()
    const work = gate()
    await it.enqueue(
      ...Array.from({ length: 9 }, (_, n) => ({ subject: `a${n}`, queueKey: 'a', runAt: n })),
      { subject: 'b0', queueKey: 'b', runAt: 100 },
      { subject: 'c0', queueKey: 'c', runAt: 200 },
    )
    it.start(work.block, { concurrency: 4, queueConcurrency: 4 })
    await work.until(4)
    expect(work.begun.map(({ subject }) => subject).sort()).toEqual(['a0', 'a1', 'b0', 'c0'])
    work.releaseAll()
  })

  test('a slot that comes free goes to the queue with the least under way', async () => {
    const it = await setUp()
    const work = gate()
    await it.enqueue(...Array.from({ length: 9 }, (_, n) => ({ subject: `a${n}`, queueKey: 'a', runAt: n })))
    it.start(work.block, { concurrency: 3, queueConcurrency: 3 })
    await work.until(3)
    await it.enqueue({ subject: 'b0', queueKey: 'b' })
    work.release()
    await work.until(4)
    expect(work.begun[3]?.subject).toBe('b0')
    work.releaseAll()
  })
})
