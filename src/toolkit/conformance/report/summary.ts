/** The run as Markdown, for the summary of a CI job and for comments. */
import { foreignLines } from '../../openapi/foreignText.ts'
import { plural } from '../../openapi/plural.ts'
import type { Collected } from './collected.ts'
import { endText } from './ending.ts'
import { type Card, cardsOf, causeText, operationsText } from './html/cause.ts'
import { kindsText } from './kinds.ts'
import { counts, type ReportContext } from './status.ts'

/** Causes in the table, and those with their requests below it. */
const MAX_CAUSES = 50
const MAX_SHOWN = 3

/** A job summary of GitHub has at most 1 MiB; a comment 65,536 characters. */
export function summaryReport(collected: Collected, context: ReportContext): string {
  const { run, summary, findings } = collected
  const { coverage, reached } = summary
  const isFailed = findings.some((finding) => counts(finding, context))
  const partial =
    summary.endedEarly === undefined ? [] : [`> **Partial**: ${plain(endText(summary.endedEarly))}.`, '']
  const cards = cardsOf(collected, context)
  const lines = [
    // Lines that begin with ## are commands to some CI systems.
    `<h2>${isFailed ? '❌' : '✅'} Conformance of ${plain(run.title)}</h2>`,
    '',
    ...partial,
    `- **Checks**: ${[
      ...(summary.failed === 0 ? [] : [`❌ **${summary.failed} failed**`]),
      `✅ **${summary.passed} passed**`,
      `${summary.skipped} skipped`,
    ].join(' · ')} · ${summary.passed + summary.failed + summary.skipped} total`,
    `- **Findings**: ${findings.length === 0 ? 'none' : `${findings.length} of ${plural(summary.causes.length, 'cause')}${kindsText(summary.causes)}`}`,
    `- **Operations**: ${reached.operations} of ${reached.ofOperations} returned a documented success`,
    `- **Coverage**: ${coverage.percent} % (${coverage.covered} of ${coverage.documented} operation × status pairs)`,
    `- **Target**: ${plain(run.target)}, seed ${run.seed}, ${summary.requests} requests in ${(summary.milliseconds / 1000).toFixed(1)} s${context.commit === undefined ? '' : `, commit ${plain(context.commit.slice(0, 10))}`}`,
  ]
  return `${[...lines, ...(cards.length === 0 ? [] : table(cards)), ...cards.slice(0, MAX_SHOWN).flatMap(requests)].join('\n')}\n`
}

/** Text of strangers within a line of Markdown. */
const plain = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>|#&~]/g, (character) => `&#${character.charCodeAt(0)};`)

function table(cards: readonly Card[]): string[] {
  const hasStatus = cards.some(({ status }) => status !== undefined)
  const rows = cards.slice(0, MAX_CAUSES).map((card, index) => {
    const flaky = card.cause.repeated === false ? ' (flaky)' : ''
    const cells = [
      String(index + 1),
      plain(causeText(card)) + flaky,
      plain(operationsText(card)),
      plain(card.cause.rule),
      ...(hasStatus ? [card.status ?? ''] : []),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const heads = ['', 'Finding', 'Operations', 'Rule', ...(hasStatus ? ['Status'] : [])]
  return [
    '',
    '<h3>Findings</h3>',
    '',
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...rows,
    ...(cards.length > MAX_CAUSES ? ['', `${cards.length - MAX_CAUSES} more are in the other reports.`] : []),
  ]
}

/** The commands in a block whose fence is longer than any within them. */
function requests({ first }: Card, index: number): string[] {
  const curl = foreignLines(first.curl)
  const longest = Math.max(2, ...(curl.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return [
    '',
    `<details><summary>Requests of finding ${index + 1}</summary>`,
    '',
    `${fence}sh`,
    curl,
    fence,
    '',
    '</details>',
  ]
}
