/** Figures as cards, and charts. */
import type { ReportChart, ReportFigure } from '../../../../../../generated/openapi.v1.ts'
import { drawChart, type Shape } from '../chartShapes.ts'
import { colours, show } from '../page.ts'
import type { Sheet } from './sheet.ts'

const CARD = { height: 46, gap: 9, columns: 3 }

export function drawFigures(sheet: Sheet, figures: readonly ReportFigure[]): void {
  const { document, left, width } = sheet
  const cardWidth = (width - CARD.gap * (CARD.columns - 1)) / CARD.columns
  sheet.y += 3
  for (let first = 0; first < figures.length; first += CARD.columns) {
    sheet.room(CARD.height)
    for (const [column, { label, unit, value }] of figures.slice(first, first + CARD.columns).entries()) {
      const x = left + column * (cardWidth + CARD.gap)
      document.rect(x, sheet.y, cardWidth, CARD.height).fill(colours.shade)
      document.rect(x, sheet.y, 2.5, CARD.height).fill(colours.accent)
      const inner = cardWidth - 22
      const [heading = ''] = sheet.wrap(label, 'regular', 8.5, inner, 1)
      sheet.line(heading, x + 12, sheet.y + 6, { size: 8.5, colour: colours.muted })
      const [shown = ''] = sheet.wrap(show(value, unit), 'bold', 16, inner, 1)
      sheet.line(shown, x + 12, sheet.y + 17.5, { size: 16, font: 'bold' })
    }
    sheet.y += CARD.height + CARD.gap
  }
  sheet.y += 3
}

export function drawChartOn(sheet: Sheet, chart: ReportChart, captioned: boolean): void {
  const drawing = drawChart(chart, sheet.width)
  sheet.room(drawing.height + 24)
  if (captioned) sheet.paragraph(chart.title, { size: 9, font: 'bold', colour: colours.muted, after: 4 })
  for (const shape of drawing.shapes) paint(sheet, shape)
  sheet.y += drawing.height + 10
}

function paint(sheet: Sheet, shape: Shape): void {
  const { document, left, y } = sheet
  switch (shape.kind) {
    case 'rect':
      document.rect(left + shape.x, y + shape.y, shape.width, shape.height).fill(shape.colour)
      return
    case 'line':
      document.moveTo(left + shape.x1, y + shape.y1).lineTo(left + shape.x2, y + shape.y2)
      document.lineWidth(0.5).stroke(shape.colour)
      return
    case 'text': {
      const wide = sheet.measure(shape.text, 'regular', shape.size)
      const shift = shape.anchor === 'end' ? wide : shape.anchor === 'middle' ? wide / 2 : 0
      // Noto Sans has its baseline 1.069 sizes below the top of its line.
      const top = y + shape.y - shape.size * 1.069
      sheet.line(shape.text, left + shape.x - shift, top, { size: shape.size, colour: shape.colour })
    }
  }
}
