import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import * as resultStore from './model/result.ts'
import { resultOf } from './model/result.ts'

/** GET /evaluations/{evaluationId}/results/{resultId}: reads the result of one case. */
export const getEvaluationResult: Handler<'getEvaluationResult'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const { id } = await evaluationStore.getOrThrow(tx, caller.organizationId, params.evaluationId)
    const row = await resultStore.find(tx, id, params.resultId)
    if (row === undefined) throw new ApiError('NOT_FOUND', 'The evaluation has no result with this id.')
    return { status: 200, body: resultOf(row) }
  })
