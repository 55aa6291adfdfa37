import { describe, expect, test } from 'vitest'
import { cases } from './attacks/cases.ts'
import { hasTitle } from './evidence/titles.ts'

describe('the attack cases', () => {
  test('are 1 to 84, each once', () => {
    expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 84 }, (_, index) => index + 1))
  })

  test.each(cases.filter(({ open }) => open === undefined))(
    '$number, $attempt, has its tests',
    ({ proofs }) => {
      expect(proofs.length).toBeGreaterThan(0)
      expect(proofs.filter(([file, title]) => !hasTitle(file, title))).toEqual([])
    },
  )

  test('that are open say what is missing, and have no test yet', () => {
    const open = cases.filter((one) => one.open !== undefined)
    console.log(
      `attack cases: ${cases.length - open.length} tried, ${open.length} open (${open.map(({ number }) => number).join(', ')})`,
    )
    for (const { open: reason, proofs } of open) {
      expect(reason).not.toBe('')
      expect(proofs).toEqual([])
    }
  })
})
