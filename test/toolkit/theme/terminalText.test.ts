/** Text for terminals: where lines break, and when colors are written. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paintOf, wrapped } from '../../../src/toolkit/theme/terminalText.ts'

test.each([
  ['short enough', 'a short line', 60, ['a short line']],
  ['without a width', `${'word '.repeat(40)}end`, undefined, [`${'word '.repeat(40)}end`]],
  [
    'with an indent',
    '  received the status 500 for a body that is not JSON',
    40,
    ['  received the status 500 for a body', '    that is not JSON'],
  ],
  [
    'with colors, which take no column',
    `  1:1 ${paintOf(true)('red', 'error')} the path is not of this document`,
    50,
    [`  1:1 ${paintOf(true)('red', 'error')} the path is not of this document`],
  ],
  ['with a long word', `at ${'x'.repeat(50)} here`, 40, ['at', `  ${'x'.repeat(50)}`, '  here']],
])('breaks lines between words: %s', (_, line, width, expected) => {
  expect(wrapped(line, width)).toEqual(expected)
})

test('loses no word and breaks none, in no line longer than the terminal', () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 60 }).map((word) => word.replaceAll(' ', '_')))
  fc.assert(
    fc.property(words, fc.nat(6), fc.integer({ min: 40, max: 120 }), (list, indent, width) => {
      const lines = wrapped(' '.repeat(indent) + list.join(' '), width)
      expect(lines.flatMap((line) => line.trim().split(' ')).join(' ')).toBe(list.join(' '))
      for (const line of lines) if (line.trim().includes(' ')) expect(line.length).toBeLessThanOrEqual(width)
    }),
    { seed: 31 },
  )
})

test('writes colors only where they are shown', () => {
  expect(paintOf(true)('bold', 'x')).toBe('\u001b[1mx\u001b[22m')
  expect(paintOf(false)('bold', 'x')).toBe('x')
})
