/** An execution as the database keeps it, and as the contract shows it. */
import type { Execution } from '../../../../generated/openapi.v1.ts'
import { ApiError } from '../../errors.ts'
import type { Completion } from '../../models/models.ts'
import { timestamp } from '../../runtime/clock.ts'

export interface ExecutionRow {
  id: string
  organization_id: string
  prompt_id: string
  /** Null when the draft was run. */
  version: number | null
  model: string
  provider: string
  temperature: number
  status: Execution['status']
  finish_reason: string | null
  /** The three counts are null together, when the execution failed. */
  input_tokens: number | null
  output_tokens: number | null
  total_tokens: number | null
  cost: number | null
  latency_ms: number
  created_at: number
  created_by: string
  /** The error code of a failed execution. */
  error_code: string | null
  /** JSON array of issues. */
  warnings: string
  rendered_prompt: string
  output: string | null
}

export function executionOf(row: ExecutionRow): Execution {
  return {
    id: row.id,
    object: 'execution',
    promptId: row.prompt_id,
    version: row.version ?? 'draft',
    model: row.model,
    provider: row.provider,
    temperature: row.temperature,
    status: row.status,
    output: row.output,
    renderedPrompt: row.rendered_prompt,
    finishReason: row.finish_reason,
    usage: usageOf(row),
    cost: row.cost,
    latencyMs: row.latency_ms,
    warnings: JSON.parse(row.warnings),
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
  }
}

function usageOf(row: ExecutionRow): Execution['usage'] {
  const { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens } = row
  if (inputTokens === null || outputTokens === null || totalTokens === null) return null
  return { inputTokens, outputTokens, totalTokens }
}

/** The columns that tell how the call of the model ended. */
export function outcomeColumns(outcome: Completion | ApiError) {
  if (outcome instanceof ApiError) {
    return {
      status: 'failed',
      finish_reason: null,
      input_tokens: null,
      output_tokens: null,
      total_tokens: null,
      cost: null,
      error_code: outcome.code,
      output: null,
    } as const
  }
  return {
    status: 'succeeded',
    finish_reason: outcome.finishReason,
    input_tokens: outcome.usage?.inputTokens ?? null,
    output_tokens: outcome.usage?.outputTokens ?? null,
    total_tokens: outcome.usage?.totalTokens ?? null,
    cost: outcome.cost,
    error_code: null,
    output: outcome.output,
  } as const
}
