/** Documents as the comparison reads them: loaded, with the file and line of everything in them. */
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { loadDocument, tokensOf, valueAt } from '../contract/index.ts'
import { JsonPositions } from './jsonPosition.ts'
import type { LoadedDocument, Place } from './place.ts'

/** A document before and after; one of the two is missing where it was added or removed. */
export interface DocumentPair {
  old?: LoadedDocument
  new?: LoadedDocument
}

/** Files as they are on disk; a revision of Git is read from a copy and shown under its own name. */
export interface Origin {
  shown(file: string): string
}

export const workingTree: Origin = { shown: (file) => relative(process.cwd(), file) || file }

/** @throws DocumentError when the file cannot be read as a document */
export function load(file: string, origin: Origin = workingTree): LoadedDocument {
  const { root, kind } = loadDocument(file)
  const entry = resolve(file)
  const folder = dirname(entry)
  const written = kind === 'openapi' ? root.openapi : root.asyncapi
  const split = (pointer: string): { file: string; inner: string } => {
    if (!pointer.startsWith('/x-files/')) return { file: entry, inner: pointer }
    const [, , name = '', ...rest] = pointer.split('/')
    const [path = ''] = tokensOf(`/${name}`)
    return { file: resolve(folder, path), inner: rest.map((token) => `/${token}`).join('') }
  }
  const places = new Map<string, Place>()
  const document: LoadedDocument = {
    name: origin.shown(entry),
    kind,
    version: String(written),
    root,
    at(pointer) {
      const known = places.get(pointer)
      if (known) return known
      const place = { document, pointer, value: pointer === '' ? root : valueAt(root, pointer) }
      places.set(pointer, place)
      return place
    },
    identity(pointer) {
      const { file, inner } = split(pointer)
      return `${file}#${inner}`
    },
    positionOf(pointer) {
      const { file, inner } = split(pointer)
      return { file: origin.shown(file), ...lineOf(file, inner), pointer: inner }
    },
  }
  return document
}

interface YamlTree {
  contents: Node | null
  lines: LineCounter
}

const texts = new Map<string, string>()
const trees = new Map<string, YamlTree>()

/** Line and column of the member at `pointer`, or of the nearest place above it that the file has. */
function lineOf(file: string, pointer: string): { line: number; column: number } {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  const tokens = tokensOf(pointer)
  if (!file.endsWith('.json')) return lineInYaml(treeOf(file, text), tokens)
  const json = jsonOf(file, text)
  const { line, col } = json.lines.linePos(json.positions.offsetOf(tokens))
  return { line, column: col }
}

interface JsonText {
  positions: JsonPositions
  lines: LineCounter
}

const jsonTexts = new Map<string, JsonText>()

function jsonOf(file: string, text: string): JsonText {
  const known = jsonTexts.get(file)
  if (known) return known
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  const made = { positions: new JsonPositions(text), lines }
  jsonTexts.set(file, made)
  return made
}

function lineInYaml(
  { contents, lines }: YamlTree,
  tokens: readonly string[],
): { line: number; column: number } {
  let node: Node | null = contents
  let start = 0
  for (const token of tokens) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String((key as { value?: unknown })?.value) === token)
      if (!pair) break
      start = (pair.key as Node).range?.[0] ?? start
      node = pair.value as Node | null
    } else if (isSeq(node)) {
      const item = node.items[Number(token)] as Node | undefined
      if (!item) break
      start = item.range?.[0] ?? start
      node = item
    } else break
  }
  const { line, col } = lines.linePos(start)
  return { line, column: col }
}

function treeOf(file: string, text: string): YamlTree {
  const known = trees.get(file)
  if (known) return known
  const lines = new LineCounter()
  const { contents } = parseDocument(text, { lineCounter: lines, merge: true })
  const made = { contents, lines }
  trees.set(file, made)
  return made
}
