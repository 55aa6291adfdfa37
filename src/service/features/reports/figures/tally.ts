/** Counts over executions. */
import type { ExecutionFigures } from '../../prompts/queries.ts'

/**
 * How often each latency occurred, in milliseconds. A call has a minute, so that there are few different ones. A million
 * executions are ranked in milliseconds, where sorting them would block the event loop for half a second.
 */
export type Latencies = Map<number, number>

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
  /** Of the succeeded executions. */
  latencies: Latencies
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
  latencies: new Map(),
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
  countLatency(tally.latencies, execution.latency_ms)
  if (execution.cost === null) tally.unpriced++
  else {
    tally.priced++
    tally.cost += execution.cost
  }
}

/** The statistics of a tally; null for an empty one, never 0 for "not known". */
export function statisticsOf(tally: Tally) {
  const [latencyMedian, latencyP95, latencyMax] = ranked(tally.latencies, [0.5, 0.95, 1])
  return {
    successRate: share(tally.succeeded, tally.executions),
    totalCost: tally.priced === 0 ? null : round(tally.cost, 6),
    costPerExecution: tally.priced === 0 ? null : round(tally.cost / tally.priced, 6),
    tokensPerExecution: tally.succeeded === 0 ? null : round(tally.totalTokens / tally.succeeded, 1),
    latencyMedian: latencyMedian ?? null,
    latencyP95: latencyP95 ?? null,
    latencyMax: latencyMax ?? null,
  }
}

export function countLatency(latencies: Latencies, milliseconds: number): void {
  latencies.set(milliseconds, (latencies.get(milliseconds) ?? 0) + 1)
}

/** The nearest-rank percentiles of ascending parts, such as 0.95; null of none. */
export function ranked(latencies: Latencies, parts: readonly number[]): (number | null)[] {
  const values = [...latencies].sort(([a], [b]) => a - b)
  const total = values.reduce((sum, [, times]) => sum + times, 0)
  let at = 0
  let counted = values[0]?.[1] ?? 0
  return parts.map((part) => {
    const rank = Math.max(1, Math.ceil(part * total))
    while (counted < rank && at < values.length - 1) counted += values[++at]?.[1] ?? 0
    return values[at]?.[0] ?? null
  })
}

/** A part of a whole to four places; null of an empty whole. A part is never rounded to the whole, nor a little to nothing. */
export function share(part: number, whole: number): number | null {
  if (whole === 0) return null
  if (part === 0 || part === whole) return part / whole
  return Math.min(0.9999, Math.max(0.0001, round(part / whole, 4)))
}

/** Binary fractions leave tails such as 0.30000000000000004, which state nothing. */
export function round(value: number, places: number): number {
  const scale = 10 ** places
  return Math.round(value * scale) / scale
}
