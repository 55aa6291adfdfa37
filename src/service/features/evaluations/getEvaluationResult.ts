import { ApiError } from '../../errors.ts'
import type { Handler } from '../../http/handler.ts'
import * as evaluationStore from './evaluationStore.ts'
import { resultOf } from './resultRows.ts'
import * as resultStore from './resultStore.ts'

/** GET /evaluations/{evaluationId}/results/{resultId}: reads the result of one case. */
export const getEvaluationResult: Handler<'getEvaluationResult'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const { id } = await evaluationStore.demand(tx, caller.organizationId, params.evaluationId)
    const row = await resultStore.find(tx, id, params.resultId)
    if (row === undefined) throw new ApiError('NOT_FOUND', 'The evaluation has no result with this id.')
    return { status: 200, body: resultOf(row) }
  })
