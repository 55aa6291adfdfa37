/** The job that exports a report that the service made by itself: one for each format, which it makes once. */
import type { ReportFormat } from '../../../../generated/openapi.v1.ts'
import type { ClaimedJob, Worker } from '../../jobs/jobs.ts'
import type { Services } from '../../server/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { render } from './exports/render.ts'
import * as reportStore from './model/report.ts'
import { type ReportRow, reportOf } from './model/report.ts'
import * as exportStore from './model/reportExport.ts'

const EXPORT_JOB = 'report-export'
/** Milliseconds; the PDF of twenty thousand cases needs about one. A start picks up what the one before left. */
const LEASE = 300_000
/** How often a format is tried; each failure is in the log, and the last one in the report. */
const TRIES = 4

/** The message to the user; the cause is in the log. */
const FAILED = { code: 'INTERNAL_ERROR', message: 'The export could not be made.' }

type Parts = Pick<Services, 'clock' | 'database' | 'ids' | 'jobs' | 'outbox' | 'workerThreads'>

/** Leaves the formats of a completed report to a job each. */
export async function enqueueExports(
  tx: WriteTransaction,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  { id, organization_id, export_formats }: ReportRow,
): Promise<void> {
  const formats: ReportFormat[] = export_formats === null ? [] : JSON.parse(export_formats)
  for (const format of formats) {
    const subject = `${id} ${format}`
    await jobs.enqueue(tx, { kind: EXPORT_JOB, subject, queueKey: organization_id, runAt: clock.now() })
  }
}

export function exportWorker(parts: Parts): Worker {
  return {
    kind: EXPORT_JOB,
    concurrency: 2,
    queueConcurrency: 1,
    lease: LEASE,
    run: (job) => makeExport(parts, job),
  }
}

async function makeExport(parts: Parts, job: ClaimedJob): Promise<void> {
  const { database, jobs, workerThreads } = parts
  const [reportId = '', format] = job.subject.split(' ') as [string, ReportFormat]
  const report = await reportStore.find(database, job.queueKey, reportId)
  if (report === undefined || job.failures >= TRIES) {
    await database.write(async (tx) => {
      await jobs.complete(tx, job)
      const row = await reportStore.find(tx, job.queueKey, reportId)
      if (row) await reportStore.noteFailedExport(tx, row, { format, error: FAILED })
    })
    return
  }
  const bytes = await render(workerThreads, reportOf(report), format)
  await database.write(async (tx) => {
    await jobs.complete(tx, job)
    const row = await reportStore.find(tx, job.queueKey, reportId)
    if (row === undefined) return // deleted meanwhile
    const source = {
      organizationId: row.organization_id,
      workspaceId: row.workspace_id,
      triggeredBy: 'automation',
    } as const
    await exportStore.add(tx, parts, source, { report: row, format, bytes, createdBy: row.created_by })
  })
}
