import type { CostOptions } from '../../../../../generated/openapi.v1.ts'
import { CannotJudge, type ScorerKind } from './scorer.ts'

/** The call cost no more than it may. */
export const cost: ScorerKind<CostOptions> = {
  threshold: 1,
  prepare: (options) => (given) => {
    if (given.cost === null) throw new CannotJudge('The price of the model is not known.')
    return given.cost <= options.maxUsd ? 1 : 0
  },
}
