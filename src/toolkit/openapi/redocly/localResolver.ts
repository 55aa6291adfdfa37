import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { BaseResolver, type Document, ResolveError, Source } from '@redocly/openapi-core'
import { isObject, type Json } from '../document.ts'
import { nestingFault, readSourceFile, textOf } from '../sourceFile.ts'

import { jsonAst } from './jsonAst.ts'

/**
 * Reads the files of a document for Redocly. Documents may be untrusted, so network references are not followed, as in
 * `openapi/load.ts`. For many small files, synchronous reads need a tenth of the time of asynchronous ones.
 */
export class LocalResolver extends BaseResolver {
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
    const document = this.#parse(source, isRoot)
    const fault = nestingFault(document.parsed)
    if (fault !== undefined) throw new ResolveError(new Error(`${source.absoluteRef}: ${fault}.`))
    return { ...document, parsed: disguised(document.parsed) }
  }

  /** YAML 1.2 that Redocly's parser rejects, such as quoted text that is indented less, is read as by every other tool. */
  #parse(source: Source, isRoot: boolean): Document {
    const json = source.absoluteRef.endsWith('.json') ? parsedJson(source.body) : undefined
    if (json !== undefined) {
      let ast: unknown
      source.getAst = () => {
        ast ??= jsonAst(source.body)
        return ast as ReturnType<Source['getAst']>
      }
      return { source, parsed: json }
    }
    try {
      return super.parseDocument(source, isRoot)
    } catch (error) {
      if (!existsSync(source.absoluteRef)) throw error
      return { source, parsed: readSourceFile(source.absoluteRef).tree }
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

const keysWritten = (json: string): number => {
  let count = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|:/gs)) if (token === ':') count++
  return count
}

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
