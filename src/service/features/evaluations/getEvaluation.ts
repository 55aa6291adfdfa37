import type { Handler } from '../../server/handler.ts'
import * as evaluationStore from './model/evaluation.ts'
import { evaluationOf } from './model/evaluation.ts'

/** GET /evaluations/{evaluationId}: reads one evaluation. */
export const getEvaluation: Handler<'getEvaluation'> = ({ params, caller, database }) =>
  database.read(async (tx) => ({
    status: 200,
    body: evaluationOf(await evaluationStore.getOrThrow(tx, caller.organizationId, params.evaluationId)),
  }))
