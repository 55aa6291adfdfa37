import { ApiError } from '../../errors.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import { evaluationOf } from './model/evaluation.ts'
import { RESULT_REMOVAL } from './running/resultRemover.ts'

/**
 * DELETE /evaluations/{evaluationId}: deletes one that has ended. No one finds its results without it; a job removes
 * them in small steps, for a run may have a hundred thousand.
 */
export const deleteEvaluation: Handler<'deleteEvaluation'> = (context) => {
  const { params, caller, clock, ifMatch, jobs, transact } = context
  return transact(async (tx) => {
    const row = await evaluationStore.getOrThrow(tx, caller.organizationId, params.evaluationId)
    requireMatch(ifMatch, evaluationOf(row))
    if (row.status === 'queued' || row.status === 'running') {
      throw new ApiError('INVALID_STATE', `The evaluation is ${row.status}; expected one that has ended.`)
    }
    const retry = await evaluationStore.findOpenRetry(tx, row.id)
    if (retry !== undefined) {
      throw new ApiError(
        'INVALID_STATE',
        `The evaluation ${retry.id} repeats its errored cases and is ${retry.status}; expected one that has ended.`,
      )
    }
    await evaluationStore.remove(tx, caller.organizationId, row.id)
    await jobs.enqueue(tx, {
      kind: RESULT_REMOVAL,
      subject: row.id,
      queueKey: caller.organizationId,
      runAt: clock.now(),
    })
    return { status: 204, body: undefined }
  })
}
