import type { NoOptions } from '../../../../../generated/openapi.v1.ts'
import { parseOutput } from './json.ts'
import type { ScorerKind } from './scorer.ts'

/** The output is JSON. */
export const isJson: ScorerKind<NoOptions> = {
  threshold: 1,
  prepare: () => (given) => (parseOutput(given.output) === undefined ? 0 : 1),
}
