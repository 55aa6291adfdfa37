/** How findings are ranked, and which fault of the WFC catalogue they are. Nothing else decides either. */
import type { Fact, Keyword } from '../../schema/problem.ts'

/**
 * - `server-fault`: the server fails, leaks or loses data, or its responses contradict each other.
 * - `contract-mismatch`: a response or the handling of a request differs from the document.
 * - `document-gap`: the server does something that the document omits.
 */
export type FindingKind = 'server-fault' | 'contract-mismatch' | 'document-gap'

const KINDS: readonly FindingKind[] = ['server-fault', 'contract-mismatch', 'document-gap']

/**
 * Codes of faults. 100 to 299: WFC catalogue (WebFuzzing/Commons, `fault_categories.json`). The catalogue reserves 9xx
 * for custom codes: 900 to 989 as EvoMaster assigns them (`ExperimentalFaultCategory`), 990 to 999 are our own.
 */
export const FAULTS = {
  100: 'HTTP status 500',
  101: 'Response does not match its schema',
  102: 'Success for an invalid request',
  103: 'Resource is still accessible after its deletion',
  104: 'Rejected creation has side effects',
  204: 'Existence of a protected resource is disclosed',
  205: 'Caller is wrongly not recognized',
  206: 'Caller may do what it is not authorized for',
  207: 'Protected resource is accessible without a credential',
  209: 'Stack trace is disclosed',
  210: 'Undeclared operation is accessible',
  901: 'Rejected update has side effects',
  904: 'PUT does not replace the whole resource',
  908: 'Allow header is wrong',
  929: 'Payload is not well-formed',
  954: 'Body where none is allowed',
  961: '401 without WWW-Authenticate',
  980: 'Broken link',
  990: 'List does not apply its parameters',
  991: 'Later responses do not reflect a write',
  992: 'Values of responses contradict each other',
  993: 'Response violates an HTTP standard',
  994: 'Valid request is rejected',
  995: 'Event delivery violates its document',
  996: 'Authorization server violates OAuth',
  997: 'Documented promise is broken',
  999: 'Custom rule is violated',
} as const

export type FaultCode = keyof typeof FAULTS

interface Rank {
  fault: FaultCode
  kind: FindingKind
}

const server = (fault: FaultCode): Rank => ({ fault, kind: 'server-fault' })
const contract = (fault: FaultCode): Rank => ({ fault, kind: 'contract-mismatch' })

/** By rule; the first ones are reported first. */
const RANKS: ReadonlyMap<string, Rank> = new Map([
  ['tenant-data-isolated', server(206)],
  ['missing-credential-rejected', server(207)],
  ['scopes-enforced', server(206)],
  ['revoked-credential-rejected', server(207)],
  ['oauth-forged-token-rejected', server(996)],
  ['oauth-redirect-exact', server(996)],
  ['oauth-code-single-use', server(996)],
  ['oauth-refresh-token-bound', server(996)],
  ['oauth-client-authenticated', server(996)],
  ['oauth-consent-protected', server(996)],
  ['oauth-tokens-revocable', server(996)],
  ['oauth-code-flow-works', server(996)],
  ['event-unsafe-target-rejected', server(995)],
  ['secrets-unique', server(992)],
  ['property-access-enforced', server(206)],
  ['no-stack-trace', server(209)],
  ['deleted-item-gone', server(103)],
  ['created-read-back', server(991)],
  ['update-applied-exactly', server(991)],
  ['put-replaces-item', server(904)],
  ['conditional-requests-honored', server(991)],
  ['idempotency-key-honored', server(991)],
  ['batch-is-atomic', server(104)],
  ['duplicate-value-rejected', server(102)],
  ['promised-conflict-returned', server(997)],
  ['nested-item-scoped-to-parent', server(992)],
  ['created-item-listed', server(991)],
  ['list-filter-applied', server(990)],
  ['list-pages-complete', server(990)],
  ['list-order-applied', server(990)],
  ['list-limit-applied', server(990)],
  ['count-matches-items', server(992)],
  ['totals-add-up', server(992)],
  ['derived-property-updated', server(991)],
  ['action-effects-applied', server(991)],
  ['related-values-match', server(991)],
  ['response-echoes-request', server(991)],
  ['default-applies', server(991)],
  ['audit-log-complete', server(991)],
  ['digest-matches', server(992)],
  ['invariants-met', server(992)],
  ['download-complete', server(992)],
  ['links-resolve', server(980)],
  ['workflow-succeeds', server(997)],
  ['timestamps-plausible', server(992)],
  ['request-id-unique', server(992)],
  ['rate-limit-enforced', server(997)],
  ['event-arrives', server(995)],
  ['event-matches-change', server(995)],
  ['event-signature-valid', server(995)],
  ['event-only-subscribed', server(995)],
  ['event-needs-change', server(995)],
  ['event-retried', server(995)],
  ['event-retry-identical', server(995)],
  ['event-not-retried-when-final', server(995)],
  ['event-redirect-not-followed', server(995)],
  ['event-timestamps-match', server(995)],
  ['event-deliveries-recorded', server(995)],
  ['event-test-marked', server(995)],
  ['body-matches-schema', contract(101)],
  ['event-matches-schema', contract(995)],
  ['callback-matches-schema', contract(995)],
  ['valid-request-succeeds', contract(994)],
  ['invalid-body-rejected', contract(102)],
  ['invalid-parameter-rejected', contract(102)],
  ['malformed-body-rejected', contract(102)],
  ['unknown-item-not-found', contract(102)],
  ['large-body-rejected', contract(102)],
  ['undeclared-media-type-rejected', contract(102)],
  ['undeclared-query-rejected', contract(102)],
  ['undeclared-method-rejected', contract(210)],
  ['unacceptable-type-rejected', contract(993)],
  ['charset-parameter-accepted', contract(994)],
  ['requested-format-returned', contract(101)],
  ['json-is-utf8', contract(929)],
  ['error-format-matches', contract(101)],
  ['error-status-matches', contract(101)],
  ['headers-match', contract(101)],
  ['content-type-declared', contract(101)],
  ['example-response-matches', contract(101)],
  ['head-matches-get', contract(993)],
  ['no-body-where-forbidden', contract(954)],
  ['www-authenticate-with-401', contract(961)],
  ['auth-scheme-case-insensitive', contract(205)],
  ['allow-header-complete', contract(908)],
  ['cors-consistent', contract(993)],
  ['retry-after-with-429', contract(993)],
  ['rate-limit-headers', contract(993)],
  ['rate-limits-consistent', contract(992)],
  ['deprecation-announced', contract(993)],
  ['oauth-metadata-valid', contract(996)],
  ['consistent-responses', contract(997)],
  ['status-declared', contract(101)],
])

