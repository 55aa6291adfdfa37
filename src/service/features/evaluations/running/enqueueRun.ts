import type { Evaluation } from '../../../../../generated/openapi.v1.ts'
import type { Caller, Services } from '../../../server/handler.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import { EVALUATION, evaluationOf, insert, type RunRow } from '../model/evaluation.ts'

/** The pinned inputs of a run, and its number of cases. */
export type RunInputs = Pick<RunRow, PinnedColumn>
type PinnedColumn =
  | ('name' | 'prompt_id' | 'prompt_version' | 'dataset_id' | 'dataset_version' | 'model' | 'temperature')
  | ('concurrency' | 'pass_threshold' | 'scorers' | 'content' | 'total' | 'retry_of' | 'report')

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
    passed: 0,
    failed: 0,
    errored: 0,
    verdict: null,
    summary: null,
    error_code: null,
    error_message: null,
    report_id: null,
    created_at: now,
    started_at: null,
    completed_at: null,
    created_by: caller.userId,
    triggered_by: caller.triggeredBy,
  }
  await insert(tx, row)
  await jobs.enqueue(tx, { kind: EVALUATION, subject: row.id, queueKey: caller.organizationId, runAt: now })
  return evaluationOf(row)
}
