/** Reads the files of a document for Redocly, and parses only those whose text changed since the last time. */
import type { Document, Source } from '@redocly/openapi-core'
import type { JsonText } from '../openapi/jsonText.ts'
import { LocalResolver } from '../openapi/redocly/localResolver.ts'

/** A component, a path, or all of a file that has neither. */
export interface Part {
  node: unknown
  /** Undefined until they are needed: `/project/openapi.yaml#/components/schemas/Pet`. */
  references: string[] | undefined
  /** The operation ids that it has or refers to, once the references are known. */
  operationIds?: readonly string[]
}

export interface CachedFile {
  body: string
  parsed: unknown
  /** Of the run that parsed the file. */
  source: Source
  /** Of a JSON file, for the next edit of it. */
  json: JsonText | undefined
  /** Set once changes are looked for. */
  parts?: Map<string, Part>
}

/** The parsed files of one document; a run replaces it by those that it read. */
export type CachedFiles = Map<string, CachedFile>

/** For one run. Preprocessors change what they are given, so that each of their runs gets copies. */
export class CachedResolver extends LocalResolver {
  readonly read: CachedFiles = new Map()
  readonly #cached: CachedFiles
  readonly #copies: boolean

  /** @param changesTrees whether the run has a preprocessor that changes documents */
  constructor(cached: CachedFiles, changesTrees = true) {
    super()
    this.#cached = cached
    this.#copies = changesTrees
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const known = this.#cached.get(source.absoluteRef)
    const file = known?.body === source.body ? known : this.#parse(source, isRoot)
    this.read.set(source.absoluteRef, file)
    return { source: file.source, parsed: this.#copies ? structuredClone(file.parsed) : file.parsed }
  }

  protected override knownJson(file: string): JsonText | undefined {
    return this.#cached.get(file)?.json
  }

  #parse(source: Source, isRoot?: boolean): CachedFile {
    const { parsed } = super.parseDocument(source, isRoot)
    return { body: source.body, parsed, source, json: this.json.get(source.absoluteRef) }
  }
}
