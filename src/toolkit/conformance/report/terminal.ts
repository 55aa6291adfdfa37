/** The report for people at a terminal: a progress line, the matrix, findings by cause. */

import { foreignLines, foreignText } from '../../openapi/foreignText.ts'
import { plural } from '../../openapi/plural.ts'
import { type Paint, withoutColors, wrapped } from '../../theme/terminalText.ts'
import type {
  CheckOutcome,
  ConformanceFinding,
  RunEvent,
  RunInfo,
  RunSummary,
  Subscriber,
  WriteCount,
} from '../engine/events.ts'
import { skipGroup } from '../messages/skips.ts'
import { assumptionText } from './assumption.ts'
import { endText, inferenceLines, learnedText } from './ending.ts'
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
  /** Colors of the terminal. Default: none. */
  paint?: Paint
  /** Columns of the terminal; lines of prose break there. Default: they do not. */
  width?: number | undefined
  /** The rule or operation for which to print all outcomes, with the reasons of skipped checks. */
  explain?: string | undefined
}

const MARKS = { passed: '+', failed: 'X', skipped: '?' } as const

/** Where a constraint goes in the matrix. */
const columnOf = ({ constraint, rule }: CheckOutcome): string => {
  if (constraint.startsWith('body')) return 'body'
  if (/^(query|header)\./.test(constraint)) return 'params'
  if (constraint.startsWith('path.')) return 'path'
  if (constraint.startsWith('identity')) return 'identity'
  if (constraint.startsWith('method')) return 'method'
  if (constraint === 'responses') return 'responses'
  return rule === 'valid-request-succeeds' ? 'success' : 'relations'
}

export function terminalReport(screen: Screen, options: TerminalOptions): Subscriber {
  const note = (line: string) => (options.quiet ? undefined : screen.print(line))
  let run: RunInfo | undefined
  let done = 0
  const outcomes: CheckOutcome[] = []
  const findings: ConformanceFinding[] = []
  const noun = () => (run?.recorded === true ? 'exchanges' : 'checks')
  const progress = (last: boolean) => {
    const failed = outcomes.filter((one) => one.outcome === 'failed').length
    const more = last ? '' : `, ${failed} failed`
    screen.progress?.(`${done} of ${run?.checks ?? '?'} ${noun()}${more}`, last)
  }
  return (reported: RunEvent) => {
    const event = foreignEvent(reported)
    switch (event.type) {
      case 'run-started':
        run = event.run
        note(
          `${run.title}: ${plural(run.operations.length, 'operation')}, ${plural(run.checks, 'check')}, seed ${run.seed}, ${run.target}`,
        )
        break
      case 'note':
        for (const line of wrapped(`note: ${event.text}`, options.width)) note(line)
        break
      case 'outcome':
        outcomes.push(event.outcome)
        // The total is that of the checks that send requests; checks of all responses are not among them.
        if (event.outcome.ofResponses === true || event.outcome.unreached === true) break
        done++
        if (done % 25 === 0) progress(false)
        break
      case 'exchange':
        if (run?.recorded === true) done++
        break
      case 'finding':
        findings.push(event.finding)
        break
      case 'run-finished':
        progress(true)
        if (run !== undefined) note(matrix(run, outcomes, options))
        for (const line of foundLines(outcomes, findings, event.summary, options)) screen.print(line)
        for (const line of [...obstacles(outcomes), ...reachLines(event.summary, options.verbose)])
          for (const part of wrapped(line, options.width)) note(part)
        for (const { text, isNote } of endLines(event.summary, findings.length, options))
          (isNote ? note : screen.print)(text)
        break
    }
  }
}

