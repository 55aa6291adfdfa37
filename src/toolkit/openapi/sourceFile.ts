/** One file of a document: its tree as it was written, and the line and column of each node. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml'
import { DocumentError, isObject, type JsonObject, type TextPosition, type TextRange } from './document.ts'
import { JsonPositions, linesOf, positionIn } from './jsonPosition.ts'
import { JsonText } from './jsonText.ts'
import { type Places, type PlainYaml, readPlainYaml } from './plainYaml.ts'
import { escaped } from './templates.ts'

export interface SourceFile {
  tree: JsonObject
  /** The place of a node, or of the deepest one above it that is written down. */
  positionAt(tokens: readonly string[]): TextPosition
  /** The value at the tokens, as it is written; undefined where there is none. */
  rangeAt(tokens: readonly string[]): TextRange | undefined
  /** Whether it is YAML without anything that parsers read in different ways. */
  isPlainYaml?: true
}

/** @throws DocumentError if the file cannot be read or parsed, or does not contain an object */
export const readSourceFile = (file: string): SourceFile => parseSource(file, textOf(file))

/** Reads a file. `text` is its text if the caller has read it. @throws DocumentError as `readSourceFile` */
type SourceReader = (file: string, text?: string) => SourceFile

/** Like `readSourceFile`, but parses only changed files again. Callers must not modify the trees. */
export function createSourceReader(): SourceReader {
  const cached = new Map<string, { text: string; source: ParsedFile }>()
  return (file, text = textOf(file)) => {
    const known = cached.get(file)
    if (known?.text === text) return known.source
    const source = known?.source.edited?.(text) ?? parseSource(file, text)
    cached.set(file, { text, source })
    return source
  }
}

/** Texts of an editor that are not saved, by absolute path. Every reader of this process uses them instead of the files. */
export const unsavedTexts = new Map<string, string>()

/** Whether there is a file, on disk or not saved yet. */
export const hasFile = (file: string): boolean => unsavedTexts.has(file) || existsSync(file)

/** Maximum size of a file. Also ends reads of devices and pipes. */
const MAX_FILE_MEGABYTES = 64

/** The text of a regular file. @throws DocumentError if it cannot be read, is a device or a pipe, or is too large */
export function textOf(file: string): string {
  const unsaved = unsavedTexts.get(file)
  if (unsaved !== undefined) return unsaved
  const fail = (why: string, cause?: unknown) =>
    new DocumentError('UNREADABLE', `${file} cannot be read: ${why}`, cause)
  try {
    const { size, ...stats } = statOf(file)
    if (!stats.isFile) throw fail('it is not a regular file. Name a YAML or JSON file.')
    if (size > MAX_FILE_MEGABYTES * 1024 * 1024)
      throw fail(`it is larger than ${MAX_FILE_MEGABYTES} MB. Split the document into smaller files.`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw error instanceof DocumentError ? error : fail((error as Error).message, error)
  }
}

const statOf = (file: string) => {
  const stats = statSync(file)
  return { size: stats.size, isFile: stats.isFile() }
}

/** Every tool goes through a document by recursion, and so do the libraries that they use. */
const MAX_DEPTH = 500
const TOO_DEEP = `It is nested more than ${MAX_DEPTH} levels deep; move inner parts into components`

/** A tree with more objects and lists may consist of aliases, each of which stands for a whole tree. */
const MAX_VISITS = 2_000_000

/** Whether a tree has at most so many levels; false also for one with too many nodes. */
function hasFewLevels(tree: unknown, most: number): boolean {
  let left = MAX_VISITS
  const fits = (node: object, levels: number): boolean => {
    if (levels === 0 || left-- === 0) return false
    const inside: unknown[] = Array.isArray(node) ? node : Object.values(node)
    for (const inner of inside)
      if (typeof inner === 'object' && inner !== null && !fits(inner, levels - 1)) return false
    return true
  }
  return typeof tree !== 'object' || tree === null || fits(tree, most)
}

/**
 * Why no tool can go through a tree: it contains itself, or is nested too deeply; undefined where they can.
 * @param above the levels around it
 */
export function nestingFault(tree: unknown, above = 0): string | undefined {
  if (hasFewLevels(tree, MAX_DEPTH - above)) return undefined
  const open = new Set<object>()
  const done = new Map<object, number>()
  /** One entry for each level that is being gone through. */
  const levels: { node: object; children: unknown[]; height: number }[] = []
  const enter = (node: unknown): 'circle' | number => {
    if (typeof node !== 'object' || node === null) return 0
    if (open.has(node)) return 'circle'
    const known = done.get(node)
    if (known !== undefined) return known
    open.add(node)
    levels.push({ node, children: Object.values(node), height: 0 })
    return 0
  }
  enter(tree)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (above + levels.length + level.height > MAX_DEPTH) return TOO_DEEP
    if (level.children.length > 0) {
      const height = enter(level.children.pop())
      if (height === 'circle') return 'An alias refers to a node that contains it; write a $ref instead'
      level.height = Math.max(level.height, height)
      continue
    }
    levels.pop()
    open.delete(level.node)
    done.set(level.node, level.height + 1)
    const outer = levels.at(-1)
    if (outer) outer.height = Math.max(outer.height, level.height + 1)
  }
  return undefined
}

