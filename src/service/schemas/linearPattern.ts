/**
 * Regular expressions that users give. They run on RE2, whose time grows linearly with the text, so that no
 * pattern can stop the process (docs/internals/decisions.md, "schemas from users").
 */
import { RE2JS } from 're2js'

/** Characters of a pattern. */
const MAX_PATTERN = 1000
/** Instructions of a compiled pattern, estimated from its counted repetitions; so many are made in about 20 ms. */
const MAX_PROGRAM_SIZE = 10_000
/** Instructions of a compiled pattern times characters of a text: about 50 ms at the worst. */
const MAX_WORK = 50_000_000

/** The pattern is not a regular expression, or needs more than linear time. */
export class UnacceptablePattern extends Error {
  override readonly name = 'UnacceptablePattern'
}

/** Validating a value would take longer than it may. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly'
}

export interface LinearPattern {
  /** As it was given. */
  source: string
  /** Instructions of the compiled pattern. */
  size: number
  /** @throws TooCostly when the text is too long for the pattern */
  test(text: string): boolean
  /** Maximum steps of `test`. */
  work(text: string): number
}

/**
 * @param source ECMAScript syntax without look-around and back-references, which have no linear time
 * @param flags any of `i`, `m` and `s`
 * @throws UnacceptablePattern whose message states the received and the expected value
 * @example linearPattern('^[a-z]+$').test('abc') // true
 */
export function linearPattern(source: string, flags = ''): LinearPattern {
  if (source.length > MAX_PATTERN) {
    throw new UnacceptablePattern(
      `is a pattern of ${source.length} characters; expected at most ${MAX_PATTERN}`,
    )
  }
  const expected = expandedSize(source)
  if (expected > MAX_PROGRAM_SIZE) {
    throw new UnacceptablePattern(
      `is a pattern that comes to ${expected} characters with its repetitions written out; expected at most ${MAX_PROGRAM_SIZE}`,
    )
  }
  const compiled = compile(source, flags)
  const size = compiled.programSize()
  const work = (text: string) => size * text.length
  return {
    source,
    size,
    work,
    test(text) {
      if (work(text) > MAX_WORK) {
        throw new TooCostly(`The text has ${text.length} characters, too many for the pattern ${source}.`)
      }
      return compiled.test(text)
    },
  }
}

/** Characters of a pattern with `a{3}` written as `aaa`: the engine makes it so, in time that grows with them. */
function expandedSize(source: string): number {
  const open: number[] = []
  let size = 0
  let atom = 0
  const tokens = /\\[pPxu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]?|\(\?[:<=!]?|\{(\d+),?(\d*)\}|./gs
  for (const [token, least = '', most = ''] of source.matchAll(tokens)) {
    if (token.startsWith('(')) {
      open.push(size)
      size += 1
    } else if (token === ')') {
      atom = size - (open.pop() ?? 0)
    } else if (least !== '') {
      const count = Math.max(Number(most || least), 1)
      size += atom * (count - 1)
      atom *= count
    } else {
      atom = 1
      size += 1
    }
  }
  return size
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
