/** Reads a document and all referenced files into one tree that contains only local references. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { parse } from 'yaml'
import {
  type ContractDocument,
  DocumentError,
  isObject,
  type Json,
  type JsonObject,
  type Position,
} from './document.ts'
import { kindOf } from './documentOf.ts'
import { expandLoaded } from './expand.ts'
import { createFindings, type Findings } from './findings.ts'
import { inspect } from './inspect.ts'
import { fragmentOf, memberPointer, pointerOfFragment, tokensOf, valueAt } from './pointer.ts'
import { createReferences, type References } from './references.ts'
import { fileOf, MARKDOWN, readReferred } from './referredFiles.ts'
import { readSourceFile, type SourceFile } from './sourceFile.ts'
import { spliceReferences } from './splice.ts'
import { isSwagger, upgraded } from './upgrade.ts'
import { isData, isNameMap } from './walk.ts'

export interface LoadOptions {
  /** Changes the tree of the entry file before anything is made of it, as an overlay does. */
  change?: (tree: JsonObject) => void
  /** Reads a file; one that remembers what did not change makes loading again cheap. */
  read?: (file: string) => SourceFile
  /** References to other sites stay as they are; they are never read. Default: they make a document of one's own not whole. */
  remote?: 'kept'
  /** The name of a file in positions. Default: `shownFile`. */
  shown?: (file: string) => string
}

/**
 * The name of a file for people, CI annotations and editors. It is relative to the working directory, or to the folder of
 * the document where that is outside the working directory.
 */
function shownFile(file: string, folder: string): string {
  const base = relative(process.cwd(), folder)
  const isOutside = isAbsolute(base) || base.split(sep)[0] === '..'
  return relative(isOutside ? folder : process.cwd(), file).replaceAll('\\', '/')
}

/**
 * Loads an OpenAPI or AsyncAPI document of one's own, which has to be whole, as it was written.
 *
 * @param path a YAML or JSON file, bundled or spread over several files by relative `$ref`s
 * @throws DocumentError when a file cannot be read or parsed, a reference leads nowhere, or the entry file is
 *   neither kind of document
 */
export function loadDocument(
  path: string,
  options: Pick<LoadOptions, 'read' | 'remote' | 'shown'> = {},
): ContractDocument {
  const { document } = readTree(path, options)
  const broken = document.findings.find(
    ({ code }) => code.endsWith('-reference') && !(options.remote === 'kept' && code === 'remote-reference'),
  )
  if (broken === undefined) return document
  const code = broken.message.includes('cannot be read') ? 'UNREADABLE' : 'UNRESOLVED_REFERENCE'
  throw new DocumentError(code, broken.message)
}

/**
 * Reads any OpenAPI or AsyncAPI document. Invalid parts are reported as findings with their position and are excluded from
 * checks. Schemas of older dialects are translated.
 *
 * @throws DocumentError if the entry file cannot be read or parsed, or is neither kind of document
 */
export function readDocument(path: string, options: LoadOptions = {}): ContractDocument {
  const { document, findings } = readTree(path, options)
  inspect(document, findings)
  return { ...document, translated: true }
}

function readTree(path: string, options: LoadOptions): { document: ContractDocument; findings: Findings } {
  const entry = resolve(path)
  const folder = dirname(entry)
  const { read = readSourceFile, shown = (file: string) => shownFile(file, folder) } = options
  const nameOf = (file: string) => relative(folder, file).replaceAll('\\', '/')
  const sources = new Map<string, SourceFile>([[entry, read(entry)]])
  options.change?.((sources.get(entry) as SourceFile).tree)

  const unreadable = readReferred(sources, read)

  const references = createReferences({
    entry,
    sources,
    nameOf,
    fileOf,
    reasonOf: (file) => unreadable.get(file),
  })
  // Until the document is converted, pointers are those of the original.
  let original = (pointer: string): string => pointer
  const files: Files = { entry, sources, nameOf, shown, references }
  const findings = createFindings(
    (pointer) => positionIn(original(pointer), files),
    (pointer) => referenceIn(original(pointer), files),
  )
  const localized = (file: string) => localize(file, sources.get(file) as SourceFile, references, findings)
  const root = localized(entry)
  const others = [...sources.keys()].filter((file) => file !== entry)
  if (others.length > 0)
    root['x-files'] = Object.fromEntries(others.map((file) => [nameOf(file), localized(file)]))
  spliceReferences(root)
  for (const { pointer, target, text, file } of references.made) {
    if (valueAt(root, target) === undefined)
      findings.error('unresolved-reference', pointer, `${nameOf(file)}: $ref "${text}" leads nowhere.`)
  }
  const { root: whole, original: back } = isSwagger(root) ? upgraded(root) : { root, original }
  original = back
  expandLoaded(whole, path)
  const document = { ...kindOf(whole, path), positionOf: findings.positionOf, findings: findings.list }
  return { document, findings }
}

/** `x-` properties that this module reads, or that tools agree on. All others belong to the author. */
const READ_MARKS = new Set(['x-shared-headers', 'x-implied-responses', 'x-webhooks'])

/**
 * The text that a description refers to: a Markdown file, or a string in a YAML or JSON file, as bundlers read it.
 * Undefined for anything else, which is then a reference like any other.
 */
