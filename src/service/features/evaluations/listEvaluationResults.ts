import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import * as resultStore from './model/result.ts'
import { resultOf } from './model/result.ts'

/** GET /evaluations/{evaluationId}/results: lists the results that there are so far. */
export const listEvaluationResults: Handler<'listEvaluationResults'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  const { rows, hasMore, nextCursor } = await database.read(async (tx) => {
    const { id } = await evaluationStore.getOrThrow(tx, caller.organizationId, params.evaluationId)
    return resultStore.list(tx, cursors, id, query)
  })
  return { status: 200, body: { results: rows.map(resultOf), hasMore, nextCursor } }
}
