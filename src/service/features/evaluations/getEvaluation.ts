import type { Handler } from '../../http/handler.ts'
import { evaluationOf } from './evaluationRows.ts'
import * as evaluationStore from './evaluationStore.ts'

/** GET /evaluations/{evaluationId}: reads one evaluation. */
export const getEvaluation: Handler<'getEvaluation'> = ({ params, caller, database }) =>
  database.read(async (tx) => ({
    status: 200,
    body: evaluationOf(await evaluationStore.demand(tx, caller.organizationId, params.evaluationId)),
  }))
