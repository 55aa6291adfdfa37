import type { ReportTable, ReportUnit, ReportValue } from '../../../../../generated/openapi.v1.ts'
import { chartTable, type Page, typeNames } from './page.ts'

/** The beginnings that spreadsheets read as a formula, also after spaces and in full-width form. */
const FORMULA = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * CSV after RFC 4180, one block of rows for each figure list, chart and table, blank lines between. Numbers are plain,
 * so that programs can count with them. Text that a spreadsheet would read as a formula is preceded by an
 * apostrophe (OWASP, "CSV Injection"). A byte order mark shows spreadsheets that this is UTF-8.
 */
export function csvOf({ name, type, data }: Page): string {
  const blocks: ReportValue[][][] = [
    [
      ['Report', name],
      ['Type', typeNames[type]],
      ['Subject', data.subject],
      ['Generated at', data.generatedAt],
    ],
  ]
  for (const { title, paragraphs, figures, charts, tables } of data.sections) {
    const head = [[title], ...paragraphs.map((paragraph) => [paragraph])]
    const rows = figures.map(({ label, unit, value }) => [withUnit(label, unit), value])
    blocks.push([...head, ...rows])
    for (const table of [...charts.map((chart) => chartTable(chart)), ...tables])
      blocks.push(tableRows(table))
  }
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : [[], ...block]))
  return `\ufeff${lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function tableRows({ title, columns, rows }: ReportTable): ReportValue[][] {
  return [[title], columns.map(({ label, unit }) => withUnit(label, unit)), ...rows]
}

const UNITS: Partial<Record<ReportUnit, string>> = { milliseconds: 'ms', usd: 'USD' }
const withUnit = (label: string, unit: ReportUnit) => (UNITS[unit] ? `${label} (${UNITS[unit]})` : label)

function cell(value: ReportValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
