import type { ListOptions } from '../../../../../generated/openapi.v1.ts'
import type { ScorerKind } from './scorer.ts'
import { shareOf } from './text.ts'

/** At least one of the texts stands in the output. */
export const containsAny: ScorerKind<ListOptions> = {
  threshold: 1,
  prepare: (options) => (given) => (shareOf(options.values, given.output, options) > 0 ? 1 : 0),
}
