import type { Services } from '../../../http/handler.ts'
import type { Worker } from '../../../jobs/jobs.ts'
import * as importStore from './importStore.ts'

export const SWEEPER = 'datasetImport'
/** Milliseconds without a row after which nobody can be working on an import. */
export const SWEEP_AFTER = 60 * 60 * 1000

/** Takes away what imports left behind that ended with their process. */
export function importSweeper({
  database,
  clock,
  jobs,
}: Pick<Services, 'database' | 'clock' | 'jobs'>): Worker {
  return {
    kind: SWEEPER,
    concurrency: 1,
    laneConcurrency: 1,
    lease: 60_000,
    async run(job, signal) {
      for (;;) {
        const over = await database.write(async (tx) => {
          const row = await importStore.find(tx, job.subject)
          const alive = row?.version === null && row.touched_at + SWEEP_AFTER > clock.now()
          if (alive) await jobs.postpone(tx, job, row.touched_at + SWEEP_AFTER)
          else if (row?.version === null && !(await importStore.discard(tx, row))) {
            await jobs.extend(tx, job)
            return false
          } else await jobs.complete(tx, job)
          return true
        })
        if (over || signal.aborted) return
      }
    },
  }
}
