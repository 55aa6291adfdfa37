/** The report for people at a terminal: a progress line, the matrix, findings by cause. */

import { foreignLines, foreignText } from '../../openapi/foreignText.ts'
import type {
  ConformanceFinding,
  RunEvent,
  RunInfo,
  RunSummary,
  Subscriber,
  TrialOutcome,
  WriteCount,
} from '../engine/events.ts'
import { assumptionText } from './assumption.ts'
import { endText, inferenceLines } from './ending.ts'
import { foreignEvent, shownMessage } from './foreignEvent.ts'
import { furtherCauses, kindsText } from './kinds.ts'
import { reachLines } from './reach.ts'
import { explainCommand } from './rulePage.ts'

interface Screen {
  print(line: string): void
  progress?(line: string, last: boolean): void
}

interface TerminalOptions {
  /** Every operation's row, not only those with something broken or unobserved. */
  verbose: boolean
  /** Only findings and totals. */
  quiet?: boolean
  /** What the first line of a cause looks like, for example in color. */
  heading?: (text: string) => string
  /** A rule or an operation of which every outcome is told, with the reason where nothing was observed. */
  explain?: string | undefined
}

const MARKS = { passed: '+', failed: 'X', skipped: '?' } as const

/** Where a constraint goes in the matrix. */
const columnOf = ({ constraint, rule }: TrialOutcome): string => {
  if (constraint.startsWith('body')) return 'body'
  if (/^(query|header)\./.test(constraint)) return 'params'
  if (constraint.startsWith('path.')) return 'path'
  if (constraint.startsWith('identity')) return 'identity'
  if (constraint.startsWith('method')) return 'method'
  if (constraint === 'answers') return 'answers'
  return rule === 'valid-request-succeeds' ? 'success' : 'relations'
}

export function terminalReport(screen: Screen, options: TerminalOptions): Subscriber {
  const note = (line: string) => (options.quiet ? undefined : screen.print(line))
  let run: RunInfo | undefined
  let done = 0
  const outcomes: TrialOutcome[] = []
  const findings: ConformanceFinding[] = []
  return (told: RunEvent) => {
    const event = foreignEvent(told)
    switch (event.type) {
      case 'run-started':
        run = event.run
        note(
          `${run.title}: ${run.operations.length} operations, ${run.trials} checks, seed ${run.seed}, ${run.target}`,
        )
        break
      case 'note':
        note(`note: ${event.text}`)
        break
      case 'outcome':
        outcomes.push(event.outcome)
        // The total is that of the checks that send requests: what is told of all answers is not among them.
        if (event.outcome.ofAnswers === true || event.outcome.unreached === true) break
        done++
        if (done % 25 === 0)
          screen.progress?.(
            `${done} of ${run?.trials ?? '?'} checks, ${outcomes.filter((one) => one.outcome === 'failed').length} failed`,
            false,
          )
        break
      case 'exchange':
        if (run?.recorded === true) done++
        break
      case 'finding':
        findings.push(event.finding)
        break
      case 'run-finished': {
        const { summary } = event
        screen.progress?.(
          `${done} of ${run?.trials ?? '?'} ${run?.recorded === true ? 'exchanges' : 'checks'}`,
          true,
        )
        if (run !== undefined) note(matrix(run, outcomes, options.verbose))
        for (const line of foundLines(outcomes, findings, summary, options)) screen.print(line)
        for (const line of [...obstacles(outcomes), ...reachLines(summary, options.verbose)]) note(line)
        const { coverage } = summary
        screen.print(
          `${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped; ${findings.length === 0 ? 'no findings' : `${count(findings.length, 'finding')} of ${count(summary.causes.length, 'cause')}${kindsText(summary.causes)}`}. ` +
            `${coverage.covered} of ${coverage.documented} documented operation × status pairs covered (${coverage.percent} %), ${summary.requests} requests in ${(summary.milliseconds / 1000).toFixed(1)} s.`,
        )
        for (const line of inferenceLines(summary.inferences)) note(line)
        const writing = writesText(summary.writes)
        if (writing !== undefined) note(writing)
        if (summary.left.length > 0)
          screen.print(
            `Left on the target: ${summary.left.slice(0, 5).join(', ')}${summary.left.length > 5 ? ` and ${summary.left.length - 5} more` : ''}.`,
          )
        if (summary.endedEarly !== undefined)
          screen.print(`This report is partial: ${endText(summary.endedEarly)}. ${depthOf(summary)}`)
        break
      }
    }
  }
}

/** What was asked for by `--explain`, and what was found. */
function foundLines(
  outcomes: readonly TrialOutcome[],
  findings: readonly ConformanceFinding[],
  summary: RunSummary,
  { verbose, explain, heading }: TerminalOptions,
): string[] {
  const most = verbose ? findings.length : MAX_CAUSES
  return [
    ...explanations(outcomes, explain),
    ...causes(findings, { ...(heading !== undefined && { heading }), most }),
    ...furtherCauses(summary.causes, most),
  ]
}

