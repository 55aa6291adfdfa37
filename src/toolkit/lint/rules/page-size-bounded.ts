import { allLists } from '../../model/apiModel.ts'
import { RELIABLE } from '../../model/evidence.ts'
import { modelRule } from '../modelRule.ts'

/** Without a maximum, one request can read a whole table. */
export const pageSizeBounded = modelRule(({ model }, report) => {
  for (const { operationId, pagination } of allLists(model)) {
    const { limit } = pagination
    if (limit !== undefined && limit.maximum === undefined && limit.evidence.confidence >= RELIABLE)
      report(
        limit.evidence.pointer,
        `The page size ${limit.parameter} of ${operationId} has no maximum; declare the largest page that the server returns.`,
      )
  }
})
