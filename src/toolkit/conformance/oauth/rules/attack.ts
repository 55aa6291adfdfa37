/** A rule over an authorization server: named checks, all of them after the others of the run. */
import { readHeader } from '../../../openapi/headers.ts'
import type { Recorded } from '../../engine/events.ts'
import type { CheckContext, Rule } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import { errorOf, type OAuthAgent } from '../agent.ts'

export type OAuthRule = (agent: OAuthAgent) => Rule

export const rule = (
  head: Omit<Rule, 'checks'>,
  checks: Record<string, (context: CheckContext) => Promise<void>>,
): Rule => ({
  ...head,
  *checks() {
    for (const [name, run] of Object.entries(checks))
      yield { name, constraint: name, operation: undefined, later: true, run }
  },
})

export const broken = (
  context: CheckContext,
  exchange: Recorded,
  fact: RuleFact,
  before: Recorded[] = [],
): void => context.broken({ ...fact, exchange, with: before, provenance: 'decided' })

/** Checks an error of the token endpoint: its status, its code, and that caches do not store it. */
export function expectError(
  context: CheckContext,
  exchange: Recorded,
  codes: string[],
  what: string,
  before: Recorded[] = [],
): void {
  const error = errorOf(exchange)
  const { status: received } = exchange
  const say = (fact: RuleFact) => broken(context, exchange, fact, before)
  if (exchange.status >= 200 && exchange.status < 300)
    say({ code: 'wrong-status', subject: what, received, expected: `the error ${codes.join(' or ')}` })
  else if (exchange.status >= 500)
    say({ code: 'wrong-status', subject: what, received, expected: 'an error response' })
  else if (typeof error !== 'string' || !codes.includes(error))
    say({ code: 'wrong-error', subject: what, received: error, expected: codes })
}

export const isStored = ({ headers }: Recorded): boolean =>
  !/no-store/i.test(readHeader(headers, 'cache-control') ?? '')
