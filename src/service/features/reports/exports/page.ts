/** The input of all renderers, and their common words and colours. */
import type {
  Report,
  ReportChart,
  ReportData,
  ReportSection,
  ReportSeries,
  ReportTable,
  ReportType,
  ReportUnit,
  ReportValue,
} from '../../../../../generated/openapi.v1.ts'

import { dayInWords } from '../period.ts'

/** A completed report. */
export interface Page extends Report {
  data: ReportData
}

export const typeNames: Record<ReportType, string> = {
  evaluation_summary: 'Evaluation summary',
  version_comparison: 'Version comparison',
  prompt_usage: 'Prompt usage',
  cost_latency: 'Cost and latency',
}

/**
 * A section that contains one chart or only one table has one heading: two equal ones look like a mistake. The
 * chart's own title states more, the section's more than a table's.
 */
export function headings({ title, charts, tables }: ReportSection): { title: string; captions: boolean } {
  const captions = charts.length + tables.length > 1
  return { title: captions ? title : (charts[0]?.title ?? title), captions }
}

export const colours = {
  ink: '#1f2933',
  muted: '#5f6b7a',
  rule: '#d5dbe2',
  shade: '#f4f6f9',
  // one blue, whether it rules a page, frames a figure or fills a bar
  accent: '#2f66b8',
  main: '#2f66b8',
  second: '#9dbce6',
  good: '#2e8b6a',
  bad: '#c4523a',
  warning: '#d99a2b',
} as const satisfies Record<ReportSeries['tone'] | string, string>

/** `1 Nov 2026, 15:04 UTC` */
export function momentInWords(timestamp: string): string {
  const [date = '', time = ''] = timestamp.split('T')
  const [year, month, day] = date.split('-').map(Number)
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${day} ${names[(month ?? 1) - 1]} ${year}, ${time.slice(0, 5)} UTC`
}

/** Made once each: making one takes 30 times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>()

function grouped(value: number, least: number, most = least): string {
  const key = `${least} ${most}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
    formats.set(key, format)
  }
  return format.format(value)
}

/** A value as people read it; null is a dash. */
export function show(value: ReportValue, unit: ReportUnit): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  // A real minus sign is as wide as the figures that it is before.
  if (value < 0) return `−${show(-value, unit)}`
  switch (unit) {
    case 'count':
      return grouped(value, 0)
    case 'milliseconds':
      return value < 10_000 ? `${grouped(value, 0)} ms` : `${grouped(value / 1000, 1)} s`
    case 'usd':
      return `$${grouped(value, value === 0 || value >= 1 ? 2 : value >= 0.01 ? 4 : 6)}`
    case 'ratio':
      // 99.97 % is not all, nor 0.01 % nothing.
      return `${grouped(value * 100, (value > 0.9994 && value < 1) || (value > 0 && value < 0.0005) ? 2 : 1)} %`
    case 'score':
      return grouped(value, 2)
    default:
      return grouped(value, 0, 2)
  }
}

export const isNumeric = (unit: ReportUnit): boolean => unit !== 'text'

/** Text on one line, composed (NFC) and without control characters, which no line can contain. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The labels of a chart's bars: the days and months of a time axis in words, `4 Oct` or `Oct 2026`. */
export function categoriesInWords({ kind, categories }: ReportChart, withYear = false): string[] {
  if (kind !== 'columns') return [...categories]
  return categories.map((category) => {
    const [, month, day] = /^(\d{4}-\d\d)(-\d\d)?$/.exec(category) ?? []
    if (month === undefined) return category
    const words = dayInWords(Date.parse(`${month}${day ?? '-01'}T00:00:00.000Z`))
    if (day === undefined) return words.slice(2)
    return withYear ? words : words.slice(0, -5)
  })
}

/** The type of a report, to be above a name that does not state it already. */
export const kindOf = ({ name, type }: Pick<Report, 'name' | 'type'>): string | undefined =>
  name === typeNames[type] ? undefined : typeNames[type]

/** The numbers of a chart as a table, for formats that cannot draw. */
export function chartTable(
  chart: ReportChart,
  categories: readonly string[] = chart.categories,
): ReportTable {
  return {
    id: chart.id,
    title: chart.title,
    columns: [
      { id: 'category', label: '', unit: 'text' },
      ...chart.series.map(({ label }, index) => ({ id: `series${index}`, label, unit: chart.unit })),
    ],
    rows: categories.map((category, index) => [
      category,
      ...chart.series.map(({ values }) => values[index] ?? null),
    ]),
  }
}
