import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { BaseResolver, type Document, ResolveError, Source } from '@redocly/openapi-core'
import { nestingFault, readSourceFile, textOf } from '../sourceFile.ts'

/**
 * Reads the files of a document for Redocly. A document may be a stranger's: what it names on the network is not asked for, as
 * `openapi/load.ts` does not. One of many small files is read in a tenth of the time when nobody waits for another
 * thread at each.
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

  /** What contains itself, or is nested without measure, ends Redocly's walk through it. */
  override parseDocument(source: Source, isRoot = false): Document {
    const document = this.#parse(source, isRoot)
    const fault = nestingFault(document.parsed)
    if (fault !== undefined) throw new ResolveError(new Error(`${source.absoluteRef}: ${fault}.`))
    return { ...document, parsed: disguised(document.parsed) }
  }

  /** YAML 1.2 that Redocly's parser rejects, such as quoted text that is indented less, is read as by every other tool. */
  #parse(source: Source, isRoot: boolean): Document {
    try {
      return super.parseDocument(source, isRoot)
    } catch (error) {
      if (!existsSync(source.absoluteRef)) throw error
      return { source, parsed: readSourceFile(source.absoluteRef).tree }
    }
  }
}

/** Redocly asks objects of documents for `hasOwnProperty`, and ends where a document has something of this name. */
const NAME = 'hasOwnProperty'
/** As long, so that lengths stay; no document has it. */
const DISGUISE = 'hasOwnPropertY'

/** What Redocly gets: the name under another one, in keys and texts alike. */
function disguised(parsed: unknown): unknown {
  return hasKey(parsed) ? renamed(parsed, NAME, DISGUISE) : parsed
}

/** What Redocly gave back, as the document says it. */
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
