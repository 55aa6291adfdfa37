/** A YAML or JSON file as a list of its keys and values, each with its place in the text. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml'

/** A place in a tree, from the inside out: files have many places, and most share their beginning. */
interface Place {
  above: Place | undefined
  name: string
}

/** Offsets of characters. */
export interface Span {
  start: number
  end: number
}

export interface Entry {
  place: Place | undefined
  kind: 'key' | 'value'
  text: string
  /** Without quotes. */
  span: Span
}

export interface Syntax {
  /** Keys and scalar values, in the order of the text. */
  entries: readonly Entry[]
  /** The span of a node from its key, or of the whole list item, to its end. */
  blockAt(path: readonly string[]): Span | undefined
}

/** The keys that lead to an entry, its own included; items of lists by their index. */
export function entryPath({ place }: Entry): string[] {
  const path: string[] = []
  for (let at = place; at !== undefined; at = at.above) path.unshift(at.name)
  return path
}

/** Parses as far as possible: a file with errors has the entries before and after them. */
export function parseSyntax(text: string): Syntax {
  const document = parseDocument(text, { merge: true, strict: false, uniqueKeys: false, logLevel: 'silent' })
  const entries: Entry[] = []
  collect(document.contents as Node | null, undefined, entries)
  return { entries, blockAt: (path) => blockIn(document, path) }
}

function collect(node: unknown, place: Place | undefined, entries: Entry[]): void {
  if (isMap(node))
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue
      const name = String(key.value)
      const inner = { above: place, name }
      add(key, 'key', inner, entries)
      collect(value, inner, entries)
    }
  else if (isSeq(node))
    for (const [index, item] of node.items.entries())
      collect(item, { above: place, name: String(index) }, entries)
  else if (isScalar(node)) add(node, 'value', place, entries)
}

function add(scalar: Scalar, kind: Entry['kind'], place: Place | undefined, entries: Entry[]): void {
  const [start, end] = scalar.range ?? []
  if (start === undefined || end === undefined) return
  const quotes = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE' ? 1 : 0
  entries.push({
    place,
    kind,
    text: String(scalar.value ?? ''),
    span: { start: start + quotes, end: Math.max(start + quotes, end - quotes) },
  })
}

function blockIn(document: Document.Parsed, path: readonly string[]): Span | undefined {
  let node: unknown = document.contents
  let start = 0
  for (const name of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
      if (pair === undefined) return undefined
      start = (pair.key as Scalar).range?.[0] ?? start
      node = pair.value ?? pair.key
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      start = (node as Node | undefined)?.range?.[0] ?? start
    } else return undefined
  }
  const end = (node as Node | null | undefined)?.range?.[1]
  return end === undefined ? undefined : { start, end }
}

/** The key or value at an offset. */
export const entryAt = ({ entries }: Syntax, offset: number): Entry | undefined =>
  entries.find(({ span }) => span.start <= offset && offset <= span.end)
