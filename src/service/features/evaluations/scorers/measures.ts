import type {
  CostOptions,
  FinishReasonOptions,
  LatencyOptions,
  TokensOptions,
} from '../../../../../generated/openapi.v1.ts'
import { CannotScore, type ScorerKind } from './scorer.ts'

/** The model was not slower than allowed. */
export const latency: ScorerKind<LatencyOptions> = {
  threshold: 1,
  prepare: (options) => (given) => (given.latencyMs <= options.maxMs ? 1 : 0),
}

/** The call cost no more than it may. */
export const cost: ScorerKind<CostOptions> = {
  threshold: 1,
  prepare: (options) => (given) => {
    if (given.cost === null) throw new CannotScore('The price of the model is not known.')
    return given.cost <= options.maxUsd ? 1 : 0
  },
}

const counts = { input: 'inputTokens', output: 'outputTokens', total: 'totalTokens' } as const

/** The call used no more tokens than allowed. */
export const tokens: ScorerKind<TokensOptions> = {
  threshold: 1,
  prepare:
    ({ max, of = 'total' }) =>
    ({ usage }) => {
      if (usage === null) throw new CannotScore('The provider did not count the tokens.')
      return usage[counts[of]] <= max ? 1 : 0
    },
}

/** The model ended its response for one of the reasons. */
export const finishReason: ScorerKind<FinishReasonOptions> = {
  threshold: 1,
  prepare:
    ({ values = ['stop'] }) =>
    (given) =>
      values.includes(given.finishReason) ? 1 : 0,
}
