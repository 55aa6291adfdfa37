import type { Evaluation } from '../../../../generated/openapi.v1.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { evaluationOf, type RunRow } from './evaluationRows.ts'
import * as evaluationStore from './evaluationStore.ts'

/** The kind of the jobs that run evaluations; the subject is the evaluation. */
export const EVALUATION = 'evaluation'

/** What a run is pinned to, and how many cases that makes. */
export type RunInputs = Pick<RunRow, PinnedColumn>
type PinnedColumn =
  | ('name' | 'prompt_id' | 'prompt_version' | 'dataset_id' | 'dataset_version' | 'model' | 'temperature')
  | ('concurrency' | 'pass_threshold' | 'scorers' | 'content' | 'total' | 'retry_of')

/** Writes a new evaluation and the job that runs it. */
export async function enqueueRun(
  tx: WriteTransaction,
  { caller, clock, ids, jobs }: Pick<Services, 'clock' | 'ids' | 'jobs'> & { caller: Caller },
  inputs: RunInputs,
): Promise<Evaluation> {
  const now = clock.now()
  const row: RunRow = {
    ...inputs,
    id: ids.create('eval'),
    organization_id: caller.organizationId,
    workspace_id: caller.workspaceId,
    status: 'queued',
    ...{
      passed: 0,
      failed: 0,
      errored: 0,
      verdict: null,
      summary: null,
      error_code: null,
      error_message: null,
    },
    created_at: now,
    started_at: null,
    completed_at: null,
    created_by: caller.userId,
    triggered_by: caller.triggeredBy,
  }
  await evaluationStore.insert(tx, row)
  await jobs.enqueue(tx, { kind: EVALUATION, subject: row.id, lane: caller.organizationId, runAt: now })
  return evaluationOf(row)
}
