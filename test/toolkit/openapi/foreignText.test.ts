import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foreignLines, foreignText } from '../../../src/toolkit/openapi/foreignText.ts'
import { COMMAND, foreignStrings, RAW_CONTROL } from '../../foreignStrings.ts'

describe('foreign text', () => {
  const written: [string, string, string][] = [
    ['a line break', 'a\nb\r\nc', 'a\\nb\\r\\nc'],
    ['an escape sequence', '\u001b[2J\u009b1m\u007f', '\\u001b[2J\\u009b1m\\u007f'],
    ['controls of the writing direction', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
    ['separators of lines', 'a\u2028b\u2029c\u0085', 'a\\u2028b\\u2029c\\u0085'],
    ['a workflow command of GitHub', '  ::error file=a::b', '  \\u003a:error file=a::b'],
    ['a workflow command of Azure', 'x ##vso[task.x]y', 'x #\\u0023vso[task.x]y'],
    ['a workflow command of TeamCity', '##teamcity[x]', '\\u0023#teamcity[x]'],
    ['what is harmless', 'Größe 3 :: 4 # ## 漢字 👩‍👩‍👧 C:\\n', 'Größe 3 :: 4 # ## 漢字 👩‍👩‍👧 C:\\n'],
  ]
  it.each(written)('escapes %s', (_, given, want) => {
    expect(foreignText(given)).toBe(want)
  })

  it('keeps the lines of a text, and no line begins a command', () => {
    expect(foreignLines('a\r\n::error::b\n\u001b[1m')).toBe('a\n\\u003a:error::b\n\\u001b[1m')
  })

  it('is safe for every text, and changes nothing the second time', () => {
    fc.assert(
      fc.property(foreignStrings, (text) => {
        const line = foreignText(text)
        expect(line).not.toMatch(RAW_CONTROL)
        expect(line).not.toMatch(COMMAND)
        expect(foreignText(line)).toBe(line)
        for (const one of foreignLines(text).split('\n')) {
          expect(one).not.toMatch(RAW_CONTROL)
          expect(one).not.toMatch(COMMAND)
        }
      }),
      { numRuns: 2000, seed: 26 },
    )
  })
})
