import type { LatencyOptions } from '../../../../../generated/openapi.v1.ts'
import type { ScorerKind } from './scorer.ts'

/** The model took no longer than it may. */
export const latency: ScorerKind<LatencyOptions> = {
  threshold: 1,
  prepare: (options) => (given) => (given.latencyMs <= options.maxMs ? 1 : 0),
}
