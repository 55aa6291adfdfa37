/** Finds a place in the text of a JSON file without building a tree, which for large documents takes a second. */
import { LineCounter } from 'yaml'

/** The places of one text; each object and list on the way is read once. */
export class JsonPositions {
  private readonly text: string
  private readonly lines = new LineCounter()
  private readonly containers = new Map<number, Map<string, Found>>()

  constructor(text: string) {
    this.text = text
    this.lines.addNewLine(0)
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines.addNewLine(at + 1)
  }

  /** Position of the node at the tokens, or of its closest existing ancestor. */
  positionAt(tokens: readonly string[]): { line: number; column: number } {
    const { line, col } = this.lines.linePos(this.offsetOf(tokens))
    return { line, column: col }
  }

  private offsetOf(tokens: readonly string[]): number {
    let at = blanks(this.text, 0)
    let found = at
    for (const token of tokens) {
      const next = this.childrenAt(at).get(token)
      if (!next) break
      found = next.start
      at = next.value
    }
    return found
  }

  private childrenAt(open: number): Map<string, Found> {
    const known = this.containers.get(open)
    if (known) return known
    const letter = this.text[open]
    const children =
      letter === '{' ? membersAt(this.text, open) : letter === '[' ? itemsAt(this.text, open) : NONE
    this.containers.set(open, children)
    return children
  }
}

interface Found {
  /** Offset of a property's name, or of an array item. */
  start: number
  value: number
}

const BYTE_ORDER_MARK = 0xfeff
const NONE: Map<string, Found> = new Map()

function membersAt(text: string, open: number): Map<string, Found> {
  const members = new Map<string, Found>()
  let at = blanks(text, open + 1)
  while (text[at] === '"') {
    const end = stringEnd(text, at)
    const value = blanks(text, blanks(text, end) + 1)
    members.set(JSON.parse(text.slice(at, end)) as string, { start: at, value })
    at = blanks(text, valueEnd(text, value))
    if (text[at] === ',') at = blanks(text, at + 1)
  }
  return members
}

function itemsAt(text: string, open: number): Map<string, Found> {
  const items = new Map<string, Found>()
  let at = blanks(text, open + 1)
  while (at < text.length && text[at] !== ']') {
    items.set(String(items.size), { start: at, value: at })
    at = blanks(text, valueEnd(text, at))
    if (text[at] === ',') at = blanks(text, at + 1)
  }
  return items
}

function blanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === BYTE_ORDER_MARK) at++
  return at
}

function stringEnd(text: string, open: number): number {
  let at = open + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Behind the value at `from`, whatever is in it. */
function valueEnd(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const letter = text[at]
    if (letter === '"') {
      at = stringEnd(text, at)
      if (depth === 0) return at
      continue
    }
    if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (letter === ',' && depth === 0) return at
    at++
  }
  return at
}
