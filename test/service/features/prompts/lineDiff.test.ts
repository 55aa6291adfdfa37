import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DiffLine } from '../../../../generated/openapi.v1.ts'
import { lineDiff } from '../../../../src/service/features/prompts/model/lineDiff.ts'

const sign = { equal: ' ', delete: '-', insert: '+' }
const short = (edits: DiffLine[]) => edits.map(({ op, text }) => sign[op] + text)

const cases: [name: string, { given: [string, string]; want: string[] }][] = [
  ['equal texts', { given: ['a\nb', 'a\nb'], want: [' a', ' b'] }],
  ['a changed line', { given: ['a\nb\nc', 'a\nx\nc'], want: [' a', '-b', '+x', ' c'] }],
  ['an added line', { given: ['a\nc', 'a\nb\nc'], want: [' a', '+b', ' c'] }],
  ['a removed line', { given: ['a\nb\nc', 'a\nc'], want: [' a', '-b', ' c'] }],
  ['nothing in common', { given: ['a\nb', 'c\nd'], want: ['-a', '-b', '+c', '+d'] }],
  ['a line end added at the end', { given: ['a', 'a\n'], want: [' a', '+'] }],
  ['another kind of line end', { given: ['a\r\nb', 'a\nb'], want: ['-a\r', '+a', ' b'] }],
  [
    'the example of the paper',
    {
      given: ['A\nB\nC\nA\nB\nB\nA', 'C\nB\nA\nB\nA\nC'],
      want: ['-A', '-B', ' C', '+B', ' A', ' B', '-B', ' A', '+C'],
    },
  ],
]
test.each(cases)('%s', (_, { given, want }) => {
  expect(short(lineDiff(...given))).toEqual(want)
})

describe('of any two texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12, minLength: 1 })
    .map((l) => l.join('\n'))
  const side = (edits: DiffLine[], op: DiffLine['op']) =>
    edits
      .filter((edit) => edit.op === 'equal' || edit.op === op)
      .map((edit) => edit.text)
      .join('\n')

  test('the edits give back both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = lineDiff(before, after)
        expect(side(edits, 'delete')).toBe(before)
        expect(side(edits, 'insert')).toBe(after)
      }),
      { numRuns: 1000 },
    )
  })

  /** Length of the longest common subsequence, by the textbook table. */
  const common = (a: string[], b: string[]): number => {
    let row = new Array<number>(b.length + 1).fill(0)
    for (const line of a) {
      const next = [0]
      b.forEach((other, j) => {
        next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
      })
      row = next
    }
    return row[b.length] ?? 0
  }

  test('no script is shorter', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stored = lineDiff(before, after).filter((edit) => edit.op === 'equal').length
        expect(stored).toBe(common(before.split('\n'), after.split('\n')))
      }),
      { numRuns: 1000 },
    )
  })
})

test('two texts of 50 000 lines with nothing in common are told apart without a search through all pairs', () => {
  const lines = (word: string) => Array.from({ length: 50_000 }, (_, i) => `${word}${i}`).join('\n')
  const before = process.cpuUsage()
  const edits = lineDiff(`same\n${lines('a')}\nend`, `same\n${lines('b')}\nend`)
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000) // microseconds
  expect(edits).toHaveLength(100_002)
  expect(edits.slice(0, 2)).toEqual([
    { op: 'equal', text: 'same' },
    { op: 'delete', text: 'a0' },
  ])
})
