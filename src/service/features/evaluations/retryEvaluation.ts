import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import { requireResults } from './model/evaluation.ts'
import { enqueueRun } from './running/enqueueRun.ts'

/**
 * POST /evaluations/{evaluationId}/retry: repeats the errored cases in an evaluation of its own, with the same
 * pinned inputs. It makes no report: a report would require `reports:write` of every caller of a retry.
 */
export const retryEvaluation: Handler<'retryEvaluation'> = (context) => {
  const { params, caller, transact } = context
  return transact(async (tx) => {
    const { id, status } = await evaluationStore.getOrThrow(tx, caller.organizationId, params.evaluationId)
    if (status === 'queued' || status === 'running') {
      throw new ApiError('INVALID_STATE', `The evaluation is ${status}; expected one that has ended.`)
    }
    await requireResults(tx, id)
    const original = await evaluationStore.findRun(tx, id)
    if (original === undefined || original.errored === 0) {
      throw new ApiError('INVALID_STATE', 'The evaluation has no errored case; there is nothing to repeat.')
    }
    const inputs = { ...original, total: original.errored, retry_of: id, report: null }
    const body = await enqueueRun(tx, context, inputs)
    return { status: 202, body, location: `/evaluations/${body.id}` }
  })
}
