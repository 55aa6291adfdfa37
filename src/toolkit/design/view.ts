/** The output of the loop: a screen that is drawn again on a terminal, else a line for each event. */
import { foreignText } from '../openapi/foreignText.ts'
import { type Paint, withoutColors, wrapped } from '../theme/terminalText.ts'
import type { LoopEvents, StepResult } from './events.ts'
import { CHECKING } from './staleness.ts'

/** Lines of one step in a log; the screen has room for fewer. */
const MAX_LINES = 50

export function plainView(print: (line: string) => void): LoopEvents {
  return {
    saved: (files) => print(`saved ${foreignText(files.join(', '))}`),
    step(result) {
      print(heading(result))
      for (const line of shortened(result.lines, MAX_LINES)) print(`  ${line}`)
    },
    stale(document, reason) {
      if (reason !== CHECKING) print(`stale${document && ` ${document}`}: ${reason}`)
    },
    fresh() {},
    settled: (milliseconds) => print(`settled in ${Math.round(milliseconds)} ms`),
  }
}

interface Screen {
  draw(lines: string[]): void
  size(): { columns: number; rows: number }
}

const ORDER: readonly StepResult['step'][] = ['lint', 'breaks', 'compile', 'bundle', 'docs', 'mock', 'code']

/** The state of everything on one screen: errors with their places, successes in one line each. */
/** @param paint colors of the terminal */
export function screenView(
  screen: Screen,
  head: readonly string[],
  paint: Paint = withoutColors,
): LoopEvents {
  const results = new Map<string, StepResult>()
  /** Why a result is of an earlier state, by its key. */
  const stale = new Map<string, string>()
  let last = 'starting'
  const draw = () => {
    const { columns, rows } = screen.size()
    const all = [...results.values()].sort((a, b) => ORDER.indexOf(a.step) - ORDER.indexOf(b.step))
    const old = all.filter((result) => stale.has(keyOf(result)))
    const bad = all.filter((result) => result.state === 'bad' && !old.includes(result))
    const good = all.filter((result) => result.state === 'good' && !old.includes(result))
    const top = [...head, '', last, '']
    const room = Math.max(3, Math.floor((rows - top.length - all.length - 2) / Math.max(1, bad.length)))
    const cut = (line: string) => cutTo(line, columns)
    const body = bad.flatMap((result) => [
      paint('red', cut(`✗ ${heading(result)}`)),
      ...errorLines(result.lines, { columns, room }),
    ])
    const marks = good.map((result) => paint('green', cut(`✓ ${heading(result)}`)))
    const staleLines = old.map((result) =>
      paint('dim', cut(`· ${heading(result)} · stale: ${stale.get(keyOf(result)) ?? ''}`)),
    )
    screen.draw([...top.map(cut), ...body, ...marks, ...staleLines].slice(0, rows - 1))
  }
  return {
    saved(files) {
      last = `saved ${foreignText(files.join(', '))}`
      draw()
    },
    step(result) {
      results.set(keyOf(result), result)
      stale.delete(keyOf(result))
      draw()
    },
    stale(document, reason) {
      for (const [key, result] of results) if (result.document === document) stale.set(key, reason)
      draw()
    },
    fresh(document) {
      for (const [key, result] of results) if (result.document === document) stale.delete(key)
      draw()
    },
    settled(milliseconds) {
      last = `${last.replace(/ · .*/, '')} · settled in ${Math.round(milliseconds)} ms`
      draw()
    },
  }
}

const keyOf = ({ step, document }: StepResult): string => `${step} ${document}`

const heading = ({ step, document, summary, milliseconds }: StepResult): string =>
  `${step}${document && ` ${document}`}: ${foreignText(summary)} (${Math.round(milliseconds)} ms)`

const cutTo = (line: string, columns: number): string =>
  line.length > columns ? `${line.slice(0, columns - 1)}…` : line

/** The errors of a step, wrapped to the screen, and how many found no room. */
function errorLines(
  lines: readonly string[],
  { columns, room }: { columns: number; room: number },
): string[] {
  const shown: string[] = []
  for (const [index, line] of lines.entries()) {
    const parts = wrapped(`    ${foreignText(line)}`, columns).map((part) => cutTo(part, columns))
    const isLast = index === lines.length - 1
    if (shown.length > 0 && shown.length + parts.length > (isLast ? room : room - 1))
      return [...shown, `    … and ${lines.length - index} more`]
    shown.push(...parts)
  }
  return shown
}

function shortened(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return lines.map(foreignText)
  return [...lines.slice(0, most - 1).map(foreignText), `… and ${lines.length - most + 1} more`]
}
