/** The job that generates reports: queued → generating → completed or failed. */
import type { ReportData, ReportType } from '../../../../generated/openapi.v1.ts'
import { ApiError } from '../../errors.ts'
import type { ClaimedJob, Worker } from '../../jobs/jobs.ts'
import { timestamp } from '../../runtime/clock.ts'
import type { Services } from '../../server/handler.ts'
import { enqueueExports } from './exportWorker.ts'
import { costLatency } from './figures/costLatency.ts'
import { evaluationSummary } from './figures/evaluationSummary.ts'
import { promptUsage } from './figures/promptUsage.ts'
import { type Contents, type MakeContents, ReportImpossible } from './figures/source.ts'
import { versionComparison } from './figures/versionComparison.ts'
import * as reportStore from './model/report.ts'
import { type FullReportRow, REPORT_JOB, reportCompleted, reportFailed } from './model/report.ts'

/** Milliseconds; a longer report extends it from page to page. */
const LEASE = 60_000
/** How often a report is tried before it has failed. */
const TRIES = 4

const makers: Record<ReportType, MakeContents> = {
  prompt_usage: promptUsage,
  cost_latency: costLatency,
  version_comparison: versionComparison,
  evaluation_summary: evaluationSummary,
}

type Parts = Pick<Services, 'clock' | 'database' | 'jobs' | 'outbox' | 'workerThreads'>

/** Generates reports one after the other for each organization, so that none blocks the others. */
export function reportWorker(services: Parts): Worker {
  return {
    kind: REPORT_JOB,
    concurrency: 2,
    queueConcurrency: 1,
    lease: LEASE,
    run: (job, signal) => generate(services, job, signal),
  }
}

async function generate(services: Parts, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { clock } = services
  const row = await begin(services, job)
  if (row === undefined) return
  const outcome = await contentsOf(services, job, row, signal).catch((error: unknown) => {
    // Stopped, not failed: the next start runs it again.
    if (signal.aborted) throw error
    if (error instanceof ReportImpossible) return new ApiError('NOT_FOUND', error.message)
    if (job.failures + 1 < TRIES) throw error
    return new ApiError('INTERNAL_ERROR', 'The figures could not be read.', { cause: error })
  })
  const now = clock.now()
  const ended: FullReportRow =
    outcome instanceof ApiError
      ? {
          ...row,
          status: 'failed',
          error: JSON.stringify({ code: outcome.code, message: outcome.message }),
          completed_at: now,
        }
      : {
          ...row,
          status: 'completed',
          completed_at: now,
          data: JSON.stringify({ ...outcome, generatedAt: timestamp(now) } satisfies ReportData),
        }
  await end(services, job, ended)
}

async function contentsOf(
  { database, jobs, workerThreads }: Parts,
  job: ClaimedJob,
  row: FullReportRow,
  signal: AbortSignal,
): Promise<Contents> {
  return makers[row.type]({
    database,
    workerThreads,
    organizationId: row.organization_id,
    parameters: JSON.parse(row.parameters),
    createdAt: row.created_at,
    async progress() {
      signal.throwIfAborted()
      await database.write((tx) => jobs.extend(tx, job))
    },
  })
}

/** @returns undefined, with the job done, when the report was deleted meanwhile */
function begin({ database, jobs }: Parts, job: ClaimedJob): Promise<FullReportRow | undefined> {
  return database.write(async (tx) => {
    const row = await reportStore.find(tx, job.queueKey, job.subject)
    if (row === undefined) {
      await jobs.complete(tx, job)
      return undefined
    }
    const generating: FullReportRow = { ...row, status: 'generating' }
    await reportStore.save(tx, generating)
    return generating
  })
}

/** The outcome, its event and the end of the job are one transaction: a crash before it leaves the job to the next. */
async function end(parts: Parts, job: ClaimedJob, row: FullReportRow): Promise<void> {
  const { database, jobs, outbox } = parts
  await database.write(async (tx) => {
    await jobs.complete(tx, job)
    if (!(await reportStore.save(tx, row))) return
    const source = {
      organizationId: row.organization_id,
      workspaceId: row.workspace_id,
      triggeredBy: 'system',
    } as const
    await outbox.append(tx, source, row.status === 'completed' ? reportCompleted(row) : reportFailed(row))
    if (row.status === 'completed') await enqueueExports(tx, parts, row)
  })
}