/** Lines about the run as a whole, the totals last. */
function endLines(
  summary: RunSummary,
  found: number,
  { paint = withoutColors, width }: TerminalOptions,
): { text: string; isNote?: boolean }[] {
  const { coverage, left } = summary
  const writing = writesText(summary.writes)
  const learned = learnedText(summary)
  const more = left.length > MAX_LEFT ? ` and ${left.length - MAX_LEFT} more` : ''
  const findings =
    found === 0
      ? 'no findings'
      : `${plural(found, 'finding')} of ${plural(summary.causes.length, 'cause')}${kindsText(summary.causes)}`
  const lines = (text: string, isNote = false) => wrapped(text, width).map((part) => ({ text: part, isNote }))
  const [first = '', ...others] = wrapped(
    `${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped; ${findings}. ` +
      `${coverage.covered} of ${coverage.documented} documented operation × status pairs covered (${coverage.percent} %), ${plural(summary.requests, 'request')} in ${(summary.milliseconds / 1000).toFixed(1)} s.`,
    width,
  )
  return [
    ...inferenceLines(summary.inferences).flatMap((line) => lines(line, true)),
    ...(learned === undefined ? [] : lines(learned, true)),
    ...(writing === undefined ? [] : lines(writing, true)),
    ...(left.length === 0
      ? []
      : lines(
          `Left on the target: ${left.slice(0, MAX_LEFT).map(pathText).join(', ')}${more}. No operation deletes them, or their deletion was rejected.`,
        )),
    ...(summary.endedEarly === undefined
      ? []
      : lines(`This report is partial: ${endText(summary.endedEarly)}. ${depthOf(summary)}`)),
    { text: paint('bold', paint(summary.failed > 0 ? 'red' : 'green', first)) },
    ...others.map((text) => ({ text })),
  ]
}

/** Resources left on the target that are named. */
const MAX_LEFT = 5
/** Characters of a path. Boundary values make names of thousands of characters. */
const MAX_PATH = 100

const pathText = (path: string): string =>
  path.length <= MAX_PATH
    ? path
    : `${path.slice(0, MAX_PATH)}… (${path.length.toLocaleString('en')} characters)`

/** The results for `--explain`, and the findings. */
function foundLines(
  outcomes: readonly CheckOutcome[],
  findings: readonly ConformanceFinding[],
  summary: RunSummary,
  options: TerminalOptions,
): string[] {
  const most = options.verbose ? findings.length : MAX_CAUSES
  return [
    ...explanations(outcomes, options.explain),
    ...causes(findings, { ...options, most }),
    ...furtherCauses(summary.causes, most),
  ]
}

/** How far a run came that was cut off. */
export const depthOf = ({ reached }: RunSummary): string =>
  `${reached.operations} of ${reached.ofOperations} operations returned a documented success; ${reached.checks} of ${reached.ofChecks} checks were run, ${reached.ofChecks - reached.checks} are left.`

/** All writes in one sentence; the reports in JSON and HTML list them by method and path. */
function writesText(writes: readonly WriteCount[]): string | undefined {
  const sum = (name: 'created' | 'changed' | 'deleted' | 'rejected' | 'stopped') =>
    writes.reduce((total, one) => total + one[name], 0)
  if (writes.length === 0) return undefined
  const stopped = sum('stopped')
  const not =
    stopped === 0
      ? ''
      : ` ${plural(stopped, 'write')} to existing data ${stopped === 1 ? 'was' : 'were'} not sent; --allow-existing-data sends them.`
  return `Writes: ${sum('created')} created, ${sum('changed')} changed, ${sum('deleted')} deleted, ${sum('rejected')} rejected.${not}`
}

const FEW = 5
const MAX_OBSTACLES = 3
const MAX_REASON = 240

/** Reasons that prevented many checks: if a creation is rejected, all checks that need such an item are skipped. */
function obstacles(outcomes: readonly CheckOutcome[]): string[] {
  const byObstacle = new Map<string, { reason: string; times: number }>()
  for (const { outcome, unreached, reason = '', skip, obstacle } of outcomes) {
    if (outcome !== 'skipped' || unreached === true) continue
    // The bodies of error responses differ from time to time.
    const cause = skip === undefined ? reason : skipGroup(skip)
    const key = obstacle === undefined ? cause : `${obstacle.operationId} ${obstacle.status}`
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

function allPassed({ operations }: RunInfo, outcomes: readonly CheckOutcome[]): string {
  const { length: all } = operations
  if (all === 1) return 'All checks of the operation passed.'
  const checked = operations.filter((one) => outcomes.some((it) => it.operationId === one.operationId)).length
  const words = checked === all ? `all ${all} operations` : `${checked} of ${plural(all, 'operation')}`
  return `All checks of ${words} passed.`
}

/** Operations down, kinds of checks across; each cell counts what passed, failed and was skipped. */
function matrix(
  run: RunInfo,
  outcomes: readonly CheckOutcome[],
  { verbose, paint = withoutColors }: TerminalOptions,
): string {
  const columns = ['success', 'body', 'params', 'path', 'method', 'identity', 'relations', 'responses']
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
  if (rows.length === 0) return allPassed(run, outcomes)
  const table = [['operation', ...columns], ...rows]
  const widths = table[0]?.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0))) ?? []
  const lines = table.map((row, rowIndex) => {
    const line = row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
    return rowIndex === 0 ? paint('dim', line) : line.replace(/\bX\d+/g, (failed) => paint('red', failed))
  })
  return `${lines.join('\n')}\n(+ passed, X failed, ? skipped${verbose ? '' : '; operations where all checks passed are left out'})`
}

