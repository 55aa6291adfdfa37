import { expect, it } from 'vitest'
import type { Recorded } from '../../../../src/toolkit/conformance/engine/events.ts'
import { createFindings, type NewFinding } from '../../../../src/toolkit/conformance/engine/findings.ts'

const order = new Map(['first', 'second', 'third'].map((trial, index) => [trial, index]))

const found = (trial: string): NewFinding => ({
  rule: 'missing-credential-rejected',
  code: 'wrong-status',
  subject: 'no credential',
  received: 200,
  expected: 401,
  operationId: trial,
  constraint: 'identity none',
  provenance: 'decided',
  place: undefined,
  status: 200,
  exchange: { number: 1, status: 200 } as Recorded,
  with: [],
  trial,
})

it('shows the findings of one cause in the order of the plan, whichever check ended first', () => {
  for (const ended of [
    ['third', 'first', 'second'],
    ['second', 'third', 'first'],
  ]) {
    const findings = createFindings(order)
    for (const trial of ended) findings.add(found(trial))
    expect(findings.all().map(({ trial, first }) => [trial, first])).toEqual([
      ['first', true],
      ['second', false],
      ['third', false],
    ])
  }
})
