/** One HTML file that opens from disk and loads nothing: for a pull request or a CI artifact. */
import { dirname } from 'node:path'
import { plural } from '../../../openapi/plural.ts'
import { escaped, reportPage, type Verdict } from '../../../theme/reportPage.ts'
import type { Collected } from '../collected.ts'
import { endText, inferenceLines } from '../ending.ts'
import { kindsText } from '../kinds.ts'
import { counts, type ReportContext } from '../status.ts'
import { depthOf } from '../terminal.ts'
import { type Card, cardsOf, causeCards, causeText, operationsText } from './cause.ts'
import { matrix } from './matrix.ts'
import { rulesSection } from './rules.ts'
import { learnedSection, skippedSection, unreachedSection, writesSection } from './sections.ts'
import { trendSection } from './trend.ts'

/** The whole report. */
export function htmlReport(collected: Collected, context: ReportContext = {}): string {
  const { run, summary, notes } = collected
  const verdict = verdictOf(collected, context)
  const cards = cardsOf(collected, context)
  const trend = trendSection(collected, context)
  const rules = rulesSection(collected)
  const inferences = inferenceLines(summary.inferences).map((line) => `<li>${escaped(line)}</li>`)
  const content = [
    `<dl class="tiles">${tiles(collected)}</dl>`,
    `<h2 id="findings">Findings</h2>${causeCards(cards, context.folder ?? dirname(run.document))}`,
    `<h2 id="operations">Operations</h2>${matrix(collected)}`,
    unreachedSection(summary),
    trend,
    learnedSection(summary),
    writesSection(summary),
    skippedSection(collected),
    inferences.length === 0 ? '' : `<h2>Inferences</h2><ul>${inferences.join('')}</ul>`,
    notes.length === 0
      ? ''
      : `<h2>Notes</h2>${notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('')}`,
    rules,
  ]
  return reportPage({
    title: `Conformance of ${run.title}`,
    verdict,
    word: WORDS[verdict],
    lead: lead(collected, cards, context),
    facts: facts(collected, context),
    sections: [
      { id: 'findings', name: 'Findings', count: cards.length },
      { id: 'operations', name: 'Operations', count: run.operations.length },
      ...(summary.unreached.length === 0
        ? []
        : [{ id: 'unreached', name: 'Not reached', count: summary.unreached.length }]),
      ...(trend === '' ? [] : [{ id: 'history', name: 'History' }]),
      ...(summary.learned.length === 0
        ? []
        : [{ id: 'learned', name: 'Learned', count: summary.learned.length }]),
      { id: 'writes', name: 'Writes' },
      ...(summary.skipped === 0 ? [] : [{ id: 'skipped', name: 'Skipped', count: summary.skipped }]),
      ...(rules === '' ? [] : [{ id: 'rules', name: 'Rules' }]),
    ],
    content: content.filter((part) => part !== '').join('\n'),
  })
}

const WORDS: Readonly<Record<Verdict, string>> = { failed: 'Failed', passed: 'Passed', partial: 'Partial' }

function verdictOf({ findings, summary }: Collected, context: ReportContext): Verdict {
  if (findings.some((finding) => counts(finding, context))) return 'failed'
  return summary.endedEarly === undefined ? 'passed' : 'partial'
}

function lead({ findings, summary }: Collected, cards: readonly Card[], context: ReportContext): string {
  const found =
    findings.length === 0
      ? 'No findings.'
      : `${plural(findings.length, 'finding')} of ${plural(summary.causes.length, 'cause')}${kindsText(summary.causes)}.`
  const excused = findings.filter((finding) => !counts(finding, context)).length
  const not = excused === 0 ? '' : ` ${plural(excused, 'finding')} accepted or flaky.`
  const partial =
    summary.endedEarly === undefined
      ? ''
      : `<p class="note"><b>This report is partial: ${escaped(endText(summary.endedEarly))}.</b> ${escaped(depthOf(summary))}</p>`
  const first = cards.find((card) => counts(card.first, context))
  const fix =
    first === undefined
      ? ''
      : `<p class="fix"><b>Fix first</b> <a href="#${first.id}">${escaped(operationsText(first))}</a>: ${escaped(causeText(first))}</p>`
  return `<p class="lead">${found}${not}</p>${partial}${fix}`
}

function facts({ run, summary }: Collected, { commit }: ReportContext): [string, string][] {
  return [
    ['Target', run.target],
    ['Document', run.document],
    ...(commit === undefined ? [] : [['Commit', commit.slice(0, 10)] as [string, string]]),
    ['Started', run.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Duration', `${(summary.milliseconds / 1000).toFixed(1)} s`],
    ['Seed', String(run.seed)],
  ]
}

function tiles({ summary }: Collected): string {
  const { coverage, reached } = summary
  const all: [name: string, value: string, detail: string][] = [
    ['Checks failed', String(summary.failed), `${summary.passed} passed, ${summary.skipped} skipped`],
    [
      'Operations reached',
      `${reached.operations} of ${reached.ofOperations}`,
      'returned a documented success',
    ],
    [
      'Coverage',
      `${coverage.percent} %`,
      `${coverage.covered} of ${coverage.documented} operation × status pairs`,
    ],
    ['Requests', String(summary.requests), `in ${(summary.milliseconds / 1000).toFixed(1)} s`],
  ]
  return all
    .map(
      ([name, value, detail]) =>
        `<div><dt>${name}</dt><dd><b>${escaped(value)}</b>${escaped(detail)}</dd></div>`,
    )
    .join('')
}
