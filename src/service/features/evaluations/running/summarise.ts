import type { EvaluationSummary, Score, Scorer, ScorerSummary } from '../../../../../generated/openapi.v1.ts'
import type { ApiError } from '../../../errors.ts'
import type { Database } from '../../../storage/database.ts'
import type { Ending, RunRow } from '../model/evaluation.ts'
import type { CountedResult } from '../model/result.ts'
import * as resultStore from '../model/result.ts'

/** Results read at once. */
const PAGE = 500
/** Pages between two words of progress: 30 ms or so. */
const PAGES = 20

/**
 * How a run ends whose cases all have a result, or that `error` ended: it fails when no case could be judged. Errored
 * cases count as not passed (docs/decisions.md, "verdict").
 *
 * @param progress told now and then while the results of a long run are read
 */
export async function endingOf(
  database: Database,
  run: RunRow,
  error: ApiError | undefined,
  progress: () => Promise<void>,
): Promise<Ending> {
  if (error) return failed(error.code, error.message)
  const summary = startSummary(JSON.parse(run.scorers))
  let judged = 0
  for (let after = 0, page = 1; ; page++) {
    const rows = await database.read((tx) => resultStore.counted(tx, run.id, after, PAGE))
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.position
    for (const row of rows) summary.add(row)
    if (page % PAGES === 0) await progress()
    judged += rows.filter(({ status }) => status !== 'errored').length
  }
  if (judged === 0) {
    const first = await database.read((tx) => resultStore.firstErrored(tx, run.id))
    const code = first?.error_code ?? 'INTERNAL_ERROR'
    return failed(
      code,
      `No case could be judged. The first one: ${first?.error_message ?? 'there was none.'}`,
    )
  }
  const figures = summary.figures()
  const verdict = figures.passRate >= run.pass_threshold ? 'passed' : 'failed'
  return { status: 'completed', verdict, summary: figures, error: null }
}

const failed = (code: string, message: string): Ending => ({
  ...({ status: 'failed', verdict: null, summary: null } as const),
  error: { code, message },
})

// The figures of a run, from its results in their order: the same results give the same figures to the last digit.

/** Takes results in one after the other; keeps numbers, not texts. */
export interface Summary {
  add(row: CountedResult): void
  figures(): EvaluationSummary
}

export function startSummary(scorers: readonly Scorer[]): Summary {
  const parts = scorers.map(({ type }) => startScorerSummary(type))
  const scores: number[] = []
  const latencies: number[] = []
  const tokens = { input: total(), output: total(), total: total() }
  const cost = total()
  let cases = 0
  let passed = 0

  return {
    add(row) {
      cases++
      if (row.status === 'passed') passed++
      if (row.score !== null) scores.push(row.score)
      if (row.judged === 1) {
        if (row.latency_ms !== null) latencies.push(row.latency_ms)
        tokens.input.add(row.input_tokens)
        tokens.output.add(row.output_tokens)
        tokens.total.add(row.total_tokens)
        cost.add(row.cost)
      }
      if (row.own_scorers === 1) return
      const given: Score[] = JSON.parse(row.scores)
      for (const [index, score] of given.entries()) parts[index]?.add(score)
    },
    figures: () => ({
      averageScore: mean(scores),
      passRate: cases === 0 ? 0 : passed / cases,
      scorers: parts.map((part) => part.figures()),
      latencyMs: { mean: mean(latencies), p50: percentile(latencies, 50), p95: percentile(latencies, 95) },
      tokens: { input: tokens.input.sum(), output: tokens.output.sum(), total: tokens.total.sum() },
      totalCost: cost.sum(),
    }),
  }
}

function startScorerSummary(type: Scorer['type']) {
  const scores: number[] = []
  let errored = 0
  let passed = 0
  return {
    add(score: Score) {
      if (score.score === null) errored++
      else scores.push(score.score)
      if (score.passed) passed++
    },
    figures(): ScorerSummary {
      const at = (share: number) => percentile(scores, share) ?? 0
      return {
        type,
        count: scores.length,
        errored,
        mean: mean(scores),
        std: deviation(scores),
        percentiles:
          scores.length === 0 ? null : { p5: at(5), p25: at(25), p50: at(50), p75: at(75), p95: at(95) },
        passRate: scores.length === 0 ? null : passed / scores.length,
      }
    },
  }
}

/** A sum that is not known once one part of it is not; rounded to a billionth against the noise of binary fractions. */
function total() {
  let sum: number | null = 0
  return {
    add(part: number | null) {
      sum = sum === null || part === null ? null : sum + part
    },
    sum: () => (sum === null ? null : Math.round(sum * 1e9) / 1e9),
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Of the values themselves, not of a larger whole that they would stand for. */
function deviation(values: readonly number[]): number | null {
  const middle = mean(values)
  if (middle === null) return null
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length)
}

/** By nearest rank: always one of the values. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? null
}
