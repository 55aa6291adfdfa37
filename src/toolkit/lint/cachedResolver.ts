/** Reads the files of a document for Redocly, and parses only those whose text changed since the last time. */
import type { Document, Source } from '@redocly/openapi-core'
import { LocalResolver } from '../openapi/redocly/localResolver.ts'

/** A component, a path, or all of a file that has neither. */
export interface Part {
  node: unknown
  /** Undefined until they are needed: `/project/openapi.yaml#/components/schemas/Pet`. */
  references: string[] | undefined
}

export interface CachedFile {
  body: string
  parsed: unknown
  /** Of the last run. */
  source: Source
  /** Set once changes are looked for. */
  parts?: Map<string, Part>
}

/** The parsed files of one document; a run replaces it by those that it read. */
export type CachedFiles = Map<string, CachedFile>

/** For one run. Bundling and preprocessors change what they are given, so that each run gets copies. */
export class CachedResolver extends LocalResolver {
  readonly read: CachedFiles = new Map()
  readonly #cached: CachedFiles

  constructor(cached: CachedFiles) {
    super()
    this.#cached = cached
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const known = this.#cached.get(source.absoluteRef)
    if (known?.body === source.body) {
      known.source = source
      this.read.set(source.absoluteRef, known)
      return { source, parsed: structuredClone(known.parsed) }
    }
    const document = super.parseDocument(source, isRoot)
    const parsed = structuredClone(document.parsed)
    this.read.set(source.absoluteRef, { body: source.body, parsed, source })
    return document
  }
}
