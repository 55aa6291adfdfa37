import type { RegexOptions } from '../../../../../generated/openapi.v1.ts'
import { linearPattern, TooCostly, UnacceptablePattern } from '../../../schemas/linearPattern.ts'
import { CannotJudge, type ScorerKind, UnacceptableOption } from './scorer.ts'

/** The pattern matches somewhere in the output. It runs in linear time, whatever it is. */
export const regex: ScorerKind<RegexOptions> = {
  threshold: 1,
  prepare(options) {
    const pattern = compile(options)
    return ({ output }) => {
      try {
        return pattern.test(output) ? 1 : 0
      } catch (error) {
        if (error instanceof TooCostly) throw new CannotJudge(error.message)
        throw error
      }
    }
  },
}

function compile({ pattern, flags }: RegexOptions) {
  try {
    return linearPattern(pattern, flags)
  } catch (error) {
    if (error instanceof UnacceptablePattern) throw new UnacceptableOption('pattern', error.message)
    throw error
  }
}
