/** Where a body stops being JSON. */

interface JsonFault {
  /** From 1. */
  line: number
  /** The character in the line, from 1. */
  column: number
  /** The byte of the body, from 0. */
  offset: number
}

/**
 * The place of the first byte that no JSON text has there (RFC 8259): behind the end where the text is cut off.
 * Undefined for JSON.
 *
 * @example jsonFault(Buffer.from('{"a":}')) // { line: 1, column: 6, offset: 5 }
 */
export function jsonFault(body: Buffer): JsonFault | undefined {
  const end = validPrefix(body)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, end))
  const at = text.startsWith('\uFEFF') ? 0 : faultIn(text)
  if (at === undefined && end === body.length) return undefined
  const before = text.slice(0, at ?? text.length)
  const lines = before.split(/\r\n|\r|\n/)
  return {
    line: lines.length,
    column: [...(lines.at(-1) ?? '')].length + 1,
    offset: Buffer.byteLength(before),
  }
}

/** The bytes before the first that is not UTF-8. */
function validPrefix(body: Buffer): number {
  const isValid = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, length), { stream: true })
      return true
    } catch {
      return false
    }
  }
  if (isValid(body.length)) return body.length
  let [valid, invalid] = [0, body.length]
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (isValid(middle)) valid = middle
    else invalid = middle
  }
  return valid
}

const BLANK = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])|(?:true|false|null)(?![a-zA-Z])/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259, section 7, excludes them
const CHARACTERS = /[^"\\\u0000-\u001f]{1,4096}|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'more'

/** The index of the first wrong character. */
function faultIn(text: string): number | undefined {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  /** Whether a whole string was there; otherwise `at` is where it breaks off. */
  const matchString = (): boolean => {
    at += 1
    // In pieces: V8 runs out of stack on a long text.
    while (match(CHARACTERS));
    if (text[at] !== '"') return false
    at += 1
    return true
  }
  for (;;) {
    match(BLANK)
    const character = text[at]
    if (expected === 'more' && open.length === 0) return at === text.length ? undefined : at
    if (character === undefined) return at
    if (expected === ':') {
      if (character !== ':') return at
      at += 1
      expected = 'value'
    } else if (expected === 'more') {
      if (character === ',') expected = open.at(-1) === '{' ? 'name' : 'value'
      else if (character === (open.at(-1) === '{' ? '}' : ']')) open.pop()
      else return at
      at += 1
    } else if (character === ']' && expected === 'value or ]') {
      open.pop()
      at += 1
      expected = 'more'
    } else if (expected === 'name' || expected === 'name or }') {
      if (character === '}' && expected === 'name or }') {
        open.pop()
        at += 1
        expected = 'more'
      } else if (character !== '"' || !matchString()) return at
      else expected = ':'
    } else if (character === '[' || character === '{') {
      open.push(character)
      at += 1
      expected = character === '[' ? 'value or ]' : 'name or }'
    } else if (character === '"' ? matchString() : match(SCALAR)) expected = 'more'
    else return at
  }
}
