import PDFDocument from 'pdfkit'
import type { ReportSection } from '../../../../../../generated/openapi.v1.ts'
import { colours, headings, kindOf, momentInWords, oneLine, type Page, typeNames } from '../page.ts'
import { drawChartOn, drawFigures } from './blocks.ts'
import { fonts } from './fonts.ts'
import { createSheet, type Sheet } from './sheet.ts'
import { drawTable } from './table.ts'

/** A PDF of A4 pages with its fonts embedded. Everything in it comes from the report, its dates included. */
export function pdfOf(page: Page): Promise<Uint8Array> {
  const { name, type, data } = page
  const document = new PDFDocument({
    size: 'A4',
    margin: 0, // the sheet retains its own
    bufferPages: true, // the number of pages is known at only the end
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    font: '', // not Helvetica: nothing is written before a face is chosen
    info: {
      Title: name,
      Subject: `${typeNames[type]}: ${data.subject}`,
      Creator: 'Prompt Management Service',
      Producer: 'Prompt Management Service',
      CreationDate: new Date(data.generatedAt),
    },
  })
  const done = new Promise<Uint8Array>((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const sheet = createSheet(document)
  drawHead(sheet, page)
  for (const section of data.sections) drawSection(sheet, section)
  drawFeet(sheet, name)
  document.end()
  return done
}

function drawHead(sheet: Sheet, page: Page): void {
  const { name, data } = page
  const kind = kindOf(page)
  if (kind !== undefined) {
    sheet.paragraph(kind.toUpperCase(), { size: 8.5, font: 'bold', colour: colours.accent, spacing: 0.8 })
  }
  sheet.paragraph(name, { size: 22, font: 'bold', after: 3 })
  sheet.paragraph(data.subject, { size: 10.5, after: 2 })
  sheet.paragraph(`Generated ${momentInWords(data.generatedAt)}`, {
    size: 8.5,
    colour: colours.muted,
    after: 9,
  })
  sheet.rule(colours.accent, 1.5)
  sheet.moveDown(8)
}

function drawSection(sheet: Sheet, section: ReportSection): void {
  const { paragraphs, figures, charts, tables } = section
  const { title, captions } = headings(section)
  sheet.moveDown(14)
  // A heading without content at the foot of a page announces nothing.
  sheet.room(charts.length > 0 ? 220 : 90)
  sheet.outline(title)
  sheet.paragraph(title, { size: 13.5, font: 'bold', after: 6 })
  for (const paragraph of paragraphs) sheet.paragraph(paragraph, { size: 9.5, after: 5 })
  if (figures.length > 0) drawFigures(sheet, figures)
  for (const chart of charts) drawChartOn(sheet, chart, captions)
  for (const table of tables) drawTable(sheet, table, captions)
  if (paragraphs.length + figures.length + charts.length + tables.length === 0) {
    sheet.paragraph('Nothing to show.', { size: 9.5, colour: colours.muted })
  }
}

/** The name and the number of the page at the foot of each. */
function drawFeet({ document, left, width }: Sheet, name: string): void {
  const { start, count } = document.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    document.switchToPage(index)
    const y = document.page.height - 34
    document
      .moveTo(left, y - 7)
      .lineTo(left + width, y - 7)
      .lineWidth(0.5)
      .stroke(colours.rule)
    document.font('regular').fontSize(8).fillColor(colours.muted)
    const options = { lineBreak: false, width, height: 12, ellipsis: true } as const
    document.text(oneLine(name), left, y, { ...options, width: width - 80 })
    document.text(`Page ${index + 1} of ${count}`, left, y, { ...options, align: 'right' })
  }
}
