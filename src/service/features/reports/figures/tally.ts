/** Counts over executions. */
import type { ExecutionFigures } from '../../prompts/queries.ts'

export interface Tally {
  executions: number
  succeeded: number
  failed: number
  inputTokens: number
  outputTokens: number
  totalTokens: number
  /** US dollars, of the executions whose price is known. */
  cost: number
  priced: number
  /** Succeeded executions whose price is not known. */
  unpriced: number
  /** Milliseconds of the succeeded executions. */
  latencies: number[]
}

export const newTally = (): Tally => ({
  executions: 0,
  succeeded: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  cost: 0,
  priced: 0,
  unpriced: 0,
  latencies: [],
})

export function count(tally: Tally, execution: ExecutionFigures): void {
  tally.executions++
  if (execution.status === 'failed') {
    tally.failed++
    return
  }
  tally.succeeded++
  tally.inputTokens += execution.input_tokens ?? 0
  tally.outputTokens += execution.output_tokens ?? 0
  tally.totalTokens += execution.total_tokens ?? 0
  tally.latencies.push(execution.latency_ms)
  if (execution.cost === null) tally.unpriced++
  else {
    tally.priced++
    tally.cost += execution.cost
  }
}

/** What can be said of a tally; null where there is nothing to say it of, never 0 for "not known". */
export function statisticsOf(tally: Tally) {
  const latencies = [...tally.latencies].sort((a, b) => a - b)
  return {
    successRate: share(tally.succeeded, tally.executions),
    totalCost: tally.priced === 0 ? null : round(tally.cost, 6),
    costPerExecution: tally.priced === 0 ? null : round(tally.cost / tally.priced, 6),
    tokensPerExecution: tally.succeeded === 0 ? null : round(tally.totalTokens / tally.succeeded, 1),
    latencyMedian: percentile(latencies, 0.5),
    latencyP95: percentile(latencies, 0.95),
    latencyMax: latencies.at(-1) ?? null,
  }
}

/** The nearest-rank percentile of sorted numbers; null of none. */
export function percentile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null
}

/** A part of a whole to four places; null of an empty whole. What is not all of it is never told as all, nor a little as nothing. */
export function share(part: number, whole: number): number | null {
  if (whole === 0) return null
  if (part === 0 || part === whole) return part / whole
  return Math.min(0.9999, Math.max(0.0001, round(part / whole, 4)))
}

/** Binary fractions leave tails such as 0.30000000000000004, which say nothing. */
export function round(value: number, places: number): number {
  const scale = 10 ** places
  return Math.round(value * scale) / scale
}
