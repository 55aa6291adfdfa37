import { nameOf, objectOf, ownOperations, type Rule, responsesOf } from '../../../src/toolkit/lint/rule.ts'

const ALWAYS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']

/** Source, "Rate-limit headers": four on every response, Retry-After only with 429. */
export const rateLimitHeaders: Rule = () =>
  ownOperations((operation, context) => {
    for (const { status, response, location } of responsesOf(operation, context)) {
      const headers = objectOf(response.headers)
      const where = `The ${status} of ${nameOf(operation, context)}`
      const missing = [...ALWAYS, ...(status === '429' ? ['Retry-After'] : [])].filter(
        (name) => !(name in headers),
      )
      if (missing.length > 0) {
        context.report({
          message: `${where} lacks ${missing.join(', ')}; the source puts them on every response (Retry-After on 429). Refer to shared/headers.`,
          location,
        })
      }
      if (status !== '429' && 'Retry-After' in headers) {
        context.report({
          message: `${where} declares Retry-After, which the source sends only with 429.`,
          location,
        })
      }
    }
  })
