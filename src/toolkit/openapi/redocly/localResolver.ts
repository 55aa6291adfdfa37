import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { BaseResolver, type Document, ResolveError, Source } from '@redocly/openapi-core'
import { DocumentError, isObject, type Json } from '../document.ts'
import { stringEnd } from '../jsonString.ts'
import { type JsonEdit, JsonText } from '../jsonText.ts'
import { readPlainYaml } from '../plainYaml.ts'
import { nestingFault, readSourceFile, type SourceFile, textOf } from '../sourceFile.ts'
import { jsonAst } from './jsonAst.ts'

/**
 * Reads the files of a document for Redocly. Documents may be untrusted, so network references are not followed, as in
 * `openapi/load.ts`. For many small files, synchronous reads need a tenth of the time of asynchronous ones.
 */
export class LocalResolver extends BaseResolver {
  /** The JSON files that were parsed. */
  readonly json = new Map<string, JsonText>()

  readonly #read: ((file: string) => SourceFile) | undefined

  /** @param read of files whose trees Redocly may have, because nothing changes them */
  constructor(read?: (file: string) => SourceFile) {
    super()
    this.#read = read
  }

  /** A file as it was parsed before. */
  protected knownJson(_file: string): JsonText | undefined {
    return undefined
  }

  override async loadExternalRef(absoluteRef: string): Promise<Source> {
    if (!isAbsolute(absoluteRef)) {
      const what = `received ${absoluteRef}, expected a file: references to the network are not followed`
      throw new ResolveError(new Error(`${what}. Store a copy next to the document.`))
    }
    try {
      return new Source(absoluteRef, textOf(absoluteRef).replaceAll('\r\n', '\n'))
    } catch (error) {
      throw new ResolveError(error as Error)
    }
  }

  /** Rejects cycles and extreme nesting, on which Redocly's walk fails. */
  override parseDocument(source: Source, isRoot = false): Document {
    const edit = this.knownJson(source.absoluteRef)?.edited(source.body)
    if (edit !== undefined && isUsable(edit)) return this.#jsonDocument(source, edit.after)
    const document = this.#parse(source, isRoot)
    const fault = nestingFault(document.parsed)
    if (fault !== undefined) throw new ResolveError(new Error(`${source.absoluteRef}: ${fault}.`))
    const parsed = disguised(document.parsed)
    return document.isJson
      ? this.#jsonDocument(source, new JsonText(source.body, parsed as Json))
      : { source, parsed }
  }

  #jsonDocument(source: Source, json: JsonText): Document {
    let ast: unknown
    source.getAst = () => {
      ast ??= jsonAst(json)
      return ast as ReturnType<Source['getAst']>
    }
    this.json.set(source.absoluteRef, json)
    return { source, parsed: json.tree }
  }

  /** Plain YAML is the same for every parser, and ours is faster. */
  #plainTree({ absoluteRef, body }: Source): unknown {
    if (this.#read === undefined) return readPlainYaml(body)?.tree
    try {
      const { isPlainYaml, tree } = this.#read(absoluteRef)
      return isPlainYaml ? tree : undefined
    } catch (error) {
      if (error instanceof DocumentError) return undefined // Redocly reports it
      throw error
    }
  }

  /** YAML 1.2 that Redocly's parser rejects, such as quoted text that is indented less, is read as by every other tool. */
  #parse(source: Source, isRoot: boolean): { parsed: unknown; isJson: boolean } {
    const json = source.absoluteRef.endsWith('.json') ? parsedJson(source.body) : undefined
    if (json !== undefined) return { parsed: json, isJson: true }
    const plain = /\.ya?ml$/.test(source.absoluteRef) ? this.#plainTree(source) : undefined
    if (plain !== undefined) return { parsed: plain, isJson: false }
    try {
      return { parsed: super.parseDocument(source, isRoot).parsed, isJson: false }
    } catch (error) {
      if (!existsSync(source.absoluteRef)) throw error
      return { parsed: readSourceFile(source.absoluteRef).tree, isJson: false }
    }
  }
}

/** A parser of YAML is several times slower. Undefined for invalid JSON and for a duplicate key, which Redocly reports. */
function parsedJson(text: string): unknown {
  try {
    const tree: unknown = JSON.parse(text)
    return isObject(tree as Json) && keysIn(tree) === keysWritten(text) ? tree : undefined
  } catch {
    return undefined
  }
}

function keysIn(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  const values: unknown[] = Object.values(node)
  let count = Array.isArray(node) ? 0 : values.length
  for (const value of values) count += keysIn(value)
  return count
}

function keysWritten(json: string): number {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === COLON) count++
    else if (code === QUOTE) at = stringEnd(json, at) - 1
  }
  return count
}

const [QUOTE, COLON] = [0x22, 0x3a]

/** Whether an edit leaves what the whole text was checked for: no key twice, no extreme nesting, no name to disguise. */
const isUsable = ({ tokens, value, written }: JsonEdit): boolean =>
  keysIn(value) === keysWritten(written) &&
  nestingFault(value, tokens.length) === undefined &&
  !written.includes(NAME)

/** Redocly calls `hasOwnProperty` on objects of documents, and fails if a document has a property with this name. */
const NAME = 'hasOwnProperty'
/** Has the same length, so that positions do not change, and occurs in no document. */
const DISGUISE = 'hasOwnPropertY'

/** Input for Redocly: replaces the name in keys and strings. */
function disguised(parsed: unknown): unknown {
  return hasKey(parsed) ? renamed(parsed, NAME, DISGUISE) : parsed
}

/** Restores the name in Redocly's output. */
export const undisguised = <T>(value: T): T => renamed(value, DISGUISE, NAME) as T

function hasKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, NAME) || Object.values(value).some(hasKey)
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.includes(from) ? value.replaceAll(from, to) : value
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replaceAll(from, to), renamed(one, from, to)]),
  )
}