const MAX_OPERATIONS = 6

/** Causes on the first screen. */
const MAX_CAUSES = 10

/** Causes whose requests are shown; `--replay` shows those of the others. */
const MAX_CURL = 3

interface CauseOptions extends Partial<Pick<TerminalOptions, 'paint' | 'width' | 'verbose'>> {
  most?: number
}

/** One paragraph per cause; the first ones have the sequence of their first finding. */
export function causes(findings: readonly ConformanceFinding[], options: CauseOptions = {}): string[] {
  const { most = findings.length, verbose = false } = options
  const byCause = new Map<string, ConformanceFinding[]>()
  for (const finding of findings) byCause.set(finding.cause, [...(byCause.get(finding.cause) ?? []), finding])
  return [...byCause.values()]
    .slice(0, most)
    .map((list, index) => causeText(list, index, { ...options, verbose: verbose || index < MAX_CURL }))
}

function causeText(
  list: readonly ConformanceFinding[],
  index: number,
  { paint = withoutColors, width, verbose }: CauseOptions,
): string {
  const [first] = list
  if (first === undefined) return ''
  const operations = [...new Set(list.map((one) => one.operationId ?? 'no documented operation'))]
  const more = operations.length > MAX_OPERATIONS ? ` and ${operations.length - MAX_OPERATIONS} more` : ''
  const flaky = first.repeated === false ? ' (did not come again when repeated: flaky)' : ''
  const color = first.kind === 'document-gap' ? 'yellow' : 'red'
  const heading = `${index + 1}. ${first.rule}: ${foreignText(operations.slice(0, MAX_OPERATIONS).join(', '))}${more}${flaky}`
  const message = `   ${first.pointer === undefined ? '' : `${foreignText(first.pointer || 'the body')}: `}${shownMessage(first)}`
  const assumption = assumptionText(first)
  const replay = `replay: --replay ${foreignText(first.id.includes(' ') ? `"${first.id}"` : first.id)}`
  const curl = verbose === true ? foreignLines(first.curl).split('\n') : []
  return [
    '',
    ...wrapped(heading, width).map((line) => paint('bold', paint(color, line))),
    ...wrapped(message, width),
    ...(assumption === undefined ? [] : wrapped(`   ${foreignText(assumption)}`, width)),
    ...(first.place === undefined ? [] : [paint('dim', `   ${placeText(first.place)}`)]),
    paint(
      'dim',
      `   ${[explainCommand(first.rule), replay].filter((part) => part !== undefined).join('   ')}`,
    ),
    // Never broken, so that they can be pasted.
    ...curl.map((line) => paint('dim', `     ${line}`)),
  ].join('\n')
}

export const placeText = (place: NonNullable<ConformanceFinding['place']>): string =>
  place.file === undefined
    ? `document: #${place.pointer}`
    : `${place.file}:${place.line ?? 1}:${place.column ?? 1}`

/** The outcome of each check of a rule or an operation. */
function explanations(outcomes: readonly CheckOutcome[], about: string | undefined): string[] {
  return outcomes
    .filter(
      (one) => about !== undefined && (about === 'all' || one.rule === about || one.operationId === about),
    )
    .filter((one) => about !== 'all' || one.outcome === 'skipped')
    .map((one) => `${MARKS[one.outcome]} ${one.check}${one.reason === undefined ? '' : `: ${one.reason}`}`)
}
