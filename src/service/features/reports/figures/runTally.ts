/** Counts over the results of an evaluation. */
import type { Evaluation, Score } from '../../../../../generated/openapi.v1.ts'
import type { CountedResult } from '../../evaluations/queries.ts'
import { countLatency, type Latencies } from './tally.ts'

export interface RunTally {
  /** Cases with a response of the model. */
  responses: number
  /** Of the responses. */
  latencies: Latencies
  tokens: number
  /** US dollars, of the responses whose price is known. */
  cost: number
  unpriced: number
  /** The sum of the scores, and of how many cases. */
  score: number
  scored: number
  /** Cases by score: ten steps of a tenth, 1 belonging to the last. */
  scores: number[]
  /** One for each scorer of the run. */
  scorers: { scored: number; passed: number; errored: number; score: number }[]
}

export const newRunTally = ({ scorers }: Pick<Evaluation, 'scorers'>): RunTally => ({
  responses: 0,
  latencies: new Map(),
  tokens: 0,
  cost: 0,
  unpriced: 0,
  score: 0,
  scored: 0,
  scores: Array.from({ length: 10 }, () => 0),
  scorers: scorers.map(() => ({ scored: 0, passed: 0, errored: 0, score: 0 })),
})

export function countResult(tally: RunTally, result: CountedResult): void {
  if (result.scored === 1) {
    tally.responses++
    tally.tokens += result.total_tokens ?? 0
    if (result.latency_ms !== null) countLatency(tally.latencies, result.latency_ms)
    if (result.cost === null) tally.unpriced++
    else tally.cost += result.cost
  }
  if (result.score !== null) {
    tally.scored++
    tally.score += result.score
    const step = Math.min(9, Math.floor(result.score * 10))
    tally.scores[step] = (tally.scores[step] ?? 0) + 1
  }
  // An item's own scorers are others than those of the run.
  if (result.own_scorers === 1) return
  const scores: Score[] = JSON.parse(result.scores)
  for (const [index, { score, passed, error }] of scores.entries()) {
    const scorer = tally.scorers[index]
    if (scorer === undefined) continue
    if (error !== null) scorer.errored++
    else {
      scorer.scored++
      scorer.score += score ?? 0
      if (passed) scorer.passed++
    }
  }
}
