/** Reads the files of a document for Redocly, and parses only those whose text changed since the last time. */
import type { Document, Source } from '@redocly/openapi-core'
import { LocalResolver } from '../openapi/redocly/localResolver.ts'

/** The parsed files of one document; a run replaces it by those that it read. */
export type CachedFiles = Map<string, { body: string; parsed: unknown }>

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
      this.read.set(source.absoluteRef, known)
      return { source, parsed: structuredClone(known.parsed) }
    }
    const document = super.parseDocument(source, isRoot)
    this.read.set(source.absoluteRef, { body: source.body, parsed: structuredClone(document.parsed) })
    return document
  }
}
