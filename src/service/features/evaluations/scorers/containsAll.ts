import type { ListOptions } from '../../../../../generated/openapi.v1.ts'
import type { ScorerKind } from './scorer.ts'
import { shareOf } from './text.ts'

/** The share of the texts that stand in the output. */
export const containsAll: ScorerKind<ListOptions> = {
  threshold: 1,
  prepare: (options) => (given) => shareOf(options.values, given.output, options),
}
