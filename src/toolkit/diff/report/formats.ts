/** The forms of a report. */

import { isObject, type Json } from '../../openapi/document.ts'
import { foreignLines, foreignText } from '../../openapi/foreignText.ts'
import { type Paint, type Style, withoutColors, wrapped } from '../../theme/terminalText.ts'
import type { Finding, Level } from '../finding.ts'
import { clientsMarkdown, clientsText } from './clients.ts'
import { curlOf, exampleOf } from './example.ts'
import { html } from './html.ts'
import {
  breaks,
  byLevel,
  type Cause,
  causesOf,
  groupByCause,
  groupFindings,
  HEADINGS,
  locationText,
  otherPlaces,
  otherUses,
  type Report,
  totals,
  versionLine,
} from './report.ts'

type Format = 'text' | 'markdown' | 'html' | 'json' | 'github'

/** The terminal that shows the text. */
interface Look {
  paint?: Paint
  /** Columns; sentences break there. */
  width?: number | undefined
}

/** Names and texts of documents are foreign: each format gets them as one line without control characters. */
export const write: Record<Format, (report: Report, look?: Look) => string> = {
  text: (report, look) => text(onOneLine(report), look),
  markdown: (report) => markdown(onOneLine(report)),
  html: (report) => html(onOneLine(report)),
  // Its escapes are those of JSON, so that the values stay the same.
  json: (report) => foreignLines(json(report)),
  github: (report) => github(onOneLine(report)),
}

function onOneLine<T>(value: T): T {
  const json = value as Json
  if (typeof json === 'string') return foreignText(json) as T
  if (Array.isArray(json)) return json.map(onOneLine) as T
  if (!isObject(json)) return value
  return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, onOneLine(one)])) as T
}

/** Where else a change matters. */
const alsoOf = (cause: Cause): string =>
  [otherUses(cause.finding), otherPlaces(cause)].filter((words) => words !== '').join(' ')

const COLORS: Readonly<Record<Level, Style>> = {
  breaking: 'red',
  risky: 'yellow',
  compatible: 'green',
  docs: 'dim',
}

function text(report: Report, look: Look = {}): string {
  const { paint = withoutColors, width } = look
  const parts = byLevel(report).map(([level, findings]) => {
    const { each, summed } = groupFindings(level, findings)
    return [
      paint('bold', paint(COLORS[level], HEADINGS[level])),
      ...each.flatMap((cause) => textOf(cause, { paint, width })),
      ...summed.flatMap((line) => wrapped(`  ${line}`, width)),
    ].join('\n')
  })
  const rest = [...report.versions.map(versionLine), ...report.remarks].flatMap((line) =>
    wrapped(line, width),
  )
  const total = `${totals(report)}.`
  const color = breaks(report).length > 0 ? 'red' : 'green'
  const ending = [...rest, paint('bold', paint(color, total))].join('\n')
  return [...parts, ...clientsText(report), ending].join('\n\n')
}

function textOf(cause: Cause, { paint = withoutColors, width }: Look): string[] {
  const { finding } = cause
  const { sentence, rule, subject, waived } = finding
  const also = alsoOf(cause)
  const lines = (line: string) => wrapped(line, width)
  return [
    ...lines(`  ${waived ? '(waived) ' : ''}${sentence}${also === '' ? '' : ` ${also}`}`),
    paint('dim', `    ${locationText(finding.new)}  (was ${locationText(finding.old)})`),
    paint('dim', `    ${rule} at ${subject}`),
    ...evidenceOf(finding).flatMap((line) => lines(`    ${line}`)),
    ...(waived ? lines(`    waived until ${waived.expires}: ${waived.reason}`) : []),
  ]
}

/** Why the change counts as it does: a message that shows it, or that none was found. */
function evidenceOf({ witness, undecided }: Finding): string[] {
  if (undecided !== undefined) return [`risky: ${undecided}`]
  if (witness === undefined) return []
  const { message, verdict } = exampleOf(witness)
  return [`example: ${message}`, `         ${verdict}`]
}

function markdown(report: Report): string {
  const head = report.versions.map(
    ({ document, old, new: now, bump }) => `- ${code(document)}: ${old} → ${now} (${bump})`,
  )
  const none = report.findings.length === 0 ? ['Nothing changed.'] : []
  return [
    `# Changes from ${report.old} to ${report.new}`,
    head.join('\n'),
    ...none,
    ...sections(report, '##', true),
    ...clientsMarkdown(report),
    `${totals(report)}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The findings as lists under headings, worst first; with their locations, or as a changelog that sums up what has one cause. */
export function sections(report: Pick<Report, 'findings'>, heading: string, locations: boolean): string[] {
  return byLevel(report as Report).map(([level, findings]) => {
    const { each, summed } = locations ? groupFindings(level, findings) : groupByCause(level, findings)
    const lines = each.map((cause) => {
      const { finding } = cause
      const also = alsoOf(cause)
      const location = locations ? ` (${code(locationText(finding.new))})` : ''
      const waiver = finding.waived
        ? ` *Accepted until ${finding.waived.expires}: ${finding.waived.reason}*`
        : ''
      const evidence = locations ? evidenceOf(finding).map((line) => `\n  ${code(line.trim())}`) : []
      return [`- ${finding.sentence}${also === '' ? '' : ` ${also}`}${location}${waiver}`, ...evidence].join(
        '\\',
      )
    })
    return [`${heading} ${HEADINGS[level]}`, '', ...lines, ...summed.map((line) => `- ${line}`)].join('\n')
  })
}

const code = (content: string): string => `\`${content.replaceAll('`', "'")}\``

function json(report: Report): string {
  const { old, new: now, findings, versions, remarks, clients } = report
  return JSON.stringify(
    {
      old,
      new: now,
      breaks: breaks(report).length > 0,
      versions,
      remarks,
      causes: causesOf(findings).length,
      findings: findings.map((finding) => {
        const curl = finding.witness && curlOf(finding.witness)
        return curl === undefined ? finding : { ...finding, curl }
      }),
      clients,
    },
    null,
    2,
  )
}

/** Annotations of GitHub Actions: they appear at their line in a pull request. */
function github(report: Report): string {
  const kinds = { breaking: 'error', risky: 'warning', compatible: 'notice', docs: 'notice' } as const
  const data = (content: string) =>
    content.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (content: string) => data(content).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const lines = causesOf(report.findings).map((cause) => {
    const { finding } = cause
    const { file, line, column } = finding.new
    const kind = finding.waived ? 'notice' : kinds[finding.level]
    const also = alsoOf(cause)
    return `::${kind} file=${property(file)},line=${line},col=${column},title=${property(finding.rule)}::${data(`${finding.sentence}${also === '' ? '' : ` ${also}`}`)}`
  })
  return [...lines, ...report.versions.map(versionLine), ...report.remarks, `${totals(report)}.`].join('\n')
}
