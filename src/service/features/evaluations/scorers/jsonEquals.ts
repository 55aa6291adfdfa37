import { isDeepStrictEqual } from 'node:util'
import type { JsonEqualsOptions } from '../../../../../generated/openapi.v1.ts'
import { parseOutput } from './json.ts'
import { CannotJudge, type Case, type ScorerKind } from './scorer.ts'

/** The output is JSON of the same value, whatever its blanks and the order of its members. */
export const jsonEquals: ScorerKind<JsonEqualsOptions> = {
  threshold: 1,
  prepare: (options) => (given) => {
    const wanted = Object.hasOwn(options, 'value') ? options.value : expectedValue(given)
    const parsed = parseOutput(given.output)
    return parsed !== undefined && isDeepStrictEqual(parsed.value, wanted) ? 1 : 0
  },
}

function expectedValue({ expectedOutput }: Case): unknown {
  if (expectedOutput === null) throw new CannotJudge('Neither the scorer nor the item says what is expected.')
  try {
    return JSON.parse(expectedOutput)
  } catch {
    throw new CannotJudge('What the item expects is not JSON.')
  }
}
