/** The figures at the end of a run: what they are, and in what slices they are made. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Scorer } from '../../../../generated/openapi.v1.ts'
import type { CountedResult } from '../../../../src/service/features/evaluations/model/result.ts'
import { atShares, startSummary } from '../../../../src/service/features/evaluations/running/summarise.ts'

const SHARES = [0, 5, 25, 50, 75, 95, 100]
const byRank = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((share / 100) * values.length) - 1)]

test('percentiles are those of the sorted values', () => {
  const value = fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0, 1, 0.5),
    fc.integer({ min: 0, max: 90_000 }),
  )
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300 }), (values) => {
      const wanted = values.length === 0 ? [] : SHARES.map((share) => byRank(values, share))
      expect(atShares(values, SHARES)).toEqual(wanted)
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
})

test('the event loop goes round between the scorers of a run', async () => {
  const scorers = Array.from({ length: 20 }, () => ({ type: 'contains' }) as Scorer)
  const summary = startSummary(scorers)
  const scores = JSON.stringify(
    scorers.map(() => ({ type: 'contains', score: 1, passed: true, error: null })),
  )
  const row = {
    status: 'passed',
    score: 1,
    scored: 1,
    latency_ms: 5,
    own_scorers: 0,
    scores,
  } as CountedResult
  summary.add(row)
  let turns = 0
  const figures = await summary.figures(async () => void turns++)
  expect(figures.scorers.map(({ percentiles }) => percentiles?.p50)).toEqual(scorers.map(() => 1))
  expect(turns).toBe(scorers.length + 1)
})
