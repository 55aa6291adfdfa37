/** Where a body stops being JSON. */
import { utf8Bytes } from '../openapi/bytes.ts'

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
 * @example jsonFault(new TextEncoder().encode('{"a":}')) // { line: 1, column: 6, offset: 5 }
 */
export function jsonFault(body: Uint8Array): JsonFault | undefined {
  const end = validPrefix(body)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, end))
  const at = text.startsWith('\uFEFF') ? 0 : faultIn(text)
  if (at === undefined && end === body.length) return undefined
  const before = text.slice(0, at ?? text.length)
  const lines = before.split(/\r\n|\r|\n/)
  return {
    line: lines.length,
    column: [...(lines.at(-1) ?? '')].length + 1,
    offset: utf8Bytes(before).length,
  }
}

/** The bytes before the first that is not UTF-8. */
function validPrefix(body: Uint8Array): number {
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
const faultIn = (text: string): number | undefined => new Scanner(text).fault()

class Scanner {
  readonly #text: string
  readonly #open: ('[' | '{')[] = []
  #expected: Expected = 'value'
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  fault(): number | undefined {
    do this.#match(BLANK)
    while (this.#accept(this.#text[this.#at]))
    const isWhole = this.#expected === 'more' && this.#open.length === 0 && this.#at === this.#text.length
    return isWhole ? undefined : this.#at
  }

  /** Passes one token. @returns whether it may be there; otherwise `#at` is where it breaks off */
  #accept(character: string | undefined): boolean {
    if (character === undefined) return false
    switch (this.#expected) {
      case ':':
        return character === ':' && this.#pass('value')
      case 'more':
        return this.#acceptMore(character)
      case 'name or }':
        if (character === '}') return this.#close()
        return this.#acceptName(character)
      case 'name':
        return this.#acceptName(character)
      case 'value or ]':
        if (character === ']') return this.#close()
        return this.#acceptValue(character)
      case 'value':
        return this.#acceptValue(character)
    }
  }

  #acceptMore(character: string): boolean {
    const within = this.#open.at(-1)
    if (within === undefined) return false
    if (character === ',') return this.#pass(within === '{' ? 'name' : 'value')
    return character === (within === '{' ? '}' : ']') && this.#close()
  }

  #acceptName(character: string): boolean {
    if (character !== '"' || !this.#matchString()) return false
    this.#expected = ':'
    return true
  }

  #acceptValue(character: string): boolean {
    if (character === '[' || character === '{') {
      this.#open.push(character)
      return this.#pass(character === '[' ? 'value or ]' : 'name or }')
    }
    if (!(character === '"' ? this.#matchString() : this.#match(SCALAR))) return false
    this.#expected = 'more'
    return true
  }

  #close(): boolean {
    this.#open.pop()
    return this.#pass('more')
  }

  #pass(next: Expected): boolean {
    this.#at += 1
    this.#expected = next
    return true
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  /** Whether a whole string was there; otherwise `#at` is where it breaks off. */
  #matchString(): boolean {
    this.#at += 1
    // In pieces: V8 runs out of stack on a long text.
    while (this.#match(CHARACTERS));
    if (this.#text[this.#at] !== '"') return false
    this.#at += 1
    return true
  }
}
