import type { ReportType } from '../../../../generated/openapi.v1.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../http/handler.ts'

/** What a caller must be able to read itself before a report shows it to everybody who may read reports. */
const SCOPES: Record<ReportType, readonly string[]> = {
  prompt_usage: ['prompts:read'],
  cost_latency: ['prompts:read'],
  version_comparison: ['prompts:read'],
  // Results of evaluations show rendered prompts.
  evaluation_summary: ['evaluations:read', 'prompts:read'],
}

/**
 * Refuses a report of what the caller could not read (docs/decisions.md, "scopes per operation").
 * @throws ApiError INSUFFICIENT_SCOPE
 */
export function permitSources(caller: Caller, type: ReportType): void {
  const required = SCOPES[type]
  const missing = required.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  throw new ApiError(
    'INSUFFICIENT_SCOPE',
    `The credential lacks ${missing.join(' and ')}; a report of the type ${type} needs ${required.join(' and ')}.`,
    { details: { required, missing } },
  )
}
