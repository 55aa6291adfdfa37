import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ruleCatalogue } from '../../../src/toolkit/conformance/ruleCatalogue.ts'
import { readFacts } from '../../evidence/facts.ts'
import { deliveryFaults, firstDrawn } from './eventFaults/deliveries.ts'
import { apiFaults, oauthFaults } from './eventFaults/requests.ts'

const faults = [...deliveryFaults, ...apiFaults, ...oauthFaults]
const names = faults.map(({ name }) => name)

it('the faults of events and OAuth are more than fifty, named once, and say what they break and who finds it', () => {
  expect(faults.length).toBeGreaterThanOrEqual(50)
  expect(new Set(names).size).toBe(names.length)
  const known = ruleCatalogue.map(({ id }): string => id)
  for (const { rule, suffering, breaks } of faults) {
    expect(known).toContain(rule)
    expect(suffering).toMatch(/^[A-Z].*\.$/)
    expect(breaks.length).toBeGreaterThan(5)
  }
})

it('a third of them was drawn up before the checks', () => {
  expect(firstDrawn.filter((name) => !names.includes(name))).toEqual([])
  expect(firstDrawn.length * 3).toBeGreaterThanOrEqual(faults.length)
})

it('facts of the source name faults that there are', () => {
  const facts = readFacts(readFileSync('docs/internals/source-facts.yaml', 'utf8'))
  const reported = facts.flatMap(({ fault }) => (fault === undefined ? [] : [fault]))
  expect(reported.length).toBeGreaterThan(30)
  expect(reported.filter((name) => !names.includes(name))).toEqual([])
})
