import type { EvaluationSummary, Score, Scorer, ScorerSummary } from '../../../../../generated/openapi.v1.ts'
import type { ApiError } from '../../../errors.ts'
import type { Database } from '../../../storage/database.ts'
import type { Ending, RunRow } from '../model/evaluation.ts'
import type { CountedResult } from '../model/result.ts'
import * as resultStore from '../model/result.ts'

/** Results read at a time. */
const PAGE = 500
/** Pages between two words of progress: 30 ms or so. */
const PAGES = 20

/**
 * How a run ends whose cases all have a result, or that `error` ended: it fails when no case could be scored. Errored
 * cases count as not passed (docs/internals/decisions.md, "verdict").
 *
 * @param progress called now and then while the results of a long run are read
 */
export async function endingOf(
  database: Database,
  run: RunRow,
  error: ApiError | undefined,
  progress: () => Promise<void>,
): Promise<Ending> {
  if (error) return failed(error.code, error.message)
  const summary = startSummary(JSON.parse(run.scorers))
  let scored = 0
  for (let after = 0, page = 1; ; page++) {
    const rows = await database.read((tx) => resultStore.counted(tx, run.id, after, PAGE))
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.position
    for (const row of rows) summary.add(row)
    if (page % PAGES === 0) await progress()
    scored += rows.filter(({ status }) => status !== 'errored').length
  }
  if (scored === 0) {
    const first = await database.read((tx) => resultStore.firstErrored(tx, run.id))
    const code = first?.error_code ?? 'INTERNAL_ERROR'
    return failed(
      code,
      `No case could be scored. The first one: ${first?.error_message ?? 'there was none.'}`,
    )
  }
  const figures = await summary.figures(nextTurn)
  const verdict = figures.passRate >= run.pass_threshold ? 'passed' : 'failed'
  return { status: 'completed', verdict, summary: figures, error: null }
}

/** Lets the event loop serve others. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const failed = (code: string, message: string): Ending => ({
  status: 'failed',
  verdict: null,
  summary: null,
  error: { code, message },
})

// The figures of a run, from its results in their order: the same results give the same figures to the last digit.

/** Adds results one after the other; retains numbers, not texts. */
interface Summary {
  add(row: CountedResult): void
  /** @param breathe between two parts of the work, each of which passes over the numbers of one scorer */
  figures(breathe: () => Promise<void>): Promise<EvaluationSummary>
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
      if (row.scored === 1) {
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
    async figures(breathe) {
      const figuresOfScorers: ScorerSummary[] = []
      for (const part of parts) {
        await breathe()
        figuresOfScorers.push(part.figures())
      }
      await breathe()
      const [p50 = null, p95 = null] = atShares(latencies, [50, 95])
      return {
        averageScore: mean(scores),
        passRate: cases === 0 ? 0 : passed / cases,
        scorers: figuresOfScorers,
        latencyMs: { mean: mean(latencies), p50, p95 },
        tokens: { input: tokens.input.sum(), output: tokens.output.sum(), total: tokens.total.sum() },
        totalCost: cost.sum(),
      }
    },
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
      const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = atShares(scores, [5, 25, 50, 75, 95])
      return {
        type,
        count: scores.length,
        errored,
        mean: mean(scores),
        std: deviation(scores),
        percentiles: scores.length === 0 ? null : { p5, p25, p50, p75, p95 },
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

/** Equal parts of the span between the least and the largest value. */
const RANGES = 4096

/**
 * The values at these percentages by nearest rank, each one of the values; none where there are no values. Sorting a
 * million needs a tenth of a second. So they are counted by range, and only the ranges that contain a rank are sorted.
 */
export function atShares(values: readonly number[], shares: readonly number[]): number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (values.length === 0) return []
  if (low === high) return shares.map(() => low)
  // Values closer to one another than any ranges could be have no ranges.
  const scale = Math.min(RANGES / (high - low), Number.MAX_VALUE)
  const rangeOf = (value: number) => Math.min(RANGES - 1, Math.floor((value - low) * scale))
  const counts = new Uint32Array(RANGES)
  for (const value of values) counts[rangeOf(value)] = (counts[rangeOf(value)] ?? 0) + 1
  const places = shares.map((share) => {
    let rank = Math.max(0, Math.ceil((share / 100) * values.length) - 1)
    let range = 0
    while (rank >= (counts[range] ?? 0)) rank -= counts[range++] ?? 0
    return { range, rank }
  })
  const counted = new Map(places.map(({ range }) => [range, new Float64Array(counts[range] ?? 0)]))
  const ends = new Map<number, number>()
  for (const value of values) {
    const range = rangeOf(value)
    const part = counted.get(range)
    if (part === undefined) continue
    const end = ends.get(range) ?? 0
    part[end] = value
    ends.set(range, end + 1)
  }
  for (const part of counted.values()) part.sort()
  return places.map(({ range, rank }) => counted.get(range)?.[rank] ?? low)
}
