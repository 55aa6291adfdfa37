/** The events of evaluations. Source: "Event types". */
import type { EventSource, TriggeredBy } from '../../events/outbox.ts'
import { type EvaluationRow, evaluationOf } from './evaluationRows.ts'
import { type ResultRow, resultOf } from './resultRows.ts'

export const evaluationStarted = (row: EvaluationRow) =>
  ({ type: 'evaluation.started', data: evaluationOf(row) }) as const

export const evaluationTestCompleted = (row: ResultRow) =>
  ({ type: 'evaluation.test.completed', data: resultOf(row) }) as const

/** The one event that ends a run; a cancelled one ends as failed (docs/decisions.md, "evaluations"). */
export const evaluationEnded = (row: EvaluationRow) =>
  ({
    type: row.status === 'completed' ? 'evaluation.completed' : 'evaluation.failed',
    data: evaluationOf(row),
  }) as const

/** In whose name: runs start for those who asked for them and go on by themselves. */
export const sourceOf = (row: EvaluationRow, triggeredBy: TriggeredBy = 'system'): EventSource => ({
  organizationId: row.organization_id,
  workspaceId: row.workspace_id,
  triggeredBy,
})
