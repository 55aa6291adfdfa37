/** The result of a case as the database keeps it, and as the contract shows it. */
import type { EvaluationResult } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

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
