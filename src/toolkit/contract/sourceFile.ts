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
import { escaped } from './templates.ts'

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
    const { tree } = source
    const received = tree === null ? 'an empty file' : Array.isArray(tree) ? 'a list' : typeof tree
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
    throw unparsable(file, text, error as Error)
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

/** What a merge left behind, which parsers call anything but that. */
const CONFLICT = /^(?:<{7}|>{7})(?: |\r?$)/m

/** Always with line and column, which not every parser tells. */
function unparsable(file: string, text: string, error: Error): DocumentError {
  const fail = (why: string, offset?: number) => {
    const before = offset === undefined ? undefined : text.slice(0, offset).split('\n')
    const place = before && ` at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
    return new DocumentError('UNPARSABLE', `${file} cannot be parsed: ${why}${place ?? ''}`, error)
  }
  const conflict = CONFLICT.exec(text)
  if (conflict !== null)
    return fail('A merge left its conflict markers; keep one of the two sides', conflict.index)
  const alias = /^Unresolved alias .*: (.*)$/.exec(error.message)?.[1]
  if (alias !== undefined) {
    const name = escaped(alias)
    const use = new RegExp(`(?<![^\\s,[{])\\*${name}(?![^\\s,\\]}])`).exec(text)
    return fail(error.message, use?.index ?? 0)
  }
  if (!(error instanceof SyntaxError))
    return / at line \d/.test(error.message) ? fail(error.message) : fail(error.message, 0)
  const [message = ''] = error.message.split(/ in JSON at position| at position|, "| \(line/)
  const position = /position (\d+)/.exec(error.message)?.[1]
  const mark = text.startsWith('\ufeff') ? 1 : 0
  return fail(message, position === undefined ? text.trimEnd().length : Number(position) + mark)
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
    tree = text.trim() === '' ? null : JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw unparsable(file, text, error as Error)
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
