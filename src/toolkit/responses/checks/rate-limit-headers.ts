import type { ResponseCheck } from '../finding.ts'

const NAMES = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
] as const

/** Whether the document has all four of this service's rate-limit headers; other services limit in ways of their own. */
export const limitsAreOurs = (declaresHeader: (name: string) => boolean): boolean =>
  NAMES.every((name) => declaresHeader(name))

/**
 * The four rate-limit headers stand on every response, errors and unknown paths included, and do not contradict
 * each other (source: "Rate-limit headers (on every response)"). Applies where the document declares all of them.
 */
export const rateLimitHeaders: ResponseCheck = function* ({ declaresHeader, header }) {
  if (!limitsAreOurs(declaresHeader)) return
  const values = NAMES.map((name) => header(name))
  const missing = NAMES.filter((_, index) => values[index] === undefined)
  if (missing.length > 0) {
    yield {
      message: `received no ${missing.join(', ')}, expected them on every response`,
      provenance: 'specified',
    }
    return
  }
  const [limit, remaining, reset, policy] = values as [string, string, string, string]
  for (const [index, value] of [limit, remaining, reset].entries()) {
    if (!/^\d+$/.test(value)) {
      yield {
        message: `${NAMES[index]}: received "${value}", expected a whole number`,
        provenance: 'specified',
      }
    }
  }
  if (Number(remaining) > Number(limit)) {
    yield {
      message: `received ${remaining} requests left of ${limit}, expected at most ${limit}`,
      provenance: 'specified',
    }
  }
  if (!/^\d+\/minute$/.test(policy)) {
    yield {
      message: `X-RateLimit-Policy: received "${policy}", expected <count>/minute`,
      provenance: 'specified',
    }
  } else if (policy !== `${limit}/minute`) {
    yield {
      message: `received X-RateLimit-Policy ${policy} beside X-RateLimit-Limit ${limit}, expected ${limit}/minute`,
      provenance: 'decided',
    }
  }
}
