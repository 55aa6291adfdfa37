/** Finds a place in the text of a JSON file without building a tree, which for large documents takes a second. */
import { LineCounter } from 'yaml'
import type { TextPosition, TextRange } from './document.ts'
import { stringEnd } from './jsonString.ts'
import type { JsonText } from './jsonText.ts'

/** The places of one text; each object and list on the way is read once. */
export class JsonPositions {
  private readonly json: JsonText
  private readonly lines: LineCounter
  private readonly containers = new Map<number, Map<string, JsonChild>>()

  constructor(json: JsonText) {
    this.json = json
    this.lines = linesOf(json.text)
  }

  /** Position of the node at the tokens, or of its closest existing ancestor. */
  positionAt(tokens: readonly string[]): TextPosition {
    return positionIn(this.lines, this.offsetOf(tokens))
  }

  /** The value at the tokens; undefined where there is none. */
  rangeAt(tokens: readonly string[]): TextRange | undefined {
    let found: JsonChild | undefined
    let at = blanks(this.json.text, 0)
    for (const token of tokens) {
      found = this.childrenAt(at).get(token)
      if (found === undefined) return undefined
      at = found.value
    }
    const end = found?.end ?? this.json.text.trimEnd().length
    return { start: positionIn(this.lines, at), end: positionIn(this.lines, end) }
  }

  private offsetOf(tokens: readonly string[]): number {
    let at = blanks(this.json.text, 0)
    let found = at
    for (const token of tokens) {
      const next = this.childrenAt(at).get(token)
      if (!next) break
      found = next.start
      at = next.value
    }
    return found
  }

  private childrenAt(open: number): Map<string, JsonChild> {
    const known = this.containers.get(open)
    if (known) return known
    const children = new Map(jsonChildren(this.json, open).map((child) => [child.name, child]))
    this.containers.set(open, children)
    return children
  }
}

export function linesOf(text: string): LineCounter {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return lines
}

/** The position of an offset. */
export function positionIn(lines: LineCounter, offset: number): TextPosition {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

/** A property or an item in the text, by offsets. */
export interface JsonChild {
  /** Of a property, or the index of an item. */
  name: string
  /** Of a property's name, or of an item. */
  start: number
  nameEnd: number
  value: number
  end: number
}

const BYTE_ORDER_MARK = 0xfeff

/** The children of the object or list at an offset, in the order of the text; none for other values. */
export function jsonChildren(json: JsonText, open: number): JsonChild[] {
  const letter = json.text[open]
  return letter === '{' ? propertiesAt(json, open) : letter === '[' ? itemsAt(json, open) : []
}

function propertiesAt(json: JsonText, open: number): JsonChild[] {
  const { text } = json
  const properties: JsonChild[] = []
  let start = blanks(text, open + 1)
  while (text[start] === '"') {
    const nameEnd = stringEnd(text, start)
    const value = blanks(text, blanks(text, nameEnd) + 1)
    const end = json.endOf(value) ?? valueEnd(text, value)
    properties.push({ name: JSON.parse(text.slice(start, nameEnd)) as string, start, nameEnd, value, end })
    start = blanks(text, end)
    if (text[start] === ',') start = blanks(text, start + 1)
  }
  return properties
}

function itemsAt(json: JsonText, open: number): JsonChild[] {
  const { text } = json
  const items: JsonChild[] = []
  let start = blanks(text, open + 1)
  while (start < text.length && text[start] !== ']') {
    const end = json.endOf(start) ?? valueEnd(text, start)
    items.push({ name: String(items.length), start, nameEnd: start, value: start, end })
    start = blanks(text, end)
    if (text[start] === ',') start = blanks(text, start + 1)
  }
  return items
}

function blanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === BYTE_ORDER_MARK) at++
  return at
}

/** The letters that end a value or a part of it. */
const STRUCTURE = /["{}[\],]/g

/** Behind the value at `from`, whatever is in it. Spaces before a comma or a bracket are not part of it. */
function valueEnd(text: string, from: number): number {
  let depth = 0
  STRUCTURE.lastIndex = from
  while (STRUCTURE.test(text)) {
    const at = STRUCTURE.lastIndex - 1
    const letter = text[at]
    if (letter === '"') {
      const end = stringEnd(text, at)
      if (depth === 0) return end
      STRUCTURE.lastIndex = end
    } else if (letter === '{' || letter === '[') depth++
    else if (depth === 0) return text.slice(from, at).trimEnd().length + from
    else if (letter !== ',' && --depth === 0) return at + 1
  }
  return text.length
}
