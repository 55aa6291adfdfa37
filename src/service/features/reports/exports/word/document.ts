import {
  BorderStyle,
  Document,
  type FileChild,
  Footer,
  HeadingLevel,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx'
import type { ReportSection } from '../../../../../../generated/openapi.v1.ts'
import { colours, headings, kindOf, momentInWords, oneLine, type Page, typeNames } from '../page.ts'
import { chartParagraph } from './chart.ts'
import { fixed } from './fixed.ts'
import { caption, dataTable, figureTable, hex, leftOut } from './tables.ts'

/** A Word document: headings, tables that repeat their head on each page, and charts that Word itself can edit. */
export async function wordOf(page: Page): Promise<Uint8Array> {
  const { name, type, data } = page
  const document = new Document({
    title: name,
    subject: `${typeNames[type]}: ${data.subject}`,
    creator: 'Prompt Management Service',
    lastModifiedBy: 'Prompt Management Service',
    styles: {
      default: {
        document: {
          run: { font: 'Calibri', size: 20, color: hex(colours.ink), language: { value: 'en-US' } },
          paragraph: { spacing: { after: 100, line: 264, lineRule: LineRuleType.AUTO } },
        },
        title: { run: { size: 44, bold: true }, paragraph: { spacing: { after: 40 } } },
        heading1: {
          run: { size: 28, bold: true, color: hex(colours.ink) },
          paragraph: { spacing: { before: 320, after: 120 }, keepNext: true },
        },
      },
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: 1000, bottom: 1000, left: 1040, right: 1040 },
          },
        },
        footers: { default: footer(name) },
        children: [...head(page), ...data.sections.flatMap(sectionOf)],
      },
    ],
  })
  return fixed(await Packer.toBuffer(document), data.generatedAt)
}

function head(page: Page): Paragraph[] {
  const { name, data } = page
  const kind = kindOf(page)
  const accent = { style: BorderStyle.SINGLE, size: 12, color: hex(colours.accent), space: 6 }
  return [
    ...(kind === undefined ? [] : [kindParagraph(kind)]),
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(oneLine(name))] }),
    new Paragraph({
      spacing: { after: 40 },
      children: [new TextRun({ text: oneLine(data.subject), size: 21 })],
    }),
    new Paragraph({
      border: { bottom: accent },
      children: [
        new TextRun({
          text: `Generated ${momentInWords(data.generatedAt)}`,
          size: 17,
          color: hex(colours.muted),
        }),
      ],
    }),
  ]
}

const kindParagraph = (kind: string) =>
  new Paragraph({
    spacing: { after: 0 },
    children: [
      new TextRun({
        text: kind.toUpperCase(),
        bold: true,
        size: 17,
        color: hex(colours.accent),
        characterSpacing: 16,
      }),
    ],
  })

function sectionOf(section: ReportSection): FileChild[] {
  const { paragraphs, figures, charts, tables } = section
  const { title, captions } = headings(section)
  const children: FileChild[] = [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(oneLine(title))] }),
    ...paragraphs.map((paragraph) => new Paragraph({ children: [new TextRun(oneLine(paragraph))] })),
  ]
  if (figures.length > 0) children.push(figureTable(figures))
  const captionOf = (text: string) => (captions ? [caption(text)] : [])
  for (const chart of charts) children.push(...captionOf(chart.title), chartParagraph(chart))
  for (const table of tables) {
    const rest = leftOut(table)
    children.push(...captionOf(table.title), dataTable(table))
    if (rest !== undefined) children.push(new Paragraph({ children: [new TextRun(rest)] }))
  }
  if (paragraphs.length + figures.length + charts.length + tables.length === 0) {
    children.push(
      new Paragraph({ children: [new TextRun({ text: 'Nothing to show.', color: hex(colours.muted) })] }),
    )
  }
  return children
}

function footer(name: string): Footer {
  const small = { size: 16, color: hex(colours.muted) }
  return new Footer({
    children: [
      new Paragraph({
        border: { top: { style: BorderStyle.SINGLE, size: 4, color: hex(colours.rule), space: 6 } },
        tabStops: [{ type: 'right', position: 9826 }],
        children: [
          new TextRun({ ...small, text: `${oneLine(name).slice(0, 90)}\t` }),
          new TextRun({ ...small, children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  })
}
