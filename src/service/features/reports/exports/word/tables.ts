import {
  AlignmentType,
  BorderStyle,
  LineRuleType,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { ReportColumn, ReportFigure, ReportTable } from '../../../../../../generated/openapi.v1.ts'
import { columnWidths, distinguishingTexts } from '../columnWidths.ts'
import { colours, isNumeric, oneLine, show } from '../page.ts'

/** Twentieths of a point between the margins. */
const WIDTH = 9826
/** Letters of one cell; what is longer is cut. The rows that matter most come first: of the others a glance is enough. */
const LETTERS = { first: 240, later: 80 }
const FIRST = 100
/**
 * Rows of one table: Word itself grows slow beyond, and each row takes 20 kB while the file is made. The formats for
 * programs have them all.
 */
const MAX_ROWS = 2000

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const NO_BORDERS = {
  top: NONE,
  bottom: NONE,
  left: NONE,
  right: NONE,
  insideHorizontal: NONE,
  insideVertical: NONE,
}

/** A colour as Word writes it. */
export const hex = (colour: string): string => colour.slice(1).toUpperCase()

export const caption = (title: string): Paragraph =>
  new Paragraph({
    keepNext: true,
    spacing: { before: 160, after: 60 },
    children: [new TextRun({ text: oneLine(title), bold: true, size: 18, color: hex(colours.muted) })],
  })

/** Figures as cards, three in a row. */
export function figureTable(figures: readonly ReportFigure[]): Table {
  const width = Math.floor(WIDTH / 3)
  const rows: TableRow[] = []
  for (let first = 0; first < figures.length; first += 3) {
    const cards = [0, 1, 2].map((place) => card(figures[first + place], width))
    rows.push(new TableRow({ cantSplit: true, children: cards }))
  }
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: [width, width, width],
    layout: TableLayoutType.FIXED,
    borders: { ...NO_BORDERS, insideHorizontal: GAP, insideVertical: GAP },
    rows,
  })
}

/** White space between the cards. */
const GAP = { style: BorderStyle.SINGLE, size: 48, color: 'FFFFFF' }

function card(given: ReportFigure | undefined, width: number): TableCell {
  const size = { width: { size: width, type: WidthType.DXA } }
  if (given === undefined) return new TableCell({ ...size, children: [new Paragraph({})] })
  const { label, unit, value } = given
  return new TableCell({
    ...size,
    shading: { type: ShadingType.CLEAR, fill: hex(colours.shade) },
    margins: { top: 90, bottom: 60, left: 160, right: 100 },
    children: [
      new Paragraph({
        spacing: { after: 0 },
        children: [new TextRun({ text: oneLine(label), size: 17, color: hex(colours.muted) })],
      }),
      new Paragraph({
        spacing: { after: 0 },
        children: [new TextRun({ text: oneLine(show(value, unit)), size: 32, bold: true })],
      }),
    ],
  })
}

/** The number of rows that a table leaves out, in words; undefined when it has all its rows. */
export function leftOut({ rows }: ReportTable): string | undefined {
  if (rows.length <= MAX_ROWS) return undefined
  const [shown, all] = [MAX_ROWS, rows.length].map((count) => show(count, 'count'))
  return `The first ${shown} of ${all} rows. The exports as CSV and JSON have them all.`
}

/** A table whose heading comes again on each page; rows are never torn apart. */
export function dataTable(table: ReportTable): Table {
  const { columns, rows } = table
  const widths = widthsOf(table)
  const line = { style: BorderStyle.SINGLE, size: 2, color: hex(colours.rule) }
  const cell = (column: ReportColumn, index: number, text: string, head: boolean, most = LETTERS.first) =>
    new TableCell({
      width: { size: widths[index] ?? 0, type: WidthType.DXA },
      margins: { top: 35, bottom: 35, left: 80, right: 80 },
      borders: {
        ...NO_BORDERS,
        bottom: head ? { style: BorderStyle.SINGLE, size: 6, color: hex(colours.ink) } : line,
      },
      children: [
        new Paragraph({
          spacing: { after: 0, line: 240, lineRule: LineRuleType.AUTO },
          ...(isNumeric(column.unit) && { alignment: AlignmentType.RIGHT }),
          children: [new TextRun({ text: cut(oneLine(text), most), size: 17, bold: head })],
        }),
      ],
    })
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: NO_BORDERS,
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: columns.map((column, index) => cell(column, index, column.label, true)),
      }),
      ...rows.slice(0, MAX_ROWS).map(
        (row, place) =>
          new TableRow({
            cantSplit: true,
            children: columns.map((column, index) => {
              const most = place < FIRST ? LETTERS.first : LETTERS.later
              return cell(column, index, show(row[index] ?? null, column.unit), false, most)
            }),
          }),
      ),
    ],
  })
}

/** A letter of the size of tables, and the margins of a cell. */
const LETTER = 118
const MARGINS = 170

/** By the letters that are in the columns, for what they measure only the reader's Word knows. */
function widthsOf(table: ReportTable): number[] {
  const wanted = table.columns.map((column, index) => {
    const { label, unit } = column
    const numeric = isNumeric(unit)
    // Headings are bold: a letter more, or the word is broken.
    const heading = (numeric ? label.split(' ') : [label]).map((word) => `${word}  `)
    const letters = [...heading, ...distinguishingTexts(table, index, column)].map((text) =>
      Math.min(80, text.length),
    )
    return { wanted: Math.max(...letters) * LETTER + MARGINS, numeric }
  })
  return columnWidths(wanted, WIDTH).map(Math.floor)
}

const cut = (text: string, most: number) => {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}
