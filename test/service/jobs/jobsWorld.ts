import { onTestFinished } from 'vitest'
import { createJobs } from '../../../src/service/jobs/createJobs.ts'
import type { ClaimedJob, NewJob, Worker } from '../../../src/service/jobs/jobs.ts'
import type { Clock } from '../../../src/service/runtime/clock.ts'
import { createIdentifiers } from '../../../src/service/runtime/identifiers.ts'
import { systemRandom } from '../../../src/service/runtime/random.ts'
import type { Database } from '../../../src/service/storage/database.ts'
import { ManualClock } from '../../harness/clock.ts'
import { temporaryServiceDatabase } from '../storage/temporaryDatabase.ts'

/** Jobs on a real database and a frozen clock. */
export async function setUp<C extends Clock = ManualClock>(
  given: { database?: Database; clock?: C; soleOwner?: boolean } = {},
) {
  const database = given.database ?? (await temporaryServiceDatabase())
  const clock = given.clock ?? (new ManualClock() as Clock as C)
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const ids = createIdentifiers(clock, systemRandom())
  const jobs = createJobs({ database, clock, ids, log, soleOwner: given.soleOwner ?? false })
  onTestFinished(() => jobs.stop())

  const enqueue = (...list: Partial<NewJob>[]) =>
    database.write(async (tx) => {
      for (const job of list) {
        await jobs.enqueue(tx, { kind: 'k', subject: 's', queueKey: 'l', runAt: clock.now(), ...job })
      }
    })
  const complete = (job: ClaimedJob) => database.write((tx) => jobs.complete(tx, job))
  const start = (run: Worker['run'], more: Partial<Worker> = {}) =>
    jobs.start({ kind: 'k', concurrency: 8, queueConcurrency: 8, lease: 60_000, run, ...more })
  const rows = () =>
    database.read((tx) => tx.all<Record<string, unknown>>('SELECT * FROM jobs ORDER BY subject'))
  return { database, clock, jobs, warnings, enqueue, complete, start, rows }
}

/** A worker that completes without delay and notes the subjects in their order. */
export function recorder({ complete }: { complete(job: ClaimedJob): Promise<void> }) {
  const seen: string[] = []
  const run = async (job: ClaimedJob) => {
    seen.push(job.subject)
    await complete(job)
  }
  return { seen, run }
}

/** Work that lasts until the test ends it. */
export function gate() {
  const begun: ClaimedJob[] = []
  const open: (() => void)[] = []
  let changed = () => {}
  let released = false
  return {
    begun,
    block: (job: ClaimedJob) =>
      new Promise<void>((resolve) => {
        begun.push(job)
        if (released) resolve()
        else open.push(resolve)
        changed()
      }),
    release: () => open.shift()?.(),
    /** Releases the blocked work, and all that comes later. */
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
