import { allLists } from '../../model/apiModel.ts'
import { RELIABLE } from '../../model/evidence.ts'
import { modelRule, mostCommon } from '../modelRule.ts'

/** A client needs one way to read all pages of a list. */
export const paginationOneStyle = modelRule(({ model }, report) => {
  const paginated = allLists(model).filter(
    ({ pagination: { style, evidence } }) => style !== 'none' && evidence.confidence >= RELIABLE,
  )
  const usual = mostCommon(paginated.map(({ pagination }) => pagination.style))
  for (const { operationId, pagination } of paginated)
    if (pagination.style !== usual)
      report(
        pagination.evidence.pointer,
        `The pages of ${operationId} are requested by ${pagination.style}, those of most lists by ${usual}; use one pagination style in the whole API.`,
      )
})
