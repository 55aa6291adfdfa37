/** Reads a regular expression, as far as it describes a regular language, into a tree. */

/** The last code point of Unicode. */
export const LAST = 0x10ffff

export type Range = readonly [from: number, to: number]

/** `{10000,20000}` and more. */
const MAX_COUNT = 64

/** Look-around, back references and other syntax that an automaton cannot represent. */
export class Unsupported extends Error {}

export type Tree =
  | { is: 'class'; ranges: readonly Range[] }
  | { is: 'sequence'; parts: Tree[] }
  | { is: 'choice'; options: Tree[] }
  | { is: 'repeat'; part: Tree; least: number; most: number }
  | { is: 'start' }
  | { is: 'end' }

const DIGITS: Range[] = [[0x30, 0x39]]
const WORDS: Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const BLANKS: Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const BREAKS: Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const ESCAPES: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }

function inverse(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  let from = 0
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start > from) result.push([from, start - 1])
    from = Math.max(from, end + 1)
  }
  if (from <= LAST) result.push([from, LAST])
  return result
}

export function parsePattern(pattern: string): Tree {
  const text = [...pattern]
  let at = 0
  const consume = (expected: string): boolean => {
    if (text[at] !== expected) return false
    at++
    return true
  }
  const hex = (digits: string): number => {
    if (!/^[0-9a-fA-F]+$/.test(digits)) throw new Unsupported()
    return Number.parseInt(digits, 16)
  }
  const escaped = (): Range[] => {
    const letter = text[at++] ?? ''
    const classes: Record<string, Range[]> = { d: DIGITS, w: WORDS, s: BLANKS }
    const known = classes[letter] ?? classes[letter.toLowerCase()]
    if (known) return classes[letter] ? known : inverse(known)
    if (letter === 'x') {
      at += 2
      const point = hex(text.slice(at - 2, at).join(''))
      return [[point, point]]
    }
    if (letter === 'u') {
      const braced = text[at] === '{'
      const end = braced ? text.indexOf('}', at) : at + 4
      const point = hex(text.slice(braced ? at + 1 : at, end).join(''))
      at = braced ? end + 1 : end
      return [[point, point]]
    }
    const special = ESCAPES[letter]
    if (special !== undefined) return [[special, special]]
    if (/[A-Za-z0-9]/.test(letter) || letter === '') throw new Unsupported()
    const point = letter.codePointAt(0) ?? 0
    return [[point, point]]
  }
  const single = (): Range[] => {
    if (consume('\\')) return escaped()
    const point = (text[at++] ?? '').codePointAt(0) ?? 0
    return [[point, point]]
  }
  const set = (): Tree => {
    const negated = consume('^')
    const ranges: Range[] = []
    while (at < text.length && text[at] !== ']') {
      const from = single()
      if (text[at] === '-' && text[at + 1] !== ']' && at + 1 < text.length && from.length === 1) {
        at++
        const to = single()
        ranges.push([from[0]?.[0] ?? 0, to[0]?.[1] ?? 0])
      } else ranges.push(...from)
    }
    if (!consume(']')) throw new Unsupported()
    return { is: 'class', ranges: negated ? inverse(ranges) : ranges }
  }
  const atom = (): Tree => {
    if (consume('^')) return { is: 'start' }
    if (consume('$')) return { is: 'end' }
    if (consume('.')) return { is: 'class', ranges: inverse(BREAKS) }
    if (consume('[')) return set()
    if (consume('(')) {
      if (consume('?')) {
        if (consume('<')) {
          if (text[at] === '=' || text[at] === '!') throw new Unsupported()
          at = text.indexOf('>', at) + 1
        } else if (!consume(':')) throw new Unsupported()
      }
      const inside = choice()
      if (!consume(')')) throw new Unsupported()
      return inside
    }
    return { is: 'class', ranges: single() }
  }
  const quantified = (): Tree => {
    const part = atom()
    let least = 1
    let most = 1
    if (consume('*')) [least, most] = [0, Number.POSITIVE_INFINITY]
    else if (consume('+')) most = Number.POSITIVE_INFINITY
    else if (consume('?')) least = 0
    else {
      const counted = /^\{(\d+)(,(\d*))?\}/.exec(text.slice(at, at + MAX_COUNT).join(''))
      if (!counted) return part
      at += counted[0].length
      least = Number(counted[1])
      most = counted[2] === undefined ? least : counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY
    }
    consume('?')
    if (part.is === 'start' || part.is === 'end') throw new Unsupported()
    return { is: 'repeat', part, least, most }
  }
  const sequence = (): Tree => {
    const parts: Tree[] = []
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(quantified())
    return parts.length === 1 && parts[0] ? parts[0] : { is: 'sequence', parts }
  }
  function choice(): Tree {
    const options = [sequence()]
    while (consume('|')) options.push(sequence())
    return options.length === 1 && options[0] ? options[0] : { is: 'choice', options }
  }
  const tree = choice()
  if (at < text.length) throw new Unsupported()
  return tree
}