/** How far a run came that was cut off. */
export const depthOf = ({ reached }: RunSummary): string =>
  `${reached.operations} of ${reached.ofOperations} operations returned a documented success; ${reached.checks} of ${reached.ofChecks} checks were run, ${reached.ofChecks - reached.checks} are left.`

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** All writes in one sentence; the reports in JSON and HTML list them by method and path. */
function writesText(writes: readonly WriteCount[]): string | undefined {
  const sum = (name: 'created' | 'changed' | 'deleted' | 'rejected' | 'stopped') =>
    writes.reduce((total, one) => total + one[name], 0)
  if (writes.length === 0) return undefined
  const stopped = sum('stopped')
  const not =
    stopped === 0
      ? ''
      : ` ${count(stopped, 'write')} to existing data ${stopped === 1 ? 'was' : 'were'} not sent; --allow-existing-data sends them.`
  return `Writes: ${sum('created')} created, ${sum('changed')} changed, ${sum('deleted')} deleted, ${sum('rejected')} rejected.${not}`
}

const FEW = 5
const MAX_OBSTACLES = 3
const MAX_REASON = 240

/** What stood in the way of many trials: a creation that is refused keeps all that needs its items from being tried. */
function obstacles(outcomes: readonly TrialOutcome[]): string[] {
  const byObstacle = new Map<string, { reason: string; times: number }>()
  for (const { outcome, unreached, reason = '', obstacle } of outcomes) {
    if (outcome !== 'skipped' || unreached === true) continue
    // The bodies of error responses differ from time to time.
    const key = obstacle === undefined ? reason : `${obstacle.operationId} ${obstacle.status}`
    const known = byObstacle.get(key)
    byObstacle.set(key, { reason: known?.reason ?? reason, times: (known?.times ?? 0) + 1 })
  }
  const many = [...byObstacle.values()].filter(({ times }) => times >= FEW).sort((a, b) => b.times - a.times)
  if (many.length === 0) return []
  return [
    '',
    'Skipped, mostly for these reasons (--explain all lists each):',
    ...many
      .slice(0, MAX_OBSTACLES)
      .map(({ reason, times }) => `  ${times} times: ${reason.slice(0, MAX_REASON)}`),
  ]
}

/** Operations down, kinds of checks across; each cell counts what passed, failed and was skipped. */
function matrix(run: RunInfo, outcomes: readonly TrialOutcome[], verbose: boolean): string {
  const columns = ['success', 'body', 'params', 'path', 'method', 'identity', 'relations', 'answers']
  const rows = run.operations.flatMap(({ operationId }) => {
    const own = outcomes.filter((one) => one.operationId === operationId)
    if (own.length === 0 || (!verbose && own.every((one) => one.outcome === 'passed'))) return []
    const cells = columns.map((column) => {
      const inside = own.filter((one) => columnOf(one) === column)
      return (['failed', 'skipped', 'passed'] as const)
        .map((kind) => ({ kind, count: inside.filter((one) => one.outcome === kind).length }))
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => `${MARKS[kind]}${count}`)
        .join(' ')
    })
    return [[operationId, ...cells]]
  })
  if (rows.length === 0) return `All checks of all ${run.operations.length} operations passed.`
  const table = [['operation', ...columns], ...rows]
  const widths = table[0]?.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0))) ?? []
  const lines = table.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n(+ passed, X failed, ? skipped${verbose ? '' : '; operations where all checks passed are left out'})`
}

const MAX_OPERATIONS = 6

/** Causes on the first screen. */
const MAX_CAUSES = 10

/** One paragraph a cause, with the sequence of its first finding. */
export function causes(
  findings: readonly ConformanceFinding[],
  {
    heading = (text) => text,
    most = findings.length,
  }: Pick<TerminalOptions, 'heading'> & { most?: number } = {},
): string[] {
  const byCause = new Map<string, ConformanceFinding[]>()
  for (const finding of findings) byCause.set(finding.cause, [...(byCause.get(finding.cause) ?? []), finding])
  return [...byCause.values()].slice(0, most).map((list, index) => {
    const [first] = list
    if (first === undefined) return ''
    const operations = [...new Set(list.map((one) => one.operationId ?? 'no documented operation'))]
    const more = operations.length > MAX_OPERATIONS ? ` and ${operations.length - MAX_OPERATIONS} more` : ''
    const flaky = first.repeated === false ? ' (did not come again when repeated: flaky)' : ''
    return [
      '',
      heading(
        `${index + 1}. ${first.rule}: ${foreignText(operations.slice(0, MAX_OPERATIONS).join(', '))}${more}${flaky}`,
      ),
      `   ${first.pointer === undefined ? '' : `${foreignText(first.pointer || 'the body')}: `}${shownMessage(first)}`,
      ...[assumptionText(first)].flatMap((text) => (text === undefined ? [] : [`   ${foreignText(text)}`])),
      ...(first.place === undefined ? [] : [`   ${placeText(first.place)}`]),
      `   ${[explainCommand(first.rule), `replay: --replay ${foreignText(first.id.includes(' ') ? `"${first.id}"` : first.id)}`].filter((part) => part !== undefined).join('   ')}`,
      ...foreignLines(first.curl)
        .split('\n')
        .map((line) => `     ${line}`),
    ].join('\n')
  })
}

export const placeText = (place: NonNullable<ConformanceFinding['place']>): string =>
  place.file === undefined
    ? `document: #${place.pointer}`
    : `${place.file}:${place.line ?? 1}:${place.column ?? 1}`

/** What became of each trial of a rule or an operation. */
function explanations(outcomes: readonly TrialOutcome[], about: string | undefined): string[] {
  return outcomes
    .filter(
      (one) => about !== undefined && (about === 'all' || one.rule === about || one.operationId === about),
    )
    .filter((one) => about !== 'all' || one.outcome === 'skipped')
    .map((one) => `${MARKS[one.outcome]} ${one.trial}${one.reason === undefined ? '' : `: ${one.reason}`}`)
}
