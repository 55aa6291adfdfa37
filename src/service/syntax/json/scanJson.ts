/**
 * The one-pass check behind `parseJson`: the grammar of RFC 8259, and what JSON.parse would let through.
 * It builds nothing but the keys, which it needs to find duplicates.
 */

import { Fault, fieldOf, hex4, type JsonFault, quote, shorten } from './jsonFault.ts'

const MAX_DEPTH = 64
/** Values in one body: what reads and writes them blocks the event loop for 25 ms at most. */
const MAX_VALUES = 250_000

/** @returns the first fault of `text`, or undefined when JSON.parse may have it. */
export function scanJson(text: string): JsonFault | undefined {
  const scanner = new Scanner(text)
  try {
    scanner.document()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return { field: fieldOf(scanner.path), issue: error.message, at: error.at }
    throw error
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const COLON = 0x3a
const LOWER_U = 0x75

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

class Scanner {
  readonly text: string
  readonly length: number
  at = 0
  values = 0
  /** Keys and indexes from the root to the value under way. */
  readonly path: (string | number)[] = []

  constructor(text: string) {
    this.text = text
    this.length = text.length
  }

  document(): void {
    this.value(this.blank())
    if (!Number.isNaN(this.blank())) this.unexpected('the end of the body')
  }

  /** Moves to the next character that is not white space; returns its code, NaN at the end. */
  blank(): number {
    const { text } = this
    let at = this.at
    let code = text.charCodeAt(at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at)
    this.at = at
    return code
  }

  value(code: number): void {
    if (++this.values > MAX_VALUES) this.fail(`received more than ${MAX_VALUES} values in one body`, this.at)
    switch (code) {
      case QUOTE:
        this.string()
        return
      case 0x7b:
        this.object()
        return
      case 0x5b:
        this.array()
        return
      case 0x74:
        this.word('true')
        return
      case 0x66:
        this.word('false')
        return
      case 0x6e:
        this.word('null')
        return
      default:
        if (code === MINUS || isDigit(code)) this.number(code)
        else this.unexpected('a JSON value')
    }
  }

  enter(): void {
    if (this.path.length >= MAX_DEPTH) {
      this.fail(`received nesting deeper than ${MAX_DEPTH} levels`, this.at)
    }
    this.at++
  }

  object(): void {
    this.enter()
    const { path } = this
    const level = path.length
    let code = this.blank()
    if (code === 0x7d) {
      this.at++
      return
    }
    const keys: string[] = []
    let known: Set<string> | undefined
    for (;;) {
      if (code !== QUOTE) this.unexpected('a key in double quotes')
      const start = this.at
      const key = this.key()
      // Few keys are compared one by one; from 16 on a set retains a body of many keys linear.
      if (known ? known.has(key) : keys.includes(key)) {
        path[level] = key
        this.fail(`received the key ${quote(key)} twice in one object`, start)
      }
      if (key === '__proto__') {
        path[level] = key
        this.fail('received the key "__proto__", which is not allowed', start)
      }
      if (known) known.add(key)
      else if (keys.push(key) === 16) known = new Set(keys)
      path[level] = key
      if (this.blank() !== COLON) this.unexpected('":"')
      this.at++
      this.value(this.blank())
      path.length = level
      code = this.blank()
      this.at++
      if (code === 0x7d) return
      if (code !== COMMA) {
        this.at--
        this.unexpected('"," or "}"')
      }
      code = this.blank()
    }
  }

  array(): void {
    this.enter()
    const { path } = this
    const level = path.length
    let code = this.blank()
    if (code === 0x5d) {
      this.at++
      return
    }
    for (let index = 0; ; index++) {
      path[level] = index
      this.value(code)
      path.length = level
      code = this.blank()
      this.at++
      if (code === 0x5d) return
      if (code !== COMMA) {
        this.at--
        this.unexpected('"," or "]"')
      }
      code = this.blank()
    }
  }

  /** Reads a key and returns it unescaped: "\u0061" and "a" are the same key. */
  key(): string {
    const start = this.at
    const escaped = this.string()
    return escaped ? JSON.parse(this.text.slice(start, this.at)) : this.text.slice(start + 1, this.at - 1)
  }

  /** Moves past a string; returns whether it contains an escape. */
  string(): boolean {
    const { text, length } = this
    const start = this.at
    let escaped = false
    let at = start + 1
    while (at < length) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        this.at = at + 1
        return escaped
      }
      if (code === BACKSLASH) {
        escaped = true
        at = this.escape(at)
      } else if (code < 0x20) {
        this.fail(`received the control character U+${hex4(code)} unescaped in a string`, at)
      } else {
        at++
      }
    }
    this.fail('received a string without its closing quote', start)
  }

  /** Checks the escape at `at`; returns the index after it. */
  escape(at: number): number {
    const code = this.text.charCodeAt(at + 1)
    if (code !== LOWER_U) {
      if ('"\\/bfnrt'.includes(this.text.charAt(at + 1)) && !Number.isNaN(code)) return at + 2
      this.fail('received a backslash that begins no JSON escape', at)
    }
    const unit = this.unit(at)
    if (unit === 0) this.fail('received the character NUL (\\u0000), which is not allowed', at)
    if (unit < 0xd800 || unit > 0xdfff) return at + 6
    // The text was decoded from valid UTF-8, so that half of a pair can only come as an escape.
    const paired = unit < 0xdc00 && this.text.startsWith('\\u', at + 6)
    const second = paired ? this.unit(at + 6) : 0
    if (second >= 0xdc00 && second <= 0xdfff) return at + 12
    this.fail(
      `received half of a surrogate pair (\\u${hex4(unit).toLowerCase()}), which is not a character`,
      at,
    )
  }

  unit(at: number): number {
    const digits = this.text.slice(at + 2, at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('received \\u without four hexadecimal digits', at)
    return Number.parseInt(digits, 16)
  }

  number(first: number): void {
    const { text } = this
    const start = this.at
    let at = first === MINUS ? start + 1 : start
    let code = text.charCodeAt(at)
    if (code === ZERO) code = text.charCodeAt(++at)
    else at = this.digits(at)
    code = text.charCodeAt(at)
    let whole = true
    if (code === DOT) {
      whole = false
      at = this.digits(at + 1)
      code = text.charCodeAt(at)
    }
    if (code === 0x65 || code === 0x45) {
      whole = false
      code = text.charCodeAt(++at)
      if (code === 0x2b || code === MINUS) at++
      at = this.digits(at)
    }
    this.at = at
    // Up to 15 digits without a point are always exact: most numbers are never converted here.
    if (whole && at - start <= 15) return
    const issue = numberFault(text.slice(start, at), whole)
    if (issue !== undefined) this.fail(issue, start)
  }

  digits(at: number): number {
    const start = at
    while (isDigit(this.text.charCodeAt(at))) at++
    if (at === start) {
      this.at = at
      this.unexpected('a digit')
    }
    return at
  }

  word(word: string): void {
    if (!this.text.startsWith(word, this.at)) this.unexpected('a JSON value')
    this.at += word.length
  }

  unexpected(expected: string): never {
    const found = this.text.codePointAt(this.at)
    const received = found === undefined ? 'the end of the body' : quote(String.fromCodePoint(found))
    this.fail(`received ${received}; expected ${expected}`, this.at)
  }

  fail(issue: string, at: number): never {
    throw new Fault(issue, at)
  }
}

/**
 * Why a number that is valid JSON is not accepted: it would not come back as it was sent.
 *
 * JSON.stringify writes whole numbers below 1e21 without an exponent, so that 1e20 would return as an integer
 * beyond 2^53: it is rejected like one.
 * @param whole no fraction and no exponent
 */
function numberFault(digits: string, whole: boolean): string | undefined {
  const value = Number(digits)
  const size = Math.abs(value)
  if (size === Number.POSITIVE_INFINITY) return `received ${shorten(digits)}, which no double can represent`
  if (size > Number.MAX_SAFE_INTEGER && (whole || size < 1e21)) {
    return `received ${shorten(digits)}; expected at most 2^53 - 1, the largest exact integer`
  }
  if (value === 0 && /^-?[0.]*[1-9]/.test(digits)) {
    return `received ${shorten(digits)}, which is too small for a double`
  }
  return undefined
}
