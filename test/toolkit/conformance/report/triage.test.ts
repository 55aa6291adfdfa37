/** Findings are ranked by data: server faults before what differs from the document, gaps of the document last. */
import { describe, expect, it } from 'vitest'
import { byRank, FAULTS, faultOf, rankOf } from '../../../../src/toolkit/conformance/engine/triage.ts'
import { furtherCauses, kindsText } from '../../../../src/toolkit/conformance/report/kinds.ts'
import { ruleCatalogue } from '../../../../src/toolkit/conformance/ruleCatalogue.ts'

const ids = ruleCatalogue.map(({ id }) => id)

describe('the table of ranks', () => {
  it('gives every rule a fault of the catalogue', () => {
    expect(ids.length).toBeGreaterThan(80)
    expect(ids.filter((id) => faultOf(id) === 999)).toEqual([])
    expect(ids.filter((id) => FAULTS[faultOf(id)] === undefined)).toEqual([])
    expect(faultOf('rule-of-a-user')).toBe(999)
  })
})

type Finding = Parameters<typeof rankOf>[0]
const finding = (rule: string, code: string, status: number, rest: Partial<Finding> = {}): Finding => ({
  rule,
  operationId: 'getThing',
  code,
  status,
  ...rest,
})

describe('a finding', () => {
  it.each<[string, Finding, ReturnType<typeof rankOf>]>([
    [
      'with an undeclared 500',
      finding('status-declared', 'undeclared-status', 500, { received: 500 }),
      { kind: 'server-fault', fault: 100 },
    ],
    [
      'with an undeclared 404',
      finding('status-declared', 'undeclared-status', 404, { received: 404 }),
      { kind: 'document-gap', fault: 101 },
    ],
    [
      'with an undeclared limit of the server',
      finding('status-declared', 'undeclared-limit', 503, { received: 503 }),
      { kind: 'document-gap', fault: 101 },
    ],
    [
      'with a null that the document does not allow',
      finding('body-matches-schema', 'type', 200, { received: null, expected: 'string' }),
      { kind: 'document-gap', fault: 101 },
    ],
    [
      'with a value of another type',
      finding('body-matches-schema', 'type', 200, { received: 1, expected: 'string' }),
      { kind: 'contract-mismatch', fault: 101 },
    ],
    [
      'of a deleted resource that is still there',
      finding('deleted-item-gone', 'wrong-status', 200, { received: 200, expected: 404 }),
      { kind: 'server-fault', fault: 103 },
    ],
    [
      'of another error response than the one expected',
      finding('deleted-item-gone', 'wrong-status', 400, { received: 400, expected: [404, 410] }),
      { kind: 'contract-mismatch', fault: 103 },
    ],
    [
      'without a response',
      finding('list-filter-applied', 'no-response', 0),
      { kind: 'server-fault', fault: 100 },
    ],
    ['of a rule of the user', finding('own-rule', 'custom', 200), { kind: 'contract-mismatch', fault: 999 }],
  ])('%s', (_name, given, want) => {
    expect(rankOf(given)).toEqual(want)
  })

  it('comes before those that matter less', () => {
    const crash = finding('valid-request-succeeds', 'valid-request-rejected', 500, { received: 500 })
    const silence = finding('invalid-body-rejected', 'no-response', 0)
    const leak = finding('tenant-data-isolated', 'leak', 200)
    const stale = finding('created-item-listed', 'not-listed', 200)
    const shape = finding('body-matches-schema', 'required', 200)
    const other = finding('unknown-item-not-found', 'wrong-status', 403, { received: 403, expected: 404 })
    const gap = finding('status-declared', 'undeclared-status', 404, { received: 404 })
    expect([gap, other, shape, stale, leak, silence, crash].sort(byRank)).toEqual([
      crash,
      silence,
      leak,
      stale,
      shape,
      other,
      gap,
    ])
  })
})

describe('the first screen', () => {
  const cause = (kind: Finding['rule'], operation: string) => ({
    ...{ cause: operation, rule: 'status-declared', fault: 101 as const, findings: 1, first: operation },
    kind: kind as 'server-fault',
    operations: [operation],
  })

  it('counts the kinds', () => {
    expect(kindsText([])).toBe('')
    expect(
      kindsText([cause('server-fault', 'a'), cause('document-gap', 'b'), cause('document-gap', 'c')]),
    ).toBe(' (1 server fault, 2 gaps in the document)')
  })

  it('sums up what it has no room for', () => {
    const causes = [
      cause('server-fault', 'a'),
      cause('contract-mismatch', 'b'),
      cause('document-gap', 'c'),
      cause('document-gap', 'd'),
    ]
    expect(furtherCauses(causes, 4)).toEqual([])
    expect(furtherCauses(causes, 1)).toEqual([
      '',
      'Further causes: 1 contract mismatch. --verbose prints them.',
      'Further: 2 gaps in the document at 2 operations (status-declared). --verbose prints them; --propose FILE writes them as an overlay.',
    ])
  })
})
