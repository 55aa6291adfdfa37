/** The result of a case as the database retains it, and as the contract shows it. */
import type { EvaluationResult } from '../../../../../generated/openapi.v1.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface ResultRow {
  id: string
  evaluation_id: string
  /** From 1, without gaps once the run has ended. */
  position: number
  item_id: string
  status: EvaluationResult['status']
  score: number | null
  finish_reason: string | null
  latency_ms: number | null
  /** The three counts are null together. */
  input_tokens: number | null
  output_tokens: number | null
  total_tokens: number | null
  cost: number | null
  attempts: number
  error_code: string | null
  error_message: string | null
  created_at: number
  /** 1 when the item brought scorers in place of the run's. */
  own_scorers: 0 | 1
  /** JSON array. */
  scores: string
  rendered_prompt: string | null
  output: string | null
  expected_output: string | null
}

export function resultOf(row: ResultRow): EvaluationResult {
  return {
    id: row.id,
    object: 'evaluation_result',
    evaluationId: row.evaluation_id,
    itemId: row.item_id,
    position: row.position,
    renderedPrompt: row.rendered_prompt,
    output: row.output,
    expectedOutput: row.expected_output,
    scores: JSON.parse(row.scores),
    score: row.score,
    status: row.status,
    finishReason: row.finish_reason,
    latencyMs: row.latency_ms,
    usage: usageOf(row),
    cost: row.cost,
    attempts: row.attempts,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    createdAt: timestamp(row.created_at),
  }
}

function usageOf(row: ResultRow): EvaluationResult['usage'] {
  const { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens } = row
  if (inputTokens === null || outputTokens === null || totalTokens === null) return null
  return { inputTokens, outputTokens, totalTokens }
}

// The SQL verbs over results. The caller has made sure that the evaluation is the organization's.

const columns = [
  'id',
  'evaluation_id',
  'position',
  'item_id',
  'status',
  'score',
  'finish_reason',
  'latency_ms',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cost',
  'attempts',
  'error_code',
  'error_message',
  'created_at',
  'own_scorers',
  'scores',
  'rendered_prompt',
  'output',
  'expected_output',
] as (keyof ResultRow)[]
const INSERTION = {
  table: 'evaluation_results',
  columns,
  conflict: 'ON CONFLICT (evaluation_id, position) DO NOTHING',
}

/** @returns the rows whose cases had no result yet; the others were not written. */
export async function insert(tx: WriteTransaction, rows: readonly ResultRow[]): Promise<ResultRow[]> {
  const written = await tx.insertNew(
    INSERTION,
    rows.map((row) => ({ ...row })),
  )
  return rows.filter(({ id }) => written.has(id))
}

/** Removes at most so many results of an evaluation. @returns how many */
export function removeSome(tx: WriteTransaction, evaluationId: string, most: number): Promise<number> {
  const sql = `DELETE FROM evaluation_results WHERE id IN
    (SELECT id FROM evaluation_results WHERE evaluation_id = ? ORDER BY position LIMIT ?)`
  return tx.run(sql, evaluationId, most)
}

export function find(tx: ReadTransaction, evaluationId: string, id: string): Promise<ResultRow | undefined> {
  const sql = 'SELECT * FROM evaluation_results WHERE id = ? AND evaluation_id = ?'
  return tx.get<ResultRow>(sql, id, evaluationId)
}

/** One page of results, in the order of the cases. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  evaluationId: string,
  query: PageRequest & { status?: ResultRow['status'] | undefined },
) {
  const page = pageOf(cursors, query, {
    identity: ['listEvaluationResults', evaluationId],
    sorts: { position: 'position' },
    where: { evaluation_id: evaluationId, status: query.status },
  })
  return page.read<ResultRow>(tx, 'SELECT * FROM evaluation_results')
}

const texts: readonly (keyof ResultRow)[] = ['rendered_prompt', 'output', 'expected_output']
const QUOTED = columns
  .map((column) => (texts.includes(column) ? `substr(${column}, 1, ?) AS ${column}` : column))
  .join(', ')

/** The results at these places, at most a hundred, each text cut after so many letters. */
export function quoted(
  tx: ReadTransaction,
  evaluationId: string,
  positions: readonly number[],
  letters: number,
): Promise<ResultRow[]> {
  const sql = `SELECT ${QUOTED} FROM evaluation_results
    WHERE evaluation_id = ? AND position IN (${positions.map(() => '?').join(', ')})`
  return tx.all<ResultRow>(sql, ...texts.map(() => letters), evaluationId, ...positions)
}

/** The part of a result that a summary counts: everything but its texts, which may be a million characters each. */
export type CountedResult = Pick<
  ResultRow,
  | 'position'
  | 'status'
  | 'score'
  | 'latency_ms'
  | 'input_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cost'
  | 'own_scorers'
  | 'scores'
> & { scored: 0 | 1 }

/** The counts of the results behind a place, at most `limit`, in the order of the cases. */
export function counted(
  tx: ReadTransaction,
  evaluationId: string,
  position: number,
  limit: number,
): Promise<CountedResult[]> {
  const sql = `SELECT position, status, score, latency_ms, input_tokens, output_tokens, total_tokens, cost, own_scorers,
    scores, output IS NOT NULL AS scored FROM evaluation_results WHERE evaluation_id = ? AND position > ?
    ORDER BY position LIMIT ?`
  return tx.all<CountedResult>(sql, evaluationId, position, limit)
}

/** The places from `first` to `last` that have a result. */
export async function donePositions(
  tx: ReadTransaction,
  evaluationId: string,
  first: number,
  last: number,
): Promise<Set<number>> {
  const sql = 'SELECT position FROM evaluation_results WHERE evaluation_id = ? AND position BETWEEN ? AND ?'
  const rows = await tx.all<{ position: number }>(sql, evaluationId, first, last)
  return new Set(rows.map(({ position }) => position))
}

/** The items of the errored cases, in their order. */
export async function erroredItems(tx: ReadTransaction, evaluationId: string): Promise<string[]> {
  const sql = `SELECT item_id FROM evaluation_results WHERE evaluation_id = ? AND status = 'errored' ORDER BY position`
  return (await tx.all<{ item_id: string }>(sql, evaluationId)).map(({ item_id }) => item_id)
}

/** The first errored case. */
export function firstErrored(tx: ReadTransaction, evaluationId: string): Promise<ResultRow | undefined> {
  const sql = `SELECT * FROM evaluation_results WHERE evaluation_id = ? AND status = 'errored' ORDER BY position LIMIT 1`
  return tx.get<ResultRow>(sql, evaluationId)
}
