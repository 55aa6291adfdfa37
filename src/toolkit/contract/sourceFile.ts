/** One file of a document: its tree as it was written, and the line and column of each node. */
import { readFileSync } from 'node:fs'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml'
import { DocumentError, isObject, type JsonObject } from './document.ts'
import { JsonPositions } from './jsonPosition.ts'

export interface SourceFile {
  tree: JsonObject
  /** The place of a node, or of the deepest one above it that is written down. */
  positionAt(tokens: readonly string[]): { line: number; column: number }
}

/** @throws DocumentError when it cannot be read or parsed, or holds no object */
export const readSourceFile = (file: string): SourceFile => parseSource(file, textOf(file))

/** Reads files as `readSourceFile`, and parses again only those whose text changed; nobody may change their trees. */
export function createSourceReader(): (file: string) => SourceFile {
  const kept = new Map<string, { text: string; source: SourceFile }>()
  return (file) => {
    const text = textOf(file)
    const known = kept.get(file)
    if (known?.text === text) return known.source
    const source = parseSource(file, text)
    kept.set(file, { text, source })
    return source
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new DocumentError('UNREADABLE', `${file} cannot be read: ${(error as Error).message}`, error)
  }
}

function parseSource(file: string, text: string): SourceFile {
  const source = file.endsWith('.json') ? parseJson(file, text) : parseYaml(file, text)
  if (!isObject(source.tree)) {
    const received = source.tree === null ? 'an empty file' : typeof source.tree
    throw new DocumentError('MALFORMED', `${file}: received ${received}, expected an object.`)
  }
  return { tree: source.tree, positionAt: source.positionAt }
}

type Parsed = { tree: unknown; positionAt: SourceFile['positionAt'] }

function parseYaml(file: string, text: string): Parsed {
  const lines = new LineCounter()
  let document: Document.Parsed
  let tree: unknown
  try {
    document = parseDocument(text, { merge: true, lineCounter: lines })
    if (document.errors[0]) throw document.errors[0]
    // An alias may be used as often as an author likes; a bomb of them stays refused.
    tree = document.toJS({ maxAliasCount: 10_000 })
  } catch (error) {
    throw new DocumentError('UNPARSABLE', `${file} cannot be parsed: ${(error as Error).message}`, error)
  }
  return {
    tree,
    positionAt(tokens) {
      const { line, col } = lines.linePos(offsetIn(document, tokens))
      return { line, column: col }
    },
  }
}

function offsetIn(document: Document.Parsed, tokens: readonly string[]): number {
  let node: Node | null = document.contents
  let offset = node?.range?.[0] ?? 0
  for (const token of tokens) {
    if (isAlias(node)) node = node.resolve(document) ?? null
    if (isSeq(node)) {
      const item: unknown = node.items[Number(token)]
      if (!isNode(item)) return offset
      node = item
      offset = item.range?.[0] ?? offset
      continue
    }
    const pair = pairIn(document, node, token)
    if (pair === undefined) return offset
    offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
    node = isNode(pair.value) ? pair.value : null
  }
  return offset
}

/** The member of a map, its own or one that `<<` brings. */
function pairIn(document: Document.Parsed, node: Node | null, token: string): Pair | undefined {
  if (!isMap(node)) return undefined
  const keyOf = ({ key }: Pair) => (isScalar(key) ? String(key.value) : undefined)
  const own = node.items.find((pair) => keyOf(pair) === token)
  if (own !== undefined) return own
  for (const { value } of node.items.filter((pair) => keyOf(pair) === '<<')) {
    const merged = isSeq(value) ? value.items : [value]
    for (const one of merged) {
      const target = isAlias(one) ? one.resolve(document) : one
      const found = isNode(target) ? pairIn(document, target, token) : undefined
      if (found !== undefined) return found
    }
  }
  return undefined
}

function parseJson(file: string, text: string): Parsed {
  let tree: unknown
  try {
    tree = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new DocumentError('UNPARSABLE', `${file} cannot be parsed: ${(error as Error).message}`, error)
  }
  let positions: JsonPositions | undefined
  return {
    tree,
    positionAt(tokens) {
      positions ??= new JsonPositions(text)
      return positions.positionAt(tokens)
    },
  }
}
