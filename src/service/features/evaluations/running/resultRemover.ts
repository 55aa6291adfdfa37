/** The job that removes the results of a deleted evaluation. */
import type { Jobs, Worker } from '../../../jobs/jobs.ts'
import type { Database } from '../../../storage/database.ts'
import * as resultStore from '../model/result.ts'

/** The kind of the jobs; the subject is the evaluation that was. */
export const RESULT_REMOVAL = 'evaluation-results'

/** Results removed in one transaction: a few milliseconds, with texts of some kilobytes each. */
const STEP = 100

export function createResultRemover({ database, jobs }: { database: Database; jobs: Jobs }): Worker {
  return {
    kind: RESULT_REMOVAL,
    concurrency: 1,
    queueConcurrency: 1,
    lease: 60_000,
    async run(job, signal) {
      for (let left = true; left; ) {
        signal.throwIfAborted()
        left = await database.write(async (tx) => {
          const more = (await resultStore.removeSome(tx, job.subject, STEP)) === STEP
          await (more ? jobs.extend(tx, job) : jobs.complete(tx, job))
          return more
        })
      }
    },
  }
}
