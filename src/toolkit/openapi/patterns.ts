/**
 * Regular expressions of schemas: translated to the Unicode mode that validators use (JSON Schema 2020-12, section 6.4),
 * and matched in time linear in the length of the string. V8's own engine would need minutes for `^(a+)+$`.
 */
import { RE2JS } from 're2js'

const SYNTAX = /[$()*+.?[\\\]^{|}/]/

/** The pattern in Unicode mode with the same meaning; or why ECMA-262 knows no such pattern. */
export function unicodePattern(text: string): string | { reason: string } {
  if (compiles(text, 'u') === true) return text
  const reason = compiles(text, '')
  if (reason !== true) return { reason }
  const foreign = /\\(?:\\|([A-Za-z]))/g
  for (const [, letter] of text.matchAll(foreign))
    if (letter !== undefined && !/[bBcdDfknpPrsStuvwWx]/.test(letter))
      return { reason: `\\${letter} means nothing` }
  const strict = strictly(text)
  const problem = compiles(strict, 'u')
  return problem === true ? strict : { reason: problem }
}

function compiles(text: string, flags: string): true | string {
  try {
    new RegExp(text, flags)
    return true
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: (\/.*\/\w*: )?/, '')
  }
}

/** Writes out what only the older mode lets pass: `\-` for a hyphen, `{` for a brace, `[\w-.]` for three choices. */
function strictly(text: string): string {
  let inClass = false
  return text.replace(
    /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\{\d+(?:,\d*)?\}|[\s\S]/gu,
    (part, at: number) => {
      if (part.length > 1 && part.startsWith('\\')) return escaped(part, inClass)
      if (part.length > 1) return inClass ? part : part
      if (inClass) {
        if (part === ']') inClass = false
        // Next to a class such as \w, a hyphen cannot start a range.
        const nextToClass = /\\[wWdDsS]$/.test(text.slice(0, at)) || /^\\[wWdDsS]/.test(text.slice(at + 1))
        return part === '-' && nextToClass ? '\\-' : part
      }
      if (part === '[') inClass = true
      return /[{}\]]/.test(part) ? `\\${part}` : part
    },
  )
}

function escaped(part: string, inClass: boolean): string {
  const letter = part.slice(1)
  if (letter.length > 1 || /[dDwWsSbBfnrtv0-9]/.test(letter) || SYNTAX.test(letter)) return part
  if (letter === '-') return inClass ? part : '-'
  return letter
}

export interface TextPattern {
  source: string
  /** Whether the pattern matches somewhere in the text. */
  test(text: string): boolean
  toString(): string
}

/** A pattern with counted repetitions written out; the engine stores it so. */
const MAX_SIZE = 10_000
/** Characters of a text on which V8's engine runs the patterns that a linear engine does not have. */
const MAX_BACKTRACKED_TEXT = 2_000

const MAX_KNOWN = 10_000
const known = new Map<string, TextPattern>()

/**
 * Compiles an ECMA-262 pattern in Unicode mode. Look-around and back-references cannot be matched in linear time: such a
 * pattern runs on V8's engine for short strings unless it has nested repetitions. Otherwise it matches everything.
 *
 * @throws SyntaxError if the pattern is not valid in ECMA-262
 * @example linearPattern('^[a-z]+$').test('abc') // true
 */
export function linearPattern(source: string): TextPattern {
  const before = known.get(source)
  if (before !== undefined) return before
  const native = new RegExp(source, 'u')
  const test = linearTest(source) ?? backtrackingTest(native)
  const pattern = { source, test, toString: () => String(native) }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(source, pattern)
  return pattern
}

/** For `code.regExp` of Ajv, which compiles every pattern with it. Standalone code calls `patternOf`. */
export const ajvPatternEngine = Object.assign((source: string) => linearPattern(source), {
  code: 'patternOf',
})

/**
 * Whether V8's own engine also matches the pattern in linear time. Such a pattern is anchored at the start and has at
 * most one repetition without a small bound, which is not nested.
 */
