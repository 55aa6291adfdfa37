import type { FinishReasonOptions } from '../../../../../generated/openapi.v1.ts'
import type { ScorerKind } from './scorer.ts'

/** The model ended its answer for one of the reasons. */
export const finishReason: ScorerKind<FinishReasonOptions> = {
  threshold: 1,
  prepare:
    ({ values = ['stop'] }) =>
    (given) =>
      values.includes(given.finishReason) ? 1 : 0,
}
