/** The SQL verbs over evaluations. */
import type { EvaluationSummary } from '../../../../generated/openapi.v1.ts'
import { notFound } from '../../errors.ts'
import type { Cursors } from '../../http/cursors.ts'
import { type PageRequest, pageOf } from '../../http/paging.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import type { EvaluationRow, RunRow } from './evaluationRows.ts'

const columns = [
  ...['id', 'organization_id', 'workspace_id', 'name', 'prompt_id', 'prompt_version', 'dataset_id'],
  ...[
    'dataset_version',
    'model',
    'temperature',
    'concurrency',
    'pass_threshold',
    'status',
    'total',
    'passed',
  ],
  ...['failed', 'errored', 'verdict', 'error_code', 'error_message', 'created_at', 'started_at'],
  ...['completed_at', 'created_by', 'triggered_by', 'retry_of', 'scorers', 'summary'],
] as (keyof EvaluationRow)[]
const all = [...columns, 'content'] as (keyof RunRow)[]

const INSERT = `INSERT INTO evaluations (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
const SELECT = `SELECT ${columns.join(', ')} FROM evaluations`
/** What has ended stays as it is. */
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
export async function demand(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<EvaluationRow> {
  const row = await find(tx, organizationId, id)
  if (row === undefined) throw notFound('evaluation')
  return row
}

/** For the worker, which works for every organization. */
export function findRun(tx: ReadTransaction, id: string): Promise<RunRow | undefined> {
  return tx.get<RunRow>('SELECT * FROM evaluations WHERE id = ?', id)
}

export async function isRunning(tx: ReadTransaction, id: string): Promise<boolean> {
  const row = await tx.get<{ status: string }>('SELECT status FROM evaluations WHERE id = ?', id)
  return row?.status === 'running'
}

/** One page of evaluations, on the index of its filter. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & {
    status?: EvaluationRow['status'] | undefined
    promptId?: string | undefined
    datasetId?: string | undefined
  },
) {
  const page = pageOf(cursors, query, {
    identity: ['listEvaluations', organizationId],
    sorts: { createdAt: 'created_at' },
    where: {
      organization_id: organizationId,
      prompt_id: query.promptId,
      dataset_id: query.datasetId,
      status: query.status,
    },
  })
  return page.cut(await tx.all<EvaluationRow>(`${SELECT} ${page.sql}`, ...page.values))
}

/** queued → running. */
export async function markStarted(tx: WriteTransaction, row: RunRow, now: number): Promise<RunRow> {
  await tx.run(
    `UPDATE evaluations SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'`,
    ...[now, row.id],
  )
  return { ...row, status: 'running', started_at: now }
}

/** Counts one more result. @returns whether the run still goes on; otherwise nothing was counted. */
export async function countResult(
  tx: WriteTransaction,
  id: string,
  status: 'passed' | 'failed' | 'errored',
): Promise<boolean> {
  const sql = `UPDATE evaluations SET ${status} = ${status} + 1 WHERE id = ? AND status = 'running'`
  return (await tx.run(sql, id)) === 1
}

export interface Ending {
  status: 'completed' | 'failed' | 'cancelled'
  verdict: EvaluationRow['verdict']
  summary: EvaluationSummary | null
  error: { code: string; message: string } | null
}

/** @returns the evaluation as it ended; undefined when it had ended already. */
export async function markEnded(
  tx: WriteTransaction,
  id: string,
  { status, verdict, summary, error }: Ending,
  now: number,
): Promise<EvaluationRow | undefined> {
  const changed = await tx.run(
    `UPDATE evaluations SET status = ?, verdict = ?, summary = ?, error_code = ?, error_message = ?, completed_at = ?
     WHERE id = ? AND ${OPEN}`,
    ...[
      status,
      verdict,
      summary && JSON.stringify(summary),
      error?.code ?? null,
      error?.message ?? null,
      now,
      id,
    ],
  )
  return changed === 0 ? undefined : tx.get<EvaluationRow>(`${SELECT} WHERE id = ?`, id)
}