export function isLinearAnywhere(source: string): boolean {
  if (!source.startsWith('^') || /\\[1-9k]|\(\?[=!<]/.test(source) || hasNestedRepetition(source))
    return false
  const tokens = [...tokensOutsideClasses(source)]
  const repetitions = tokens.filter(isOpenRepetition)
  const ways = tokens.reduce((product, token) => product * waysOf(token), 1)
  return repetitions.length <= 1 && ways <= MAX_BACKTRACKED_TEXT && !hasOuterChoice(tokens)
}

function* tokensOutsideClasses(source: string): Generator<RegExpExecArray> {
  let inClass = false
  for (const match of source.matchAll(TOKENS)) {
    if (inClass) inClass = match[0] !== ']'
    else if (match[0] === '[') inClass = true
    else yield match
  }
}

const isOpenRepetition = ([token, least = '', most = '']: RegExpExecArray): boolean =>
  token === '*' || token === '+' || (least !== '' && most === '' && token.includes(','))

/** In how many ways a bounded part can match one text, at most. */
function waysOf([token, least = '', most = '']: RegExpExecArray): number {
  if (token === '|' || token === '?') return 2
  return most === '' ? 1 : Math.max(Number(most) - Number(least), 1)
}

/** Whether the pattern as a whole is a choice, so that `^` begins one of its parts only. */
function hasOuterChoice(tokens: readonly RegExpExecArray[]): boolean {
  let depth = 0
  return tokens.some(([token]) => {
    if (token.startsWith('(')) depth++
    else if (token === ')') depth--
    return token === '|' && depth === 0
  })
}

function linearTest(source: string): TextPattern['test'] | undefined {
  if (isLargePattern(source)) return () => true
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(withOwnClasses(source)))
    return (text) => compiled.test(text)
  } catch {
    return undefined
  }
}

function backtrackingTest(native: RegExp): TextPattern['test'] {
  if (hasNestedRepetition(native.source)) return () => true
  return (text) => text.length > MAX_BACKTRACKED_TEXT || native.test(text)
}

const TOKENS =
  /\\[pPxu]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\.|\(\?(?:[:=!]|<[=!]|<[^>]*>)?|\{(\d+),?(\d*)\}|[\s\S]/gu

const SPACE = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

/** `\s` and `.` as ECMA-262 has them: RE2's are narrower and wider. */
function withOwnClasses(source: string): string {
  let inClass = false
  return source.replace(TOKENS, (token) => {
    if (token === '[') inClass = true
    else if (token === ']') inClass = false
    if (token === '\\s') return inClass ? SPACE : `[${SPACE}]`
    if (token === '\\S' && !inClass) return `[^${SPACE}]`
    return token === '.' && !inClass ? String.raw`[^\n\r\x{2028}\x{2029}]` : token
  })
}

/** Whether a pattern is too large for an engine or a generator, with its repetitions written out. */
export const isLargePattern = (source: string): boolean => sizeOf(source) > MAX_SIZE

/** Characters of a pattern with `a{3}` written as `aaa`. */
function sizeOf(source: string): number {
  const open: number[] = []
  let size = 0
  let atom = 0
  let inClass = false
  for (const [token, least = '', most = ''] of source.matchAll(TOKENS)) {
    if (inClass) inClass = token !== ']'
    else if (token === '[') {
      inClass = true
      atom = 1
      size += 1
    } else if (token.startsWith('(')) open.push(size)
    else if (token === ')') atom = size - (open.pop() ?? 0)
    else if (least !== '') {
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

/** Whether a repeated group contains a repetition or a choice, as in `(a+)+` and `(a|a)*`. */
function hasNestedRepetition(source: string): boolean {
  const open: boolean[] = []
  let inside = false
  let closed = false
  let inClass = false
  for (const [token, least = ''] of source.matchAll(TOKENS)) {
    const isRepetition = !inClass && (token === '*' || token === '+' || least !== '')
    if (isRepetition && closed) return true
    if (isRepetition || (!inClass && token === '|')) inside = true
    closed = false
    if (inClass) inClass = token !== ']'
    else if (token === '[') inClass = true
    else if (token.startsWith('(')) {
      open.push(inside)
      inside = false
    } else if (token === ')') {
      closed = inside
      inside = (open.pop() ?? false) || inside
    }
  }
  return false
}
