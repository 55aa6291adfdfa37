/** The checks of responses, by rule id; each is in `checks/<rule id>.ts`. */

import { statedInvariants } from '../model/statedInvariants.ts'
import type { ContractDocument } from '../openapi/document.ts'
import { bodyMatchesSchema } from './checks/body-matches-schema.ts'
import { contentTypeDeclared } from './checks/content-type-declared.ts'
import { deprecationAnnounced } from './checks/deprecation-announced.ts'
import { digestIsRight } from './checks/digest-matches.ts'
import { errorEnvelope } from './checks/error-format-matches.ts'
import { errorNamesItsStatus } from './checks/error-status-matches.ts'
import { headersMatch } from './checks/headers-match.ts'
import { invariantsMet } from './checks/invariants-met.ts'
import { jsonIsUtf8 } from './checks/json-is-utf8.ts'
import { noBodyWhereForbidden } from './checks/no-body-where-forbidden.ts'
import { noStackTrace } from './checks/no-stack-trace.ts'
import { rateLimitHeaders } from './checks/rate-limit-headers.ts'
import { limitsConsistent } from './checks/rate-limits-consistent.ts'
import { retryAfterWith429 } from './checks/retry-after-with-429.ts'
import { statusDeclared } from './checks/status-declared.ts'
import { totalsAddUp } from './checks/totals-add-up.ts'
import { undeclaredMethodRejected } from './checks/undeclared-method-rejected.ts'
import { wwwAuthenticateWith401 } from './checks/www-authenticate-with-401.ts'
import type { ResponseCheck } from './finding.ts'

export const responseChecks: Readonly<Record<string, ResponseCheck>> = {
  'status-declared': statusDeclared,
  'undeclared-method-rejected': undeclaredMethodRejected,
  'content-type-declared': contentTypeDeclared,
  'json-is-utf8': jsonIsUtf8,
  'body-matches-schema': bodyMatchesSchema,
  'totals-add-up': totalsAddUp,
  'digest-matches': digestIsRight,
  'invariants-met': invariantsMet,
  'headers-match': headersMatch,
  'deprecation-announced': deprecationAnnounced,
  'rate-limit-headers': rateLimitHeaders,
  'rate-limits-consistent': limitsConsistent,
  'retry-after-with-429': retryAfterWith429,
  'www-authenticate-with-401': wwwAuthenticateWith401,
  'error-format-matches': errorEnvelope,
  'error-status-matches': errorNamesItsStatus,
  'no-body-where-forbidden': noBodyWhereForbidden,
  'no-stack-trace': noStackTrace,
}

/** Names of the rules of single responses. */
export const responseRuleIds: readonly string[] = Object.keys(responseChecks)

/** The rules that a document gives something to check. */
export const responseRulesOf = (document: ContractDocument): string[] =>
  responseRuleIds.filter((id) => id !== 'invariants-met' || statedInvariants(document).size > 0)

/** Rules that rest on what descriptions and examples suggest. A server does not withhold a response because of them. */
export const inferredRuleIds: readonly string[] = ['totals-add-up', 'digest-matches']
