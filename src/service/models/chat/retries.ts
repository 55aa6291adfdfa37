/** When a failed request to a provider is made again (docs/internals/decisions.md, "model providers"). */
import type { Random } from '../../runtime/random.ts'
import { parseRetryAfter } from '../../runtime/retryAfter.ts'

/** The first one and two retries. */
export const MAX_ATTEMPTS = 3

/** Statuses after which a later request may succeed; after any other, it would fail again. */
const TRANSIENT = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** Milliseconds before the first retry; each later one waits twice as long. */
const FIRST_PAUSE = 500

/**
 * Milliseconds to wait after failed attempt number `attempts`; undefined when it must not be made again. Half of the
 * pause is chance, so that callers who failed together do not come back together. `Retry-After` is a least.
 */
export function pauseBefore(
  attempts: number,
  outcome: { kind: string; status?: number; retryAfter?: string | undefined },
  now: number,
  random: Pick<Random, 'fraction'>,
): number | undefined {
  if (outcome.kind === 'malformed') return undefined
  if (outcome.kind === 'refused' && !TRANSIENT.has(outcome.status ?? 0)) return undefined
  const pause = Math.round(FIRST_PAUSE * 2 ** (attempts - 1) * (0.5 + random.fraction() / 2))
  return Math.max(pause, parseRetryAfter(outcome.retryAfter, now))
}
