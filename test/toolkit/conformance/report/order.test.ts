import { expect, it } from 'vitest'
import type { Recorded } from '../../../../src/toolkit/conformance/engine/events.ts'
import { createFindings, type NewFinding } from '../../../../src/toolkit/conformance/engine/findings.ts'

const order = new Map(['first', 'second', 'third'].map((check, index) => [check, index]))

const found = (check: string): NewFinding => ({
  rule: 'missing-credential-rejected',
  code: 'wrong-status',
  subject: 'no credential',
  received: 200,
  expected: 401,
  operationId: check,
  constraint: 'identity none',
  provenance: 'decided',
  place: undefined,
  status: 200,
  exchange: { number: 1, status: 200 } as Recorded,
  with: [],
  check,
})

it('shows the findings of one cause in the order of the plan, whichever check ended first', () => {
  for (const ended of [
    ['third', 'first', 'second'],
    ['second', 'third', 'first'],
  ]) {
    const findings = createFindings(order)
    for (const check of ended) findings.add(found(check))
    expect(findings.all().map(({ check, first }) => [check, first])).toEqual([
      ['first', true],
      ['second', false],
      ['third', false],
    ])
  }
})