const POSITIONS = new Map([...RANKS.keys()].map((rule, index) => [rule, index]))

const OF_CUSTOM_RULES: Rank = contract(999)

/** The fault that a rule finds; a finding with a status of 500 and above is 100 instead. */
export const faultOf = (rule: string): FaultCode => (RANKS.get(rule) ?? OF_CUSTOM_RULES).fault

/** Problems that are missing documentation. */
const UNDOCUMENTED: readonly string[] = [
  'undeclared-status',
  'undeclared-limit',
  'undeclared-content-type',
  'undeclared-body',
  'error-is-page',
  'left-out-of-list',
]
const OPEN: readonly string[] = ['additionalProperties', 'unevaluatedProperties'] satisfies readonly Keyword[]

interface Ranked extends Fact {
  rule: string
  operationId: string | null
  status: number
  /** How it differs from what the others do. */
  unusual?: object
}

const isSuccess = (value: unknown): boolean => typeof value === 'number' && value >= 200 && value < 300

function isGap({ code, received }: Ranked): boolean {
  if (UNDOCUMENTED.includes(code) || OPEN.includes(code)) return true
  // The server shows a value that the document does not allow to be null.
  if (code === 'type' && received === null) return true
  return code === 'valid-request-rejected' && isSuccess(received)
}

/** Ranks a finding, and names its fault. */
export function rankOf(finding: Ranked): Rank {
  const { rule, code, status } = finding
  if (code === 'no-response' || (status >= 500 && code !== 'undeclared-limit')) return server(100)
  const rank = RANKS.get(rule) ?? OF_CUSTOM_RULES
  if (isGap(finding)) return { ...rank, kind: 'document-gap' }
  return isOtherError(finding) || finding.unusual !== undefined
    ? { ...rank, kind: 'contract-mismatch' }
    : rank
}

/** An error response as expected, with another status only. */
function isOtherError({ received, expected }: Ranked): boolean {
  const isError = (value: unknown) => typeof value === 'number' && value >= 400 && value < 500
  return isError(received) && [expected].flat().some(isError)
}

/** Orders findings: server faults, then what differs from the document, then what the document leaves out. */
export function byRank(one: Ranked, other: Ranked): number {
  const [first, second] = [one, other].map((finding) => {
    const { kind, fault } = rankOf(finding)
    return [
      KINDS.indexOf(kind),
      fault === 100 ? 0 : 1,
      isOtherError(finding) || finding.unusual !== undefined ? 1 : 0,
      finding.operationId === null ? 1 : 0,
      POSITIONS.get(finding.rule) ?? RANKS.size,
    ]
  })
  for (const [index, value] of (first ?? []).entries()) {
    const difference = value - (second?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The findings that one mistake on the server, or one gap in the document, causes. */
export interface Cause {
  cause: string
  kind: FindingKind
  fault: FaultCode
  rule: string
  /** Where it showed; null for requests that are of no documented operation. */
  operations: (string | null)[]
  findings: number
  /** The finding with the shortest proof. */
  first: string
  /** False where no repetition confirmed it. */
  repeated?: boolean
}

interface Found extends Rank {
  id: string
  cause: string
  rule: string
  operationId: string | null
  repeated?: boolean
}

/** The causes of a run, most important first. */
export function causesOf(findings: readonly Found[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const finding of findings) {
    const { cause, kind, fault, rule, operationId, id, repeated } = finding
    const known = causes.get(cause)
    if (known === undefined)
      causes.set(cause, {
        ...{ cause, kind, fault, rule, operations: [operationId], findings: 1, first: id },
        ...(repeated !== undefined && { repeated }),
      })
    else {
      known.findings++
      if (!known.operations.includes(operationId)) known.operations.push(operationId)
    }
  }
  return [...causes.values()]
}
