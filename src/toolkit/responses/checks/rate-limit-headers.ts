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
 * The four rate-limit headers are on every response, errors and unknown paths included, and do not contradict
 * each other (source: "Rate-limit headers (on every response)"). Applies where the document declares all of them.
 */
export const rateLimitHeaders: ResponseCheck = function* ({ declaresHeader, header }) {
  if (!limitsAreOurs(declaresHeader)) return
  const values = NAMES.map((name) => header(name))
  const missing = NAMES.filter((_, index) => values[index] === undefined)
  if (missing.length > 0) {
    yield { code: 'missing-header', subject: missing.join(', '), provenance: 'specified' }
    return
  }
  const [limit, remaining, reset, policy] = values as [string, string, string, string]
  for (const [index, value] of [limit, remaining, reset].entries()) {
    if (!/^\d+$/.test(value)) {
      yield {
        code: 'wrong-header',
        subject: NAMES[index] ?? '',
        received: value,
        expected: 'a whole number',
        provenance: 'specified',
      }
    }
  }
  if (Number(remaining) > Number(limit)) {
    yield {
      code: 'remaining-above-limit',
      received: Number(remaining),
      expected: Number(limit),
      provenance: 'specified',
    }
  }
  if (!/^\d+\/minute$/.test(policy)) {
    yield {
      code: 'wrong-header',
      subject: 'X-RateLimit-Policy',
      received: policy,
      expected: '<count>/minute',
      provenance: 'specified',
    }
  } else if (policy !== `${limit}/minute`) {
    yield {
      code: 'wrong-header',
      subject: 'X-RateLimit-Policy',
      received: policy,
      expected: `${limit}/minute`,
      provenance: 'decided',
    }
  }
}
