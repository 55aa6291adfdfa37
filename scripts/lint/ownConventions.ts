import { errorSet } from './rules/error-set.ts'
import { originEverywhere } from './rules/origin-everywhere.ts'
import { rateLimitHeaders } from './rules/rate-limit-headers.ts'

/** Conventions of this repository's documents only, as Redocly names them: `reference/<name of the rule's file>`. */
export default function plugin() {
  const both = { 'origin-everywhere': originEverywhere }
  return {
    id: 'reference',
    rules: {
      async3: both,
      oas3: { ...both, 'error-set': errorSet, 'rate-limit-headers': rateLimitHeaders },
    },
  }
}
