/** The summary of a run worked out once more, in another way than the service does it. */
import type { EvaluationResult, EvaluationSummary } from '../../../../generated/openapi.v1.ts'

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]) => (values.length === 0 ? null : sum(values) / values.length)
const rank = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b).find((_, index) => (index + 1) / values.length >= share - 1e-12) ?? null

export function figuresOf(results: readonly EvaluationResult[], scorers: readonly { type: string }[]) {
  const responded = results.filter(({ output }) => output !== null)
  const latencies = responded.map(({ latencyMs }) => latencyMs ?? 0)
  const known = responded.flatMap(({ usage }) => (usage ? [usage] : []))
  const tokens = (pick: (usage: (typeof known)[number]) => number) =>
    known.length === responded.length ? sum(known.map(pick)) : null
  const costs = responded.map(({ cost }) => cost)
  return {
    averageScore: mean(results.flatMap(({ score }) => (score === null ? [] : [score]))),
    passRate: results.filter(({ status }) => status === 'passed').length / results.length,
    scorers: scorers.map(({ type }, index) => {
      const given = results.flatMap(({ scores }) => (scores[index] ? [scores[index]] : []))
      const scores = given.flatMap(({ score }) => (score === null ? [] : [score]))
      const middle = mean(scores) ?? 0
      const at = (share: number) => rank(scores, share)
      return {
        type,
        count: scores.length,
        errored: given.length - scores.length,
        mean: mean(scores),
        std: Math.sqrt(sum(scores.map((score) => (score - middle) ** 2)) / scores.length),
        percentiles: { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) },
        passRate: given.filter(({ passed }) => passed).length / scores.length,
      }
    }),
    latencyMs: { mean: mean(latencies), p50: rank(latencies, 0.5), p95: rank(latencies, 0.95) },
    tokens: {
      input: tokens((u) => u.inputTokens),
      output: tokens((u) => u.outputTokens),
      total: tokens((u) => u.totalTokens),
    },
    totalCost: costs.includes(null) ? null : Math.round(sum(costs as number[]) * 1e9) / 1e9,
  } as EvaluationSummary
}
