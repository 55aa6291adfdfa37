/** An evaluation as the database retains it, and as the contract shows it. */
import type { Evaluation, EvaluationSummary } from '../../../../../generated/openapi.v1.ts'
import { ApiError, requireFound } from '../../../errors.ts'
import type { EventSource, TriggeredBy } from '../../../events/outbox.ts'
import { createdWithin, type TimeSpan } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

interface EvaluationRow {
  id: string
  organization_id: string
  workspace_id: string
  name: string
  prompt_id: string
  prompt_version: number
  dataset_id: string
  dataset_version: number
  model: string
  temperature: number
  concurrency: number
  pass_threshold: number
  status: Evaluation['status']
  /** Cases of the run; the three counts below are those of its results so far. */
  total: number
  passed: number
  failed: number
  errored: number
  verdict: Evaluation['verdict']
  error_code: string | null
  error_message: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
  created_by: string
  /** The trigger of the run, for `evaluation.started`. */
  triggered_by: TriggeredBy
  retry_of: string | null
  /** JSON object of the report to make when the run has completed. */
  report: string | null
  /** The report that was made. */
  report_id: string | null
  /** JSON array, defaults filled in. */
  scorers: string
  /** JSON object. */
  summary: string | null
}

/** A row with the text that it runs, which no list needs. */
export interface RunRow extends EvaluationRow {
  /** The template of the prompt version. */
  content: string
}

export function evaluationOf(row: EvaluationRow): Evaluation {
  return {
    id: row.id,
    object: 'evaluation',
    name: row.name,
    promptId: row.prompt_id,
    promptVersion: row.prompt_version,
    datasetId: row.dataset_id,
    datasetVersion: row.dataset_version,
    model: row.model,
    temperature: row.temperature,
    scorers: JSON.parse(row.scorers),
    concurrency: row.concurrency,
    passThreshold: row.pass_threshold,
    status: row.status,
    resultCounts: { total: row.total, passed: row.passed, failed: row.failed, errored: row.errored },
    verdict: row.verdict,
    summary: row.summary === null ? null : JSON.parse(row.summary),
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    createdAt: timestamp(row.created_at),
    startedAt: row.started_at === null ? null : timestamp(row.started_at),
    completedAt: row.completed_at === null ? null : timestamp(row.completed_at),
    createdBy: row.created_by,
    retryOf: row.retry_of,
    report: row.report === null ? null : { ...JSON.parse(row.report), reportId: row.report_id },
  }
}

// The SQL verbs over evaluations.

const columns = [
  'id',
  'organization_id',
  'workspace_id',
  'name',
  'prompt_id',
  'prompt_version',
  'dataset_id',
  'dataset_version',
  'model',
  'temperature',
  'concurrency',
  'pass_threshold',
  'status',
  'total',
  'passed',
  'failed',
  'errored',
  'verdict',
  'error_code',
  'error_message',
  'created_at',
  'started_at',
  'completed_at',
  'created_by',
  'triggered_by',
  'retry_of',
  'report',
  'report_id',
  'scorers',
  'summary',
] as (keyof EvaluationRow)[]
const all = [...columns, 'content'] as (keyof RunRow)[]

