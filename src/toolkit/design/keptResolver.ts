/** Reads the files of a document for Redocly, and parses only those whose text changed since the last time. */
import type { Document, Source } from '@redocly/openapi-core'
import { LocalResolver } from '../openapi/redocly/localResolver.ts'

/** The parsed files of one document; a run replaces it by those that it read. */
export type Kept = Map<string, { body: string; parsed: unknown }>

/** For one run. Bundling and preprocessors change what they are given, so that each run gets copies. */
export class KeptResolver extends LocalResolver {
  readonly read: Kept = new Map()
  readonly #kept: Kept

  constructor(kept: Kept) {
    super()
    this.#kept = kept
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const known = this.#kept.get(source.absoluteRef)
    if (known?.body === source.body) {
      this.read.set(source.absoluteRef, known)
      return { source, parsed: structuredClone(known.parsed) }
    }
    const document = super.parseDocument(source, isRoot)
    this.read.set(source.absoluteRef, { body: source.body, parsed: structuredClone(document.parsed) })
    return document
  }
}
