import { describe, expect, test } from 'vitest'
import { cases } from './attacks/cases.ts'
import { hasTitle } from './evidence/titles.ts'

describe('the attack cases', () => {
  test('are 1 to 84, each once', () => {
    expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 84 }, (_, index) => index + 1))
  })

  test.each(cases)('$number, $attempt, has its tests', ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0)
    expect(proofs.filter(([file, title]) => !hasTitle(file, title))).toEqual([])
  })
})
