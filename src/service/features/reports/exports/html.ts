import type { ReportChart, ReportSection, ReportTable } from '../../../../../generated/openapi.v1.ts'
import { drawChart, type Shape } from './chartShapes.ts'
import { colours, headings, isNumeric, kindOf, momentInWords, oneLine, type Page, show } from './page.ts'

/** One page that needs nothing from elsewhere: its style, its charts as SVG; no script, and none would be run. */
export function htmlOf(page: Page): string {
  const { name, data } = page
  const kind = kindOf(page)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${safe(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
${kind === undefined ? '' : `<p class="kind">${safe(kind)}</p>\n`}<h1>${safe(name)}</h1>
<p class="subject">${safe(data.subject)}</p>
<p class="made">Generated ${momentInWords(data.generatedAt)}</p>
</header>
<main>
${data.sections.map(sectionOf).join('\n')}
</main>
</body>
</html>
`
}

function sectionOf(section: ReportSection): string {
  const { id, paragraphs, figures, charts, tables } = section
  const { title, captions } = headings(section)
  const parts = [
    ...paragraphs.map((paragraph) => `<p>${safe(paragraph)}</p>`),
    ...(figures.length > 0
      ? [
          `<dl>${figures
            .map(
              ({ label, unit, value }) =>
                `<div><dt>${safe(label)}</dt><dd>${safe(show(value, unit))}</dd></div>`,
            )
            .join('')}</dl>`,
        ]
      : []),
    ...charts.map((chart) => chartOf(chart, captions)),
    ...tables.map((table) => tableOf(table, captions)),
  ]
  if (parts.length === 0) parts.push('<p class="empty">Nothing to show.</p>')
  return `<section id="${safe(id)}">\n<h2>${safe(title)}</h2>\n${parts.join('\n')}\n</section>`
}

function chartOf(chart: ReportChart, captioned: boolean): string {
  const { width, height, shapes } = drawChart(chart, 640)
  const caption = captioned ? `<figcaption>${safe(chart.title)}</figcaption>` : ''
  const svg = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${safe(chart.title)}">${shapes.map(shapeOf).join('')}</svg>`
  return `<figure>${caption}${svg}</figure>`
}

function shapeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'rect':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" fill="${shape.colour}"/>`
    case 'line':
      return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" stroke="${shape.colour}" stroke-width="0.5"/>`
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" text-anchor="${shape.anchor}" fill="${shape.colour}">${safe(shape.text)}</text>`
  }
}

function tableOf({ title, columns, rows }: ReportTable, captioned: boolean): string {
  const caption = captioned ? `<caption>${safe(title)}</caption>` : ''
  const css = columns.map(({ unit }) => (isNumeric(unit) ? ' class="n"' : ''))
  const head = columns.map(({ label }, index) => `<th scope="col"${css[index]}>${safe(label)}</th>`).join('')
  const body = rows.map((row) => {
    const cells = columns.map(
      ({ unit }, index) => `<td${css[index]}>${safe(show(row[index] ?? null, unit))}</td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table>${caption}<thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string): string => oneLine(text).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const STYLE = `
:root { color: ${colours.ink}; font: 15px/1.5 "Noto Sans", "Segoe UI", Helvetica, Arial, sans-serif; }
body { margin: 0 auto; max-width: 54rem; padding: 2.5rem 1.5rem 4rem; }
header { border-bottom: 2px solid ${colours.accent}; padding-bottom: 1rem; }
.kind { color: ${colours.accent}; font-size: .8rem; font-weight: 600; letter-spacing: .08em; margin: 0; text-transform: uppercase; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0 .3rem; }
.subject { margin: 0; }
.made, .empty { color: ${colours.muted}; font-size: .85rem; margin: .2rem 0 0; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; }
dl { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); margin: 1rem 0; }
dl div { background: ${colours.shade}; border-left: 3px solid ${colours.accent}; padding: .6rem .8rem; }
dt { color: ${colours.muted}; font-size: .8rem; }
dd { font-size: 1.45rem; font-variant-numeric: tabular-nums; font-weight: 600; line-height: 1.3; margin: 0; }
figure { margin: 1rem 0 1.5rem; }
figcaption, caption { color: ${colours.muted}; font-size: .85rem; font-weight: 600; padding-bottom: .4rem; text-align: left; }
svg { display: block; height: auto; width: 100%; }
table { border-collapse: collapse; font-size: .85rem; margin: 1rem 0 1.5rem; width: 100%; }
th { border-bottom: 1px solid ${colours.ink}; font-weight: 600; text-align: left; vertical-align: bottom; }
td { border-bottom: 1px solid ${colours.rule}; overflow-wrap: anywhere; vertical-align: top; }
th, td { padding: .35rem .5rem; }
td:not(.n) { min-width: 5.5rem; }
.n { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
@media print { body { max-width: none; padding: 0; } section, figure, tr { break-inside: avoid; } thead { display: table-header-group; } }
`
