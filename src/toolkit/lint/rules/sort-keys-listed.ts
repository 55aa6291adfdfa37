import { allLists } from '../../model/apiModel.ts'
import { RELIABLE } from '../../model/evidence.ts'
import { modelRule } from '../modelRule.ts'

/** Clients have to know which sort keys a list accepts. */
export const sortKeysListed = modelRule(({ model }, report) => {
  for (const { operationId, sorting } of allLists(model))
    if (sorting?.freeKey && sorting.evidence.confidence >= RELIABLE)
      report(
        sorting.evidence.pointer,
        `The sort parameter ${sorting.parameter} of ${operationId} accepts any text; list the sort keys in an enum.`,
      )
})
