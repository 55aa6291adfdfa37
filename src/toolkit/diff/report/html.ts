/** The report as one HTML file: the verdict first, then changes by severity and operation, with filters. */
import { createHash } from 'node:crypto'
import { copyable, escaped, filterBar, reportPage, type Verdict } from '../../theme/reportPage.ts'
import { type Finding, LEVELS, type Level } from '../finding.ts'
import { curlOf, exampleOf } from './example.ts'
import {
  breaks,
  type Cause,
  causesOf,
  groupFindings,
  HEADINGS,
  locationText,
  otherPlaces,
  otherUses,
  type Report,
  risks,
  totals,
  versionLine,
} from './report.ts'

/** The sign in addition to the color. */
const SIGNS: Readonly<Record<Level, string>> = { breaking: '✕', risky: '!', compatible: '✓', docs: '¶' }

/** Levels that are closed when the page opens. */
const FOLDED: readonly Level[] = ['compatible', 'docs']

/** Causes of a level up to which all its operations are open. */
const MAX_OPEN = 25

export function html(report: Report): string {
  const waived = report.findings.filter((finding) => finding.waived)
  const open = report.findings.filter((finding) => !finding.waived)
  const levels = LEVELS.map((level) => {
    const findings = ofLevel(open, level)
    return { level, count: causesOf(findings).length, ...groupFindings(level, findings) }
  }).filter(({ count }) => count > 0)
  const accepted = causesOf(waived)
  const values = levels.map(
    ({ level, count }) => [level, `${SIGNS[level]} ${HEADINGS[level]}`, count] as const,
  )
  const waivedCount = [['waived', 'Waived', accepted.length]] as const
  const content = [
    levels.length + accepted.length === 0
      ? '<p>No differences.</p>'
      : filterBar('changes', 'operation, property or rule', [
          { name: 'level', legend: 'Severity', values: [...values, ...waivedCount] },
        ]),
    '<div id="changes">',
    ...levels.map(levelHtml),
    accepted.length === 0
      ? ''
      : `<details class="section"><summary><h2 id="waived">Waived (${accepted.length})</h2></summary>${groupsHtml(accepted, false, 'waived')}</details>`,
    '</div>',
    ...report.remarks.map((remark) => `<p class="note">${escaped(remark)}</p>`),
  ]
  const verdict = verdictOf(report)
  return reportPage({
    title: `Changes from ${shortened(report.old)} to ${shortened(report.new)}`,
    verdict,
    word: WORDS[verdict],
    lead: lead(report),
    facts: report.versions.map(({ document, old, new: now, bump }) => [
      document,
      `${old} → ${now} (${bump})`,
    ]),
    sections: [
      ...levels.map(({ level, count }) => ({ id: level, name: HEADINGS[level], count })),
      ...(accepted.length === 0 ? [] : [{ id: 'waived', name: 'Waived', count: accepted.length }]),
    ],
    content: content.filter((part) => part !== '').join('\n'),
  })
}

const WORDS: Readonly<Record<Verdict, string>> = {
  failed: 'Breaking changes',
  partial: 'Risky changes',
  passed: 'No breaking changes',
}

function verdictOf(report: Report): Verdict {
  if (breaks(report).length > 0) return 'failed'
  return risks(report).some(({ level }) => level === 'risky') ? 'partial' : 'passed'
}

const ofLevel = (findings: readonly Finding[], level: Level): Finding[] =>
  findings.filter((finding) => finding.level === level)

function lead(report: Report): string {
  const [first] = causesOf(breaks(report))
  const lines = report.versions.map(versionLine)
  return [
    `<p class="lead">${totals(report)}.</p>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    first === undefined
      ? ''
      : `<p class="fix"><b>Start here</b> <a href="#${idOf(first)}">${escaped(groupOf(first))}</a>: ${sentenceHtml(first)}</p>`,
  ].join('\n')
}

/** The longest path in the title. */
const MAX_TITLE_PATH = 40

/** A long path by its end, which distinguishes documents. */
const shortened = (path: string): string =>
  path.length <= MAX_TITLE_PATH ? path : `…/${path.split('/').slice(-2).join('/')}`

interface LevelParts {
  level: Level
  count: number
  each: Cause[]
  summed: string[]
}

function levelHtml({ level, count, each, summed }: LevelParts): string {
  const heading = `<h2 id="${level}">${HEADINGS[level]} (${count})</h2>`
  const lines = summed.map((line) => `<li>${escaped(line)}</li>`)
  const content = `${lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`}${groupsHtml(each, each.length <= MAX_OPEN, level)}`
  return FOLDED.includes(level)
    ? `<details class="section"><summary>${heading}</summary>${content}</details>`
    : `<section>${heading}${content}</section>`
}

/** The first operation or event that a change reaches; the others are named at the change. */
const groupOf = ({ finding }: Cause): string => finding.uses[0] ?? 'The document'

function groupsHtml(causes: readonly Cause[], isOpen: boolean, kind: Level | 'waived'): string {
  const groups = new Map<string, Cause[]>()
  for (const cause of causes) groups.set(groupOf(cause), [...(groups.get(groupOf(cause)) ?? []), cause])
  return [...groups]
    .map(
      ([name, list], index) =>
        `<details class="group"${isOpen || index === 0 ? ' open' : ''}><summary>${escaped(name)} <span class="badge">${list.length}</span></summary><ul class="items">${list.map((cause) => item(cause, kind)).join('\n')}</ul></details>`,
    )
    .join('\n')
}

/** Equal for a change in every report that has it. */
const idOf = ({ finding: { rule, subject, sentence } }: Cause): string =>
  `c-${createHash('sha256').update(`${rule}\n${subject}\n${sentence}`).digest('hex').slice(0, 8)}`

const sentenceHtml = ({ finding }: Cause): string =>
  escaped(finding.sentence).replace(/`([^`]*)`/g, '<code>$1</code>')

function item(cause: Cause, kind: Level | 'waived'): string {
  const { finding } = cause
  const { level, rule, undecided, waived } = finding
  const id = idOf(cause)
  const also = [otherUses(finding), otherPlaces(cause)].filter((words) => words !== '')
  const paragraphs = [
    ...also,
    ...(undecided === undefined ? [] : [`Risky: ${undecided}`]),
    ...(waived ? [`Accepted until ${waived.expires}: ${waived.reason}`] : []),
  ]
  return `<li class="item ${level}" id="${id}" data-level="${kind}"><details><summary><span class="message">${sentenceHtml(cause)}</span>
<span class="where"><span class="badge kind">${SIGNS[level]} ${level}</span> ${escaped(rule)}${cause.others.length === 0 ? '' : ` · ${cause.others.length + 1} places`}</span></summary>
<div class="body">${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}${evidence(finding, id)}
<dl class="facts"><div><dt>New</dt><dd><code>${escaped(locationText(finding.new))}</code></dd></div><div><dt>Old</dt><dd><code>${escaped(locationText(finding.old))}</code></dd></div><div><dt>Place</dt><dd><code>${escaped(finding.subject)}</code></dd></div></dl></div></details><a class="permalink" href="#${id}" aria-label="Link to this change" title="Link to this change">#</a></li>`
}

/** A message that shows the change. */
function evidence({ witness }: Finding, id: string): string {
  if (witness === undefined) return ''
  const { message, verdict } = exampleOf(witness)
  const command = curlOf(witness)
  const curl = command === undefined ? '' : `<h3>curl</h3>${copyable(`the curl command of ${id}`, command)}`
  return `<h3>Example</h3><p><code>${escaped(message)}</code></p><p>${escaped(verdict)}</p>${curl}`
}
