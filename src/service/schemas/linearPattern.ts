/**
 * Regular expressions that users give. They run on RE2, whose time grows linearly with the text, so that no
 * pattern can stop the process (docs/decisions.md, "schemas from users").
 */
import { RE2JS } from 're2js'

/** Characters of a pattern. */
const LONGEST_PATTERN = 1000
/** Instructions of a compiled pattern times characters of a text: about 50 ms at the worst. */
const MOST_WORK = 50_000_000

/** The pattern is no regular expression, or needs what takes more than linear time. */
export class UnacceptablePattern extends Error {
  override readonly name = 'UnacceptablePattern'
}

/** Judging a value would take longer than it may. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly'
}

export interface LinearPattern {
  /** As it was given. */
  source: string
  /** @throws TooCostly when the text is too long for the pattern */
  test(text: string): boolean
  /** Steps that `test` may take at the most. */
  work(text: string): number
}

/**
 * @param source ECMAScript syntax without look-around and back-references, which have no linear time
 * @param flags any of `i`, `m` and `s`
 * @throws UnacceptablePattern whose message says what was received and what was expected
 * @example linearPattern('^[a-z]+$').test('abc') // true
 */
export function linearPattern(source: string, flags = ''): LinearPattern {
  if (source.length > LONGEST_PATTERN) {
    throw new UnacceptablePattern(
      `is a pattern of ${source.length} characters; expected at most ${LONGEST_PATTERN}`,
    )
  }
  const compiled = compile(source, flags)
  const size = compiled.programSize()
  const work = (text: string) => size * text.length
  return {
    source,
    work,
    test(text) {
      if (work(text) > MOST_WORK) {
        throw new TooCostly(`The text has ${text.length} characters, too many for the pattern ${source}.`)
      }
      return compiled.test(text)
    },
  }
}

function compile(source: string, flags: string): RE2JS {
  let bits = 0
  for (const flag of flags) {
    const bit = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL }[flag]
    if (bit === undefined) throw new UnacceptablePattern(`has the flag "${flag}"; expected i, m or s`)
    bits |= bit
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), bits)
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '')
    throw new UnacceptablePattern(
      `is the pattern ${JSON.stringify(source.slice(0, 100))} (${reason}); expected a regular expression without look-around and back-references`,
    )
  }
}
