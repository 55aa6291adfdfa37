import type { TokensOptions } from '../../../../../generated/openapi.v1.ts'
import { CannotJudge, type ScorerKind } from './scorer.ts'

const counts = { input: 'inputTokens', output: 'outputTokens', total: 'totalTokens' } as const

/** The call took no more tokens than it may. */
export const tokens: ScorerKind<TokensOptions> = {
  threshold: 1,
  prepare:
    ({ max, of = 'total' }) =>
    ({ usage }) => {
      if (usage === null) throw new CannotJudge('The provider did not count the tokens.')
      return usage[counts[of]] <= max ? 1 : 0
    },
}
