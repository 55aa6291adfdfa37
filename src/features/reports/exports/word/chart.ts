import { Paragraph } from 'docx'
import { ChartRun } from 'docx/charts'
import type { ReportChart, ReportUnit } from '../../../../../generated/openapi.v1.ts'
import { colours, oneLine } from '../page.ts'
import { hex } from './tables.ts'

/** How a spreadsheet writes the values of an axis. */
const FORMATS: Partial<Record<ReportUnit, string>> = {
  count: '#,##0',
  milliseconds: '#,##0" ms"',
  usd: '"$"#,##0.00##',
  ratio: '0%',
  score: '0.00',
}

/** Pixels at 96 dots an inch, as the library counts. */
const WIDTH = 650

export function chartParagraph(chart: ReportChart): Paragraph {
  const { kind, stacked, unit, categories, series, title } = chart
  // Word draws the first category of lying bars at the bottom.
  const lying = kind === 'bars'
  const lines = stacked ? 1 : series.length
  const numberFormat = FORMATS[unit]
  const run = new ChartRun({
    type: lying ? 'bar' : 'column',
    categories: categories.map(oneLine),
    series: series.map(({ label, tone, values }) => ({
      name: label,
      values: [...values],
      color: hex(colours[tone]),
    })),
    ...(stacked && series.length > 1 && { stacking: 'stacked' as const }),
    gapWidth: 60,
    transformation: { width: WIDTH, height: lying ? 60 + categories.length * (14 + lines * 14) : 240 },
    legend: series.length > 1 ? { position: 'top' } : false,
    categoryAxis: { ...(lying && { reverseOrder: true }) },
    valueAxis: {
      ...(numberFormat !== undefined && { numberFormat }),
      ...(lying && { crossesAt: 'maximum' as const }),
    },
    altText: { name: title, title, description: title },
  })
  return new Paragraph({ spacing: { after: 160 }, children: [run] })
}