function pageOf(value: Json, from: string): string | undefined {
  if (!isObject(value) || typeof value.$ref !== 'string') return undefined
  const [, fragment = ''] = value.$ref.split('#', 2)
  const file = value.$ref.startsWith('#') ? from : fileOf(value.$ref, from)
  if (file === undefined || !isReadable(file)) return undefined
  if (MARKDOWN.test(file)) return readFileSync(file, 'utf8')
  try {
    const text = valueAt(parse(readFileSync(file, 'utf8')) as Json, pointerOfFragment(fragment))
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined // what cannot be parsed is reported where it is read
  }
}

/** Bytes of a text that a description refers to. */
const MAX_TEXT_SIZE = 10_000_000

/** A device or a pipe may never end. */
function isReadable(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size <= MAX_TEXT_SIZE
}

/** As an assignment makes it. */
const PLAIN = { enumerable: true, configurable: true, writable: true }

function localize(
  file: string,
  { tree }: SourceFile,
  references: References,
  findings: Findings,
): JsonObject {
  const copyOf = (node: Json, pointer: string, base: string, names: boolean, own: boolean): Json => {
    if (Array.isArray(node))
      return node.map((item, index) => copyOf(item, `${pointer}/${index}`, base, false, own))
    if (!isObject(node)) return node
    const inner = !names && typeof node.$id === 'string' ? pointer : base
    const copy: JsonObject = {}
    const put = (key: string, value: Json) => {
      // A document may name something `__proto__`.
      if (key === '__proto__') Object.defineProperty(copy, key, { value, ...PLAIN })
      else copy[key] = value
    }
    for (const key of Object.keys(node)) {
      const value = node[key] as Json
      const at = memberPointer(pointer, key)
      const owned = own || (!names && key.startsWith('x-') && !READ_MARKS.has(key))
      const text = names || key !== 'description' ? undefined : pageOf(value, file)
      if (text !== undefined) put(key, text)
      else if (!names && isData(key, value)) put(key, value)
      else if (key === '$ref' && typeof value === 'string') put(key, reference(value, pointer, inner, own))
      else if (!names && !own && key === 'mapping' && isObject(value)) put(key, mapping(value, at, inner))
      else put(key, copyOf(value, at, inner, !names && isNameMap(key, value), owned))
    }
    return copy
  }
  const reference = (text: string, pointer: string, base: string, own: boolean): string => {
    const target = references.resolve(text, file, base, own ? undefined : pointer)
    if (typeof target === 'string') return fragmentOf(target)
    // Other tools resolve references in the author's own extensions, such as a Markdown page.
    if (own) return text
    findings.error(target.code, pointer, target.message)
    return text
  }
  /** The values of a discriminator's mapping are references, or bare names of schemas. */
  const mapping = (node: JsonObject, pointer: string, base: string): JsonObject =>
    Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (typeof value !== 'string' || !/[#/]|\.(ya?ml|json)$/.test(value)) return [key, value]
        return [key, reference(value, memberPointer(pointer, key), base, false)]
      }),
    )
  const start = references.prefixOf(file)
  return copyOf(tree, start, start, false, false) as JsonObject
}

interface Files {
  entry: string
  sources: ReadonlyMap<string, SourceFile>
  /** The name of a file in `x-files`. */
  nameOf: (file: string) => string
  shown: (file: string) => string
  references: References
}

function positionIn(pointer: string, files: Files): Position | undefined {
  const place = placeIn(pointer, files)
  return place && { file: files.shown(place.file), ...place.source.positionAt(place.tokens) }
}

/** The value of the `$ref` of a node, or the node itself, which may be a text in a discriminator's mapping. */
function referenceIn(pointer: string, files: Files): Position | undefined {
  const place = placeIn(pointer, files)
  if (place === undefined) return undefined
  const { rangeAt } = place.source
  const range = rangeAt([...place.tokens, '$ref']) ?? rangeAt(place.tokens)
  if (range === undefined) return positionIn(pointer, files)
  return { file: files.shown(place.file), ...range.start, end: range.end }
}

/** Follows a pointer through the files as they were written. */
function placeIn(pointer: string, { entry, sources, nameOf, references }: Files) {
  let file = entry
  let tokens = tokensOf(pointer)
  if (tokens[0] === 'x-files') {
    const named = [...sources.keys()].find((one) => one !== entry && nameOf(one) === tokens[1])
    if (named === undefined) return undefined
    file = named
    tokens = tokens.slice(2)
  }
  const [first] = tokens
  const start = sources.get(file)?.tree
  if (first !== undefined && start && !Object.hasOwn(start, first)) return undefined
  for (let hops = 0; hops < 64; hops++) {
    const source = sources.get(file) as SourceFile
    const way = through(source.tree, tokens)
    if (way === undefined) return { file, source, tokens }
    const target = references.resolve(way.reference, file, references.prefixOf(file))
    if (typeof target !== 'string') return { file, source, tokens: way.tokens }
    const [folder, name, ...rest] = tokensOf(target)
    const sibling = folder === 'x-files' ? [...sources.keys()].find((one) => nameOf(one) === name) : undefined
    file = sibling ?? entry
    tokens = [...(sibling ? rest : tokensOf(target)), ...way.rest]
  }
  return undefined
}

/** The first reference on the way that a pointer has to go through; undefined when it needs none. */
function through(tree: JsonObject, tokens: readonly string[]) {
  let node: Json | undefined = tree
  for (const [index, token] of tokens.entries()) {
    if (isObject(node) && !Object.hasOwn(node, token) && typeof node.$ref === 'string')
      return { reference: node.$ref, tokens: tokens.slice(0, index), rest: tokens.slice(index) }
    if (Array.isArray(node)) node = node[Number(token)]
    else node = isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
    if (node === undefined) return undefined
  }
  return undefined
}
