/** The screen's view of results that are no longer valid. */
import { expect, test } from 'vitest'
import type { StepResult } from '../../../src/toolkit/design/events.ts'
import { plainView, screenView } from '../../../src/toolkit/design/view.ts'
import { paintOf, withoutColors } from '../../../src/toolkit/theme/terminalText.ts'

const result = (step: StepResult['step'], document: string, summary: string): StepResult => ({
  step,
  document,
  state: 'good',
  summary,
  lines: [],
  milliseconds: 1,
})

function onScreen(paint = withoutColors) {
  let drawn: string[] = []
  const screen = {
    draw(lines: string[]) {
      drawn = lines
    },
    size: () => ({ columns: 120, rows: 40 }),
  }
  return {
    view: screenView(screen, [], paint),
    ticks: () => drawn.filter((line) => line.startsWith('✓')),
    lines: () => drawn,
  }
}

test('a result loses its tick until the step reports again', () => {
  const { view, ticks, lines } = onScreen()
  view.step(result('docs', 'v1', 'shown'))
  view.step(result('compile', '', 'clean'))
  expect(ticks()).toHaveLength(2)
  view.saved(['a.yaml'])
  view.stale('v1', 'being checked')
  expect(ticks()).toEqual(['✓ compile: clean (1 ms)'])
  view.stale('v1', 'the document cannot be read since 09:30:00')
  view.stale('', 'the document cannot be read since 09:30:00')
  expect(ticks()).toEqual([])
  const stale = lines().filter((line) => line.includes('stale: the document cannot be read since 09:30:00'))
  expect(stale).toHaveLength(2)
  view.step(result('docs', 'v1', 'shown'))
  view.fresh('')
  expect(ticks()).toHaveLength(2)
})

test('text of documents writes no line and no escape sequence', () => {
  const { view, lines } = onScreen()
  const printed: string[] = []
  for (const one of [view, plainView((line) => void printed.push(line))]) {
    one.saved(['a\n::error::b.yaml'])
    one.step({
      ...result('lint', 'v1', '\u001b[2Jclean'),
      state: 'bad',
      lines: ['\u001b]0;title\u0007', '::error::forged'],
    })
  }
  const all = [...printed, ...lines()]
  expect(all.join('')).not.toContain('\u001b')
  expect(all.filter((line) => /^\s*::|\n/.test(line))).toEqual([])
})

test('errors are red and wrapped to the screen, results of an earlier state are dim', () => {
  const { view, lines } = onScreen(paintOf(true))
  const long = `openapi.yaml:12:3 ${'a property that nothing declares '.repeat(8)}end`
  view.step({ ...result('lint', 'v1', '1 problem'), state: 'bad', lines: [long] })
  view.step(result('docs', 'v1', 'shown'))
  expect(lines()).toContain('\u001b[31m✗ lint v1: 1 problem (1 ms)\u001b[39m')
  expect(lines()).toContain('\u001b[32m✓ docs v1: shown (1 ms)\u001b[39m')
  const wrapped = lines().filter((line) => line.startsWith('    '))
  expect(wrapped.length).toBeGreaterThan(1)
  for (const line of wrapped) expect(line.length).toBeLessThanOrEqual(120)
  expect(wrapped.map((line) => line.trim()).join(' ')).toBe(long)
  view.stale('v1', 'being checked')
  const stale = lines().filter((line) => line.includes('stale: being checked'))
  expect(stale).toHaveLength(2)
  for (const line of stale)
    expect([line.startsWith('\u001b[2m'), line.endsWith('\u001b[22m')]).toEqual([true, true])
})
