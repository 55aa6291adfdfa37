import type { ReportColumn, ReportTable } from '../../../../../../generated/openapi.v1.ts'
import { columnWidths, distinguishingTexts } from '../columnWidths.ts'
import { colours, isNumeric, show } from '../page.ts'
import { LEADING, type Sheet } from './sheet.ts'

const SIZE = 8.5
const LINE = SIZE * LEADING
const PADDING = { x: 5, y: 3.2 }
/** Lines of one cell; what is longer is cut. The rows that matter most come first: of the others a glance is enough. */
const LINES = { first: 4, later: 2 }
const FIRST = 100

/** A table whose heading comes again on each page; rows are never torn apart. */
export function drawTable(sheet: Sheet, table: ReportTable, captioned: boolean): void {
  const { title, columns, rows } = table
  const widths = widthsOf(sheet, table)
  const head = rowOf(
    sheet,
    columns,
    widths,
    columns.map(({ label }) => label),
    'bold',
    2,
  )
  sheet.room(26 + head.height + 2 * LINE)
  if (captioned) sheet.paragraph(title, { size: 9, font: 'bold', colour: colours.muted, after: 3 })
  drawHead(sheet, head)
  for (const [index, values] of rows.entries()) {
    const texts = columns.map(({ unit }, place) => show(values[place] ?? null, unit))
    const row = rowOf(sheet, columns, widths, texts, 'regular', index < FIRST ? LINES.first : LINES.later)
    if (sheet.room(row.height)) drawHead(sheet, head)
    if (index % 2 === 1) {
      sheet.document.rect(sheet.left, sheet.y, sheet.width, row.height).fill(colours.shade)
    }
    row.draw(sheet.y)
    sheet.y += row.height
  }
  sheet.rule(colours.rule, 0.5)
  sheet.y += 12
}

function drawHead(sheet: Sheet, head: Row): void {
  head.draw(sheet.y)
  sheet.y += head.height
  sheet.rule(colours.ink, 0.75)
}

interface Row {
  height: number
  draw(y: number): void
}

function rowOf(
  sheet: Sheet,
  columns: readonly ReportColumn[],
  widths: readonly number[],
  texts: readonly string[],
  font: 'regular' | 'bold',
  most: number,
): Row {
  const cells = texts.map((text, index) =>
    sheet.wrap(text, font, SIZE, (widths[index] ?? 0) - 2 * PADDING.x, most),
  )
  const lines = Math.max(...cells.map((cell) => cell.length))
  return {
    height: lines * LINE + 2 * PADDING.y,
    draw(y) {
      let x = sheet.left
      for (const [index, cell] of cells.entries()) {
        const wide = widths[index] ?? 0
        const align = isNumeric(columns[index]?.unit ?? 'text') ? 'right' : 'left'
        for (const [line, text] of cell.entries()) {
          const options = { size: SIZE, font, width: wide - 2 * PADDING.x, align } as const
          sheet.line(text, x + PADDING.x, y + PADDING.y + line * LINE, options)
        }
        x += wide
      }
    },
  }
}

/** As wide as the widest cell, and the longest word of the heading: only headings of numbers may take two lines. */
function widthsOf(sheet: Sheet, table: ReportTable): number[] {
  const wanted = table.columns.map((column, index) => {
    const { label, unit } = column
    const numeric = isNumeric(unit)
    const texts = distinguishingTexts(table, index, column).map((text) => text.slice(0, 80))
    const heading = numeric ? label.split(' ') : [label]
    const widest = Math.max(
      ...texts.map((text) => sheet.measure(text, 'regular', SIZE)),
      ...heading.map((word) => sheet.measure(word, 'bold', SIZE)),
    )
    return { wanted: widest + 2 * PADDING.x + 1, numeric }
  })
  return columnWidths(wanted, sheet.width)
}
