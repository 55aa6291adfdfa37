import { Paragraph } from 'docx'
import { ChartRun } from 'docx/charts'
import type { ReportChart, ReportUnit } from '../../../../../../generated/openapi.v1.ts'
import { labelsOf, type Scale, scaleOf } from '../chartScale.ts'
import { reach } from '../chartShapes.ts'
import { categoriesInWords, colours, oneLine } from '../page.ts'
import { hex } from './tables.ts'

/** How a spreadsheet writes the values of an axis: a comma at the end divides by a thousand, `%` multiplies. */
function formatOf(scale: Scale, unit: ReportUnit): string {
  const { per, before, after, decimals } = labelsOf(scale, unit)
  const figures = `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${per === 1000 ? ',' : ''}`
  if (unit === 'ratio') return `${figures}%`
  return `${before && `"${before}"`}${figures}${after && `"${after}"`}`
}

/** Pixels at 96 dots an inch, as the library counts. */
const WIDTH = 650

export function chartParagraph(chart: ReportChart): Paragraph {
  const { kind, stacked, unit, series, title } = chart
  const categories = categoriesInWords(chart)
  // Word draws the first category of lying bars at the bottom.
  const lying = kind === 'bars'
  const lines = stacked ? 1 : series.length
  const scale = scaleOf(reach(chart), unit)
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
      numberFormat: formatOf(scale, unit),
      minimum: 0,
      maximum: scale.max,
      interval: scale.step,
      ...(lying && { crossesAt: 'maximum' as const }),
    },
    altText: { name: title, title, description: title },
  })
  return new Paragraph({ spacing: { after: 160 }, children: [run] })
}
