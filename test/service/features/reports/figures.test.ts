import { expect, test } from 'vitest'
import { labelsOf, scaleOf, tickLabel } from '../../../../src/service/features/reports/exports/chartScale.ts'
import { columnWidths } from '../../../../src/service/features/reports/exports/columnWidths.ts'
import { show } from '../../../../src/service/features/reports/exports/page.ts'
import {
  countLatency,
  type Latencies,
  ranked,
  share,
} from '../../../../src/service/features/reports/figures/tally.ts'

const ofSorted = (sorted: readonly number[], part: number) => {
  const latencies: Latencies = new Map()
  for (const value of sorted.toReversed()) countLatency(latencies, value)
  return ranked(latencies, [part])[0]
}

test.each([
  [[], 0.5, null],
  [[7], 0.95, 7],
  [[1, 2, 3, 4], 0.5, 2],
  [[1, 2, 3, 4], 0.95, 4],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
])('of %j the part %d is %s', (sorted, part, want) => {
  expect(ofSorted(sorted, part)).toBe(want)
})

test.each([
  [1234, 'count', '1,234'],
  [0.95514, 'ratio', '95.5 %'],
  [0.9997, 'ratio', '99.97 %'],
  [0.0001, 'ratio', '0.01 %'],
  [0, 'ratio', '0.0 %'],
  [1, 'ratio', '100.0 %'],
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

test.each([
  [1, 'milliseconds', ['0 ms', '1 ms']],
  [3, 'milliseconds', ['0 ms', '1 ms', '2 ms', '3 ms']],
  [3041, 'milliseconds', ['0 ms', '1,000 ms', '2,000 ms', '3,000 ms', '4,000 ms']],
  [11_000, 'milliseconds', ['0 s', '5 s', '10 s', '15 s']],
  [9_900, 'milliseconds', ['0 s', '2 s', '4 s', '6 s', '8 s', '10 s']],
  [0.2, 'usd', ['$0.00', '$0.05', '$0.10', '$0.15', '$0.20']],
  [0.9, 'usd', ['$0.00', '$0.20', '$0.40', '$0.60', '$0.80', '$1.00']],
  [0.000012, 'usd', ['$0.000000', '$0.000005', '$0.000010', '$0.000015']],
  [180, 'usd', ['$0', '$50', '$100', '$150', '$200']],
  [0.004, 'ratio', ['0.0 %', '0.1 %', '0.2 %', '0.3 %', '0.4 %']],
  [0.04, 'score', ['0.00', '0.01', '0.02', '0.03', '0.04']],
] as const)('the axis up to %d of %s is labelled %j', (most, unit, want) => {
  const scale = scaleOf(most, unit)
  const labels = labelsOf(scale, unit)
  expect(scale.ticks.map((tick) => tickLabel(tick, labels))).toEqual(want)
})

test('no two labels of an axis are alike, whatever it reaches', () => {
  for (const unit of ['count', 'milliseconds', 'usd', 'ratio', 'score', 'number'] as const) {
    for (let most = 1e-7; most < 1e9; most *= 1.37) {
      const scale = scaleOf(most, unit)
      const labels = scale.ticks.map((tick) => tickLabel(tick, labelsOf(scale, unit)))
      expect(new Set(labels).size, `${most} ${unit}: ${labels.join(', ')}`).toBe(labels.length)
      expect(scale.max).toBeGreaterThanOrEqual(most * 0.999_999)
    }
  }
})

test.each([
  [3003, 3004, 0.9997],
  [999_999, 1_000_000, 0.9999],
  [1, 1_000_000, 0.0001],
  [5, 5, 1],
  [0, 5, 0],
  [0, 0, null],
])('%d of %d is a share of %s', (part, whole, want) => {
  expect(share(part, whole)).toBe(want)
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
