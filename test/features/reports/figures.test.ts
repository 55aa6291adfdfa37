import { expect, test } from 'vitest'
import { scaleOf } from '../../../src/features/reports/exports/chartScale.ts'
import { columnWidths } from '../../../src/features/reports/exports/columnWidths.ts'
import { show } from '../../../src/features/reports/exports/page.ts'
import { percentile } from '../../../src/features/reports/figures/tally.ts'

test.each([
  [[], 0.5, null],
  [[7], 0.95, 7],
  [[1, 2, 3, 4], 0.5, 2],
  [[1, 2, 3, 4], 0.95, 4],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
])('of %j the part %d is %s', (sorted, part, want) => {
  expect(percentile(sorted, part)).toBe(want)
})

test.each([
  [1234, 'count', '1,234'],
  [0.95514, 'ratio', '95.5 %'],
  [-0.25, 'ratio', '−25.0 %'],
  [0.8666, 'score', '0.87'],
  [999.4, 'milliseconds', '999 ms'],
  [12_345, 'milliseconds', '12.3 s'],
  [0, 'usd', '$0.00'],
  [0.000042, 'usd', '$0.000042'],
  [0.0421, 'usd', '$0.0421'],
  [1234.5, 'usd', '$1,234.50'],
  [0.7, 'number', '0.7'],
  [null, 'usd', '–'],
] as const)('%s as %s reads %s', (value, unit, want) => {
  expect(show(value, unit)).toBe(want)
})

test.each([
  [0, 'count', 1, 2],
  [3, 'count', 3, 4],
  [52, 'count', 60, 4],
  [0.0042, 'usd', 0.005, 6],
  [100, 'ratio', 100, 6],
] as const)('an axis that reaches %d of %s ends at %d with %d ticks', (most, unit, max, ticks) => {
  const scale = scaleOf(most, unit)
  expect(scale.max).toBeCloseTo(max, 9)
  expect(scale.ticks.length).toBe(ticks)
})

const words = (wanted: number) => ({ wanted, numeric: false })
const numbers = (wanted: number) => ({ wanted, numeric: true })
test.each([
  ['what is too much goes to the words', [words(20), numbers(30)], [70, 30]],
  [
    'long texts share what numbers and short texts leave',
    [numbers(20), words(10), words(300), words(90)],
    [20, 10, 35, 35],
  ],
  ['numbers alone shrink alike', [numbers(100), numbers(300)], [25, 75]],
])('columns of a table 100 wide: %s', (_, columns, want) => {
  expect(columnWidths(columns, 100)).toEqual(want)
})
