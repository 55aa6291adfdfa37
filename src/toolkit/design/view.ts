/** What the loop shows: a screen that is drawn again on a terminal, else a line for each thing as it comes. */
import type { LoopEvents, StepResult } from './loop.ts'

/** Lines of one step in a log; the screen has room for fewer. */
const MOST_LINES = 50

export function plainView(print: (line: string) => void): LoopEvents {
  return {
    saved: (files) => print(`saved ${files.join(', ')}`),
    step(result) {
      print(heading(result))
      for (const line of shortened(result.lines, MOST_LINES)) print(`  ${line}`)
    },
    settled: (milliseconds) => print(`settled in ${Math.round(milliseconds)} ms`),
  }
}

interface Screen {
  draw(lines: string[]): void
  size(): { columns: number; rows: number }
}

const ORDER: readonly StepResult['step'][] = ['lint', 'breaks', 'compile', 'bundle', 'docs', 'mock', 'code']

/** The state of everything on one screen: what is to be mended with its places, what is well in one line each. */
export function screenView(screen: Screen, head: readonly string[]): LoopEvents {
  const results = new Map<string, StepResult>()
  let last = 'starting'
  const draw = () => {
    const { columns, rows } = screen.size()
    const all = [...results.values()].sort((a, b) => ORDER.indexOf(a.step) - ORDER.indexOf(b.step))
    const bad = all.filter(({ state }) => state === 'bad')
    const good = all.filter(({ state }) => state === 'good')
    const top = [...head, '', last, '']
    const room = Math.max(3, Math.floor((rows - top.length - all.length - 2) / Math.max(1, bad.length)))
    const body = bad.flatMap((result) => [
      `✗ ${heading(result)}`,
      ...shortened(result.lines, room).map((line) => `    ${line}`),
    ])
    const lines = [...top, ...body, ...good.map((result) => `✓ ${heading(result)}`)]
    screen.draw(
      lines
        .slice(0, rows - 1)
        .map((line) => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line)),
    )
  }
  return {
    saved(files) {
      last = `saved ${files.join(', ')}`
      draw()
    },
    step(result) {
      results.set(`${result.step} ${result.document}`, result)
      draw()
    },
    settled(milliseconds) {
      last = `${last.replace(/ · .*/, '')} · settled in ${Math.round(milliseconds)} ms`
      draw()
    },
  }
}

const heading = ({ step, document, summary, milliseconds }: StepResult): string =>
  `${step}${document && ` ${document}`}: ${summary} (${Math.round(milliseconds)} ms)`

function shortened(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines]
  return [...lines.slice(0, most - 1), `… and ${lines.length - most + 1} more`]
}
