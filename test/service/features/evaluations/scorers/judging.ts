/** Scorers on their own, with a scoring model that responds as a test defines. */
import type { ScorerInput } from '../../../../../generated/openapi.v1.ts'
import {
  completeScorer,
  prepareScorers,
} from '../../../../../src/service/features/evaluations/scorers/index.ts'
import type { Case } from '../../../../../src/service/features/evaluations/scorers/scorer.ts'
import type { Models } from '../../../../../src/service/models/models.ts'
import { ManualClock } from '../../../../harness/clock.ts'

export const clock = new ManualClock()
/** A scoring model that responds as the test defines. */
export const judging = (output: string): Models => ({
  defaultModel: null,
  names: () => ['judge'],
  find: () => ({
    name: 'test',
    complete: async () => ({ output, finishReason: 'stop', usage: null, cost: null }),
  }),
})

const base: Case = {
  prompt: 'Greet Ada.',
  output: '',
  expectedOutput: null,
  finishReason: 'stop',
  cost: 0.002,
  latencyMs: 100,
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
}

export async function score(
  input: ScorerInput,
  given: Partial<Case>,
  models: Models = judging(''),
  report?: (error: unknown) => void,
) {
  const tools = { models, clock, ...(report && { report }) }
  const [ready] = prepareScorers([completeScorer(input)], tools)
  return ready?.score({ ...base, ...given })
}

export type Given = [input: ScorerInput, given: Partial<Case>]
