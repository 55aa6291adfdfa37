import { describe, expect, test } from 'vitest'
import { cases } from './attacks/cases.ts'
import { hasTitle } from './evidence/titles.ts'

describe('the attack cases', () => {
  test('are in order, each once, and 1 to 84 are among them', () => {
    const numbers = cases.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(numbers.slice(0, 84)).toEqual(Array.from({ length: 84 }, (_, index) => index + 1))
  })

  test.each(cases)('$number, $attempt, has its tests', ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0)
    expect(proofs.filter(([file, title]) => !hasTitle(file, title))).toEqual([])
  })
})
