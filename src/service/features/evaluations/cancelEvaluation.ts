import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import { evaluationEnded, evaluationOf } from './model/evaluation.ts'

/**
 * POST /evaluations/{evaluationId}/cancel: ends the run in its present state. Its worker sees it at its next result or
 * heartbeat, and gives up the cases under way.
 */
export const cancelEvaluation: Handler<'cancelEvaluation'> = ({ params, caller, clock, outbox, transact }) =>
  transact(async (tx) => {
    const { id, status } = await evaluationStore.getOrThrow(tx, caller.organizationId, params.evaluationId)
    const ending = { status: 'cancelled', verdict: null, summary: null, error: null } as const
    const ended = await evaluationStore.markEnded(tx, id, ending, clock.now())
    if (ended === undefined) {
      throw new ApiError(
        'INVALID_STATE',
        `The evaluation is ${status}; expected one that is queued or running.`,
      )
    }
    await outbox.append(tx, caller, evaluationEnded(ended))
    return { status: 200, body: evaluationOf(ended) }
  })
