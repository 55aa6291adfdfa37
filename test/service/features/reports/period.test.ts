import { describe, expect, test } from 'vitest'
import { axisOf, DAY, dayStart } from '../../../../src/service/features/reports/period.ts'

const at = (day: string) => Date.parse(`${day}T00:00:00.000Z`)

test.each([
  ['2026-10-31', at('2026-10-31')],
  ['2028-02-29', at('2028-02-29')],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
])('the beginning of %s', (day, want) => {
  expect(dayStart(day)).toBe(want)
})

describe('the time axis', () => {
  const axis = (from: string, to: string) => axisOf(at(from), at(to) + DAY)

  test.each([
    ['one day', '2026-11-02', '2026-11-02', 'day', 1, '2026-11-02', '2026-11-02'],
    ['a month', '2026-10-01', '2026-10-31', 'day', 31, '2026-10-01', '2026-10-31'],
    ['weeks, from the Monday before', '2026-10-01', '2026-11-01', 'week', 5, '2026-09-28', '2026-10-26'],
    ['months', '2025-11-15', '2026-11-02', 'month', 13, '2025-11', '2026-11'],
  ])('%s', (_, from, to, step, count, first, last) => {
    const { step: found, labels } = axis(from, to)
    expect([found, labels.length, labels[0], labels.at(-1)]).toEqual([step, count, first, last])
  })

  test.each([
    ['2026-10-01', '2026-10-31'],
    ['2026-10-01', '2026-12-24'],
    ['2024-11-15', '2026-11-02'],
  ])('every moment from %s to %s has its step', (from, to) => {
    const { labels, indexOf } = axis(from, to)
    expect([indexOf(at(from)), indexOf(at(to) + DAY - 1)]).toEqual([0, labels.length - 1])
  })
})
