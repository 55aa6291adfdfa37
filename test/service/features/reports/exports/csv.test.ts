import { expect, test } from 'vitest'
import { csvOf } from '../../../../../src/service/features/reports/exports/csv.ts'
import { section, table } from '../../../../../src/service/features/reports/figures/section.ts'
import { pageOf } from './pageOf.ts'

const cellOf = (value: string | number | null) => {
  const column = { id: 'c', label: 'C', unit: 'text' as const }
  const csv = csvOf(pageOf([section('s', 'S', { tables: [table('t', 'T', [column], [[value]])] })]))
  return csv.slice(csv.lastIndexOf('C\r\n') + 3, -2)
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t=1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['＝1', "'＝1"],
  ['=a,"b"', `"'=a,""b"""`],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
  ['two\nlines', '"two\nlines"'],
  [-1.5, '-1.5'],
  [null, ''],
])('the cell %j is written as %j', (given, want) => {
  expect(cellOf(given)).toBe(want)
})
