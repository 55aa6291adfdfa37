import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import { evaluationOf } from './model/evaluation.ts'

/** GET /evaluations: lists the evaluations. */
export const listEvaluations: Handler<'listEvaluations'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await evaluationStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { evaluations: rows.map(evaluationOf), hasMore, nextCursor } }
}