/** @internal */
interface ParsedFile extends SourceFile {
  /** The file with another text; undefined where all of it has to be parsed. */
  edited?(text: string): ParsedFile | undefined
}

function parseSource(file: string, text: string): ParsedFile {
  const { tree, ...places } = file.endsWith('.json') ? parseJson(file, text) : parseYaml(file, text)
  const nesting = nestingFault(tree)
  if (nesting !== undefined) throw unparsable(file, text, new Error(nesting))
  if (!isObject(tree)) {
    const received = tree === null ? 'an empty file' : Array.isArray(tree) ? 'a list' : typeof tree
    throw new DocumentError('MALFORMED', `${file}: received ${received}, expected an object.`)
  }
  return { tree, ...places }
}

type Parsed = Omit<ParsedFile, 'tree'> & { tree: unknown }

function parseYaml(file: string, text: string): Parsed {
  const plain = readPlainYaml(text)
  return plain === undefined ? parseAnyYaml(file, text) : plainFile(file, text, plain)
}

function plainFile(file: string, text: string, { tree, start, places }: PlainYaml): Parsed {
  let lines: LineCounter | undefined
  let whole: Parsed | undefined
  return {
    tree,
    isPlainYaml: true,
    positionAt(tokens) {
      lines ??= linesOf(text)
      return positionIn(lines, placeIn(places, start, tokens))
    },
    // Only editors need the ends of values.
    rangeAt(tokens) {
      whole ??= parseAnyYaml(file, text)
      return whole.rangeAt(tokens)
    },
  }
}

function placeIn(root: Places | undefined, start: number, tokens: readonly string[]): number {
  let offset = start
  let at = root
  for (const token of tokens) {
    const index = at?.names === undefined ? Number(token) : at.names.indexOf(token)
    const found = at?.offsets[index]
    if (found === undefined) return offset
    offset = found
    at = at?.inner[index]
  }
  return offset
}

function parseAnyYaml(file: string, text: string): Parsed {
  const lines = new LineCounter()
  let document: Document.Parsed
  let tree: unknown
  try {
    document = parseDocument(text, { merge: true, lineCounter: lines })
    if (document.errors[0]) throw document.errors[0]
    // Aliases are allowed many times, but "billion laughs" bombs are rejected.
    tree = document.toJS({ maxAliasCount: 10_000 })
  } catch (error) {
    // The parser itself is recursive.
    const isTooDeep = error instanceof RangeError || /Maximum call stack/.test((error as Error).message)
    throw unparsable(file, text, isTooDeep ? new Error(TOO_DEEP) : (error as Error))
  }
  return {
    tree,
    positionAt: (tokens) => positionIn(lines, offsetIn(document, tokens)),
    rangeAt(tokens) {
      const [start, end] = nodeIn(document, tokens)?.range ?? []
      if (start === undefined || end === undefined) return undefined
      return { start: positionIn(lines, start), end: positionIn(lines, end) }
    },
  }
}

