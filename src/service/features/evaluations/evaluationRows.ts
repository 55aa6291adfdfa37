/** An evaluation as the database keeps it, and as the contract shows it. */
import type { Evaluation } from '../../../../generated/openapi.v1.ts'
import type { TriggeredBy } from '../../events/outbox.ts'
import { timestamp } from '../../runtime/clock.ts'

export interface EvaluationRow {
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
  /** Who asked for the run; goes into `evaluation.started`. */
  triggered_by: TriggeredBy
  retry_of: string | null
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
  }
}
