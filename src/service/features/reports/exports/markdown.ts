import type { ReportTable } from '../../../../../generated/openapi.v1.ts'
import {
  categoriesInWords,
  chartTable,
  headings,
  isNumeric,
  kindOf,
  momentInWords,
  oneLine,
  type Page,
  show,
} from './page.ts'

/** Markdown with the tables of GitHub; charts as tables of their numbers. */
export function markdownOf(page: Page): string {
  const { name, data } = page
  const kind = kindOf(page)
  const parts = [
    `# ${plain(name)}`,
    `${kind === undefined ? '' : `**${kind}** · `}${plain(data.subject)}  \nGenerated ${momentInWords(data.generatedAt)}`,
  ]
  for (const section of data.sections) {
    const { paragraphs, figures, charts, tables } = section
    const { title, captions } = headings(section)
    parts.push(`## ${plain(title)}`, ...paragraphs.map(plain))
    if (figures.length > 0) {
      parts.push(
        figures
          .map(({ label, unit, value }) => `- ${plain(label)}: **${plain(show(value, unit))}**`)
          .join('\n'),
      )
    }
    for (const table of [
      ...charts.map((chart) => chartTable(chart, categoriesInWords(chart, true))),
      ...tables,
    ]) {
      if (captions) parts.push(`### ${plain(table.title)}`)
      parts.push(tableOf(table))
    }
  }
  return `${parts.join('\n\n')}\n`
}

function tableOf({ columns, rows }: ReportTable): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(({ label }) => plain(label))),
    line(columns.map(({ unit }) => (isNumeric(unit) ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ unit }, index) => plain(show(row[index] ?? null, unit))))),
  ].join('\n')
}

/** Text that means nothing but itself: every sign that Markdown or HTML could read is escaped. */
const plain = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])(?= |$)/, '$1\\$2')
