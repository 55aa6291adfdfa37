import { describe, expect, test } from 'vitest'
import {
  createCoverage,
  formatCoverage,
  listOperations,
  loadDocument,
} from '../../../src/toolkit/openapi/index.ts'

const operations = listOperations(loadDocument('test/toolkit/openapi/fixtures/api.yaml'))
const all: [string, number][] = [
  ['listThings', 200],
  ['listThings', 404],
  ['getThing', 200],
  ['getThing', 404],
  ['DELETE /things/{id}', 204],
  ['getMine', 418],
]

const coverageOf = (exchanges: [string, number][]) => {
  const coverage = createCoverage(operations)
  for (const [operationId, status] of exchanges) coverage.record(operationId, status)
  return coverage
}

describe('coverage', () => {
  test('is complete when every documented pair was seen', () => {
    expect(coverageOf(all).report()).toMatchObject({ documented: 6, covered: 6, missing: [], percent: 100 })
  })

  test('names the missing pair and stays below 100 %', () => {
    const report = coverageOf(all.slice(1)).report()
    expect(report).toMatchObject({ covered: 5, missing: ['listThings 200'], percent: 83.3 })
  })

  test('does not count undocumented pairs', () => {
    expect(
      coverageOf([
        ['getThing', 500],
        ['unknown', 200],
      ]).report().covered,
    ).toBe(0)
  })

  test('takes an excuse for what was not seen, and tells of excuses that nothing needs', () => {
    const excuses = [
      { status: '404', reason: 'never', operationId: 'getThing' },
      { status: '200', reason: 'idle', operationId: 'listThings' },
    ]
    const report = coverageOf(all.filter(([id, status]) => `${id}${status}` !== 'getThing404')).report(
      excuses,
    )
    expect(report).toMatchObject({ covered: 5, excused: 1, missing: [], percent: 100 })
    expect(report.idleExcuses).toEqual([excuses[1]])
  })

  test('prints a table', () => {
    expect(formatCoverage(coverageOf(all.slice(1, 3)).report())).toBe(
      [
        'operation           200 204 404 4XX default',
        'listThings            -           x',
        'getThing              x       -',
        'DELETE /things/{id}       -',
        'getMine                                   -',
        '2 of 6 documented operation × status pairs seen, 0 excused, 4 missing: 33.3 %',
      ].join('\n'),
    )
  })
})