/** The node at the tokens; a last alias is not followed. */
function nodeIn(document: Document.Parsed, tokens: readonly string[]): Node | undefined {
  let node: unknown = document.contents
  for (const token of tokens) {
    if (isAlias(node)) node = node.resolve(document)
    node = isSeq(node) ? node.items[Number(token)] : pairIn(document, node as Node, token)?.value
  }
  return isNode(node) ? node : undefined
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

/** Markers of an unresolved merge conflict, which parsers report under misleading names. */
const CONFLICT = /^(?:<{7}|>{7})(?: |\r?$)/m

/** A parse error, always with line and column, which some parsers omit. */
function unparsable(file: string, text: string, error: Error): DocumentError {
  const fail = (why: string, offset?: number) => {
    const before = offset === undefined ? undefined : text.slice(0, offset).split('\n')
    const place = before && ` at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
    return new DocumentError('UNPARSABLE', `${file} cannot be parsed: ${why}${place ?? ''}`, error)
  }
  const conflict = CONFLICT.exec(text)
  if (conflict !== null)
    return fail('A merge left its conflict markers; choose one of the two sides', conflict.index)
  const alias = /^Unresolved alias .*: (.*)$/.exec(error.message)?.[1]
  if (alias !== undefined) {
    const name = escaped(alias)
    const use = new RegExp(`(?<![^\\s,[{])\\*${name}(?![^\\s,\\]}])`).exec(text)
    return fail(error.message, use?.index ?? 0)
  }
  const quote = file.endsWith('.json') ? openQuoteInJson(text, error) : openQuoteInYaml(text, error)
  if (quote !== undefined) return fail('This quote is not closed where its text ends; close it', quote)
  if (!(error instanceof SyntaxError))
    return / at line \d/.test(error.message) ? fail(error.message) : fail(error.message, 0)
  const [message = ''] = error.message.split(/ in JSON at position| at position|, "| \(line/)
  const position = /position (\d+)/.exec(error.message)?.[1]
  const mark = text.startsWith('\ufeff') ? 1 : 0
  return fail(message, position === undefined ? text.trimEnd().length : Number(position) + mark)
}

/** Offset of a multi-line quoted string that contains the error or is not closed. */
function openQuoteInYaml(text: string, error: Error): number | undefined {
  const [end] = (error as { pos?: [number, number] }).pos ?? []
  if (end === undefined) return undefined
  let offset = 0
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue
    const next = offset + token.length
    if (/^["']/.test(token) && isOpen(token)) {
      // Text after the apparent closing quote is part of the mistake.
      const line = text.indexOf('\n', next)
      if (offset <= end && end <= (line < 0 ? text.length : line)) return offset
    }
    offset = next
  }
  return undefined
}

/** Whether a quoted token spans several lines or lacks its closing quote. */
const isOpen = (token: string): boolean =>
  token.includes('\n') || token.length === 1 || token.at(-1) !== token[0] || /[^\\](\\\\)*\\"$/.test(token)

/** Control tokens of the lexer: start of a document, of a flow collection, of a scalar. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f'])

/** JSON strings cannot span several lines. */
function openQuoteInJson(text: string, error: Error): number | undefined {
  if (!/control character|Unterminated string/.test(error.message)) return undefined
  const strings = /"(?:[^"\\\n]|\\.)*("|$|\n)/gm
  for (const found of text.matchAll(strings)) if (found[1] !== '"') return found.index
  return undefined
}

/** The parser represents a merge key as a symbol. */
const textOfKey = (key: unknown): string => (typeof key === 'symbol' ? (key.description ?? '') : String(key))

/** The pair of a map by key, its own or one merged by `<<`. */
function pairIn(document: Document.Parsed, node: Node | null, token: string): Pair | undefined {
  if (!isMap(node)) return undefined
  const keyOf = ({ key }: Pair) => (isScalar(key) ? textOfKey(key.value) : undefined)
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
  return { ...jsonFile(new JsonText(text, tree as JsonObject)), tree }
}

function jsonFile(json: JsonText): ParsedFile {
  let known: JsonPositions | undefined
  const positions = () => {
    known ??= new JsonPositions(json)
    return known
  }
  return {
    tree: json.tree as JsonObject,
    positionAt: (tokens) => positions().positionAt(tokens),
    rangeAt: (tokens) => positions().rangeAt(tokens),
    edited(text) {
      const edit = json.edited(text)
      if (edit === undefined || nestingFault(edit.value, edit.tokens.length) !== undefined) return undefined
      return jsonFile(edit.after)
    },
  }
}
