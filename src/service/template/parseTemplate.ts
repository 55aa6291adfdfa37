/**
 * The grammar of prompt templates (docs/internals/decisions.md, "template grammar"):
 * - `{{ name }}` is a variable, with spaces or tabs allowed inside the braces. `name` matches
 *   `[A-Za-z_][A-Za-z0-9_]{0,63}`.
 * - `\{{` is a literal `{{`.
 * - `{{#` `{{/` `{{>` `{{^` `{{&` `{{!` are rejected on write: they have a meaning in other template
 *   languages.
 * - Anything else is unchanged.
 */
export type Segment = { kind: 'text'; text: string } | { kind: 'variable'; name: string }

/** A construct that other template languages give a meaning and this one rejects. */
interface RejectedConstruct {
  /** Such as `{{#`. */
  construct: string
  /** Where it begins; lines and columns count from 1, columns in UTF-16 code units. */
  line: number
  column: number
}

export interface Template {
  segments: Segment[]
  /** Names in the order of their first appearance, each once. */
  variables: string[]
  /** Empty for every stored template. */
  rejected: RejectedConstruct[]
}

const OPENING = '{{'
const REJECTED_SIGNS = '#/>^&!'
const MAX_NAME = 64

/**
 * Reads a template in one pass and linear time: what a failed placeholder has looked at contains no `{`, so no
 * character is looked at more than twice.
 *
 * @example parseTemplate('Dear {{ name }}!').variables // ['name']
 */
export function parseTemplate(text: string): Template {
  const segments: Segment[] = []
  const variables = new Set<string>()
  const rejected: RejectedConstruct[] = []
  const lines = lineCounter(text)
  let literal = ''
  let end = 0 // everything before this index is in `segments` or in `literal`
  let search = 0

  for (;;) {
    const opening = text.indexOf(OPENING, search)
    if (opening < 0) break
    const inside = opening + OPENING.length
    if (text[opening - 1] === '\\') {
      literal += text.slice(end, opening - 1) + OPENING
      end = search = inside
      continue
    }
    const placeholder = readPlaceholder(text, inside)
    if (placeholder === undefined) {
      const sign = text[inside]
      if (sign !== undefined && REJECTED_SIGNS.includes(sign)) {
        rejected.push({ construct: OPENING + sign, ...lines.at(opening) })
      }
      search = opening + 1 // not past both braces: `{{{name}}}` is a brace, a variable, a brace
      continue
    }
    literal += text.slice(end, opening)
    if (literal !== '') segments.push({ kind: 'text', text: literal })
    literal = ''
    segments.push({ kind: 'variable', name: placeholder.name })
    variables.add(placeholder.name)
    end = search = placeholder.end
  }

  literal += text.slice(end)
  if (literal !== '') segments.push({ kind: 'text', text: literal })
  return { segments, variables: [...variables], rejected }
}

/** The name in `{{ name }}` when `start` is right after the opening braces, and the index after the closing ones. */
function readPlaceholder(text: string, start: number): { name: string; end: number } | undefined {
  const nameStart = skipBlanks(text, start)
  let nameEnd = nameStart
  while (isNameCharacter(text.charCodeAt(nameEnd), nameEnd === nameStart)) nameEnd++
  const length = nameEnd - nameStart
  if (length === 0 || length > MAX_NAME) return undefined
  const closing = skipBlanks(text, nameEnd)
  if (!text.startsWith('}}', closing)) return undefined
  return { name: text.slice(nameStart, nameEnd), end: closing + 2 }
}

function skipBlanks(text: string, from: number): number {
  let index = from
  while (text[index] === ' ' || text[index] === '\t') index++
  return index
}

/** [A-Za-z_] for the first character, [A-Za-z0-9_] for the others; false for the NaN behind the end. */
function isNameCharacter(code: number, first: boolean): boolean {
  const letter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return letter || code === 0x5f || (!first && code >= 0x30 && code <= 0x39)
}

/** Line and column of ascending indices, counted on from the last one requested. */
function lineCounter(text: string) {
  let line = 1
  let lineStart = 0
  return {
    at(index: number): { line: number; column: number } {
      for (let next = text.indexOf('\n', lineStart); next >= 0 && next < index; ) {
        line++
        lineStart = next + 1
        next = text.indexOf('\n', lineStart)
      }
      return { line, column: index - lineStart + 1 }
    },
  }
}