const INSERT = `INSERT INTO evaluations (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const SELECT = `SELECT ${columns.join(', ')} FROM evaluations`
/** A run that has ended stays as it is. */
const OPEN = `status IN ('queued', 'running')`

export async function insert(tx: WriteTransaction, row: RunRow): Promise<void> {
  await tx.run(INSERT, ...all.map((column) => row[column]))
}

/** Undefined when there is none, and when it belongs to another organization. */
export function find(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<EvaluationRow | undefined> {
  return tx.get<EvaluationRow>(`${SELECT} WHERE organization_id = ? AND id = ?`, organizationId, id)
}

/** @throws ApiError NOT_FOUND where `find` finds nothing */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<EvaluationRow> {
  return requireFound('evaluation', await find(tx, organizationId, id))
}

/** @throws ApiError INVALID_STATE when the results of an evaluation are no longer stored */
export async function requireResults(tx: ReadTransaction, id: string): Promise<void> {
  const sql = 'SELECT 1 FROM evaluations WHERE id = ? AND results_removed_at IS NOT NULL'
  if ((await tx.get(sql, id)) === undefined) return
  throw new ApiError('INVALID_STATE', 'The results of the evaluation are no longer stored; its summary is.')
}

/** For the worker, which works for every organization. */
export function findRun(tx: ReadTransaction, id: string): Promise<RunRow | undefined> {
  return tx.get<RunRow>('SELECT * FROM evaluations WHERE id = ?', id)
}

export async function isRunning(tx: ReadTransaction, id: string): Promise<boolean> {
  const row = await tx.get<{ status: string }>('SELECT status FROM evaluations WHERE id = ?', id)
  return row?.status === 'running'
}

/** A retry of this evaluation that has not ended: it reads the results that it repeats. */
export function findOpenRetry(
  tx: ReadTransaction,
  id: string,
): Promise<Pick<EvaluationRow, 'id' | 'status'> | undefined> {
  return tx.get(`SELECT id, status FROM evaluations WHERE retry_of = ? AND ${OPEN} LIMIT 1`, id)
}

/** Deletes the evaluation; its results are left to a job. */
export async function remove(tx: WriteTransaction, organizationId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM evaluations WHERE organization_id = ? AND id = ?', organizationId, id)
}

/** One page of evaluations, on the index of its filter. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest &
    TimeSpan & {
      status?: EvaluationRow['status'] | undefined
      promptId?: string | undefined
      datasetId?: string | undefined
    },
) {
  return readPage<EvaluationRow>(database, cursors, query, {
    identity: ['listEvaluations', organizationId],
    sorts: { createdAt: 'created_at' },
    from: 'evaluations',
    columns: columns.join(', '),
    where: { organization_id: organizationId },
    and: createdWithin(query),
    filters: { prompt_id: query.promptId, dataset_id: query.datasetId, status: query.status },
  })
}

/** queued → running. */
export async function markStarted(tx: WriteTransaction, row: RunRow, now: number): Promise<RunRow> {
  await tx.run(
    `UPDATE evaluations SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'`,
    now,
    row.id,
  )
  return { ...row, status: 'running', started_at: now }
}

/** Counts more results. @returns whether the run still continues; otherwise nothing was counted. */
export async function countResults(
  tx: WriteTransaction,
  id: string,
  results: readonly { status: 'passed' | 'failed' | 'errored' }[],
): Promise<boolean> {
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length
  const sql = `UPDATE evaluations SET passed = passed + ?, failed = failed + ?, errored = errored + ?
     WHERE id = ? AND status = 'running'`
  return (await tx.run(sql, count('passed'), count('failed'), count('errored'), id)) === 1
}

export interface Ending {
  status: 'completed' | 'failed' | 'cancelled'
  verdict: EvaluationRow['verdict']
  summary: EvaluationSummary | null
  error: { code: string; message: string } | null
  /** The report that is made of a completed run. */
  reportId?: string
}

/** @returns the evaluation as it ended; undefined when it had ended already. */
export async function markEnded(
  tx: WriteTransaction,
  id: string,
  { status, verdict, summary, error, reportId }: Ending,
  now: number,
): Promise<EvaluationRow | undefined> {
  const changed = await tx.run(
    `UPDATE evaluations SET status = ?, verdict = ?, summary = ?, error_code = ?, error_message = ?, report_id = ?,
       completed_at = ?
     WHERE id = ? AND ${OPEN}`,
    status,
    verdict,
    summary && JSON.stringify(summary),
    error?.code ?? null,
    error?.message ?? null,
    reportId ?? null,
    now,
    id,
  )
  return changed === 0 ? undefined : tx.get<EvaluationRow>(`${SELECT} WHERE id = ?`, id)
}

// The events of evaluations. Source: "Event types".

export const evaluationStarted = (row: EvaluationRow) =>
  ({ type: 'evaluation.started', data: evaluationOf(row) }) as const

/** The one event that ends a run; a cancelled one ends as failed (docs/internals/decisions.md, "evaluations"). */
export const evaluationEnded = (row: EvaluationRow) =>
  ({
    type: row.status === 'completed' ? 'evaluation.completed' : 'evaluation.failed',
    data: evaluationOf(row),
  }) as const

/** In whose name: runs start for those who requested them and continue by themselves. */
export const sourceOf = (row: EvaluationRow, triggeredBy: TriggeredBy = 'system'): EventSource => ({
  organizationId: row.organization_id,
  workspaceId: row.workspace_id,
  triggeredBy,
})

/** The kind of the jobs that run evaluations; the subject is the evaluation. */
export const EVALUATION = 'evaluation'
