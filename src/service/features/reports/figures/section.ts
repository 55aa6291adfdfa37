/** Parts that sections are made of. */
import type {
  ReportChart,
  ReportColumn,
  ReportFigure,
  ReportSection,
  ReportTable,
  ReportUnit,
  ReportValue,
} from '../../../../../generated/openapi.v1.ts'
import { dayInWords } from '../period.ts'

/** A section with what it has; the rest is empty. */
export function section(
  id: string,
  title: string,
  parts: {
    paragraphs?: string[]
    figures?: ReportFigure[]
    charts?: (ReportChart | undefined)[]
    tables?: (ReportTable | undefined)[]
    /** The text when it has no figures, charts and tables. */
    otherwise?: string[]
  },
): ReportSection {
  const { paragraphs = [], figures = [] } = parts
  const charts = (parts.charts ?? []).filter((chart) => chart !== undefined)
  const tables = (parts.tables ?? []).filter((table) => table !== undefined)
  return {
    id,
    title,
    paragraphs:
      figures.length + charts.length + tables.length === 0 ? (parts.otherwise ?? paragraphs) : paragraphs,
    figures,
    charts,
    tables,
  }
}

export const figure = (id: string, label: string, unit: ReportUnit, value: ReportValue): ReportFigure => ({
  id,
  label,
  unit,
  value,
})

export const column = (id: string, label: string, unit: ReportUnit): ReportColumn => ({ id, label, unit })

/** Undefined when there are no rows, for then there is nothing to show. */
export function table(
  id: string,
  title: string,
  columns: ReportColumn[],
  rows: ReportValue[][],
): ReportTable | undefined {
  return rows.length === 0 ? undefined : { id, title, columns, rows }
}

/** Undefined when no series has a value beyond 0. */
export function chart(given: ReportChart): ReportChart | undefined {
  return given.series.some(({ values }) => values.some((value) => value !== null && value > 0))
    ? given
    : undefined
}

/** Steps of a time axis that are drawn at least, where the period has them. */
const MIN_STEPS = 7

/**
 * A chart over the steps of a period. Empty steps before the first value are left out: one bar at the end of thirty
 * empty days reports less than a week does. The title then states since when.
 */
export function timeChart(given: Omit<ReportChart, 'kind'>): ReportChart | undefined {
  const { categories, series, title } = given
  const first = categories.findIndex((_, step) => series.some(({ values }) => (values[step] ?? 0) !== 0))
  const start = Math.max(0, Math.min(first, categories.length - MIN_STEPS))
  const since = categories[start] ?? ''
  return chart({
    ...given,
    kind: 'columns',
    title: start === 0 ? title : `${title}, since ${dayInWords(Date.parse(since))}`,
    categories: categories.slice(start),
    series: series.map((one) => ({ ...one, values: one.values.slice(start) })),
  })
}

/** `1 execution`, `2 executions`, `1,234 executions`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
