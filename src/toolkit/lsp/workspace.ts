/** The documents of a workspace: texts of the editor and files, and which document uses which file. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { configFiles } from '../lint/index.ts'
import { DocumentError, isObject, type Json } from '../openapi/document.ts'
import { placedReferences } from '../openapi/references.ts'
import { fileOf } from '../openapi/referredFiles.ts'
import { createSourceReader, type SourceFile, textOf, unsavedTexts } from '../openapi/sourceFile.ts'
import { filesBelow } from './filesBelow.ts'
import { parseSyntax, type Syntax } from './syntax.ts'

const CONTRACT = /\.(ya?ml|json)$/i
/** The first keys of documents that refer to others. */
const HEADING = /^\s*(?:\{\s*)?["']?(openapi|swagger|asyncapi|arazzo)["']?\s*:/m
/** A heading is near the beginning. */
const HEADING_CHARACTERS = 4000

/** Whether a file may be a part of a document: YAML or JSON. */
export const isContract = (file: string): boolean =>
  CONTRACT.test(file) && basename(file) !== 'package-lock.json'

export interface DocumentEntry {
  /** Absolute. */
  file: string
  alias: string | undefined
  /** The redocly.yaml that applies to it. */
  config: string | undefined
}

interface KnownText {
  /** Milliseconds and bytes, as the file system has them. */
  time: number
  size: number
  text: string | undefined
}

interface KnownSyntax {
  text: string
  syntax: Syntax
}

interface KnownTargets {
  /** The parsed file that has the references. */
  source: object
  files: string[]
}

export class Workspace {
  /** Reads a file of the document, or its text in the editor; parses those only whose text changed. */
  readonly read = createSourceReader()
  readonly root: string
  readonly #texts = new Map<string, KnownText>()
  readonly #known = new Map<string, KnownSyntax>()
  readonly #targets = new Map<string, KnownTargets>()
  #files: string[] | undefined

  /** @param root folder, absolute */
  constructor(root: string) {
    this.root = root
  }

  /** The text of the editor is used instead of the file until `close`. */
  open(file: string, text: string): void {
    unsavedTexts.set(file, text)
    if (!this.files().includes(file)) this.#files?.push(file)
  }

  close(file: string): void {
    unsavedTexts.delete(file)
  }

  /**
   * Files were created, modified or deleted.
   * @returns the documents that refer to these files or are checked by other rules now
   */
  filesChanged(changed: readonly string[]): DocumentEntry[] {
    // The text of the editor is used for open files.
    const read = changed.filter((one) => !unsavedTexts.has(one) || !existsSync(one))
    const isConcerned = ({ file, config }: DocumentEntry) => {
      const own = this.filesOf(file)
      const rules = configFiles(config, this.read)
      return (
        read.some((one) => own.has(one)) ||
        changed.some((one) => rules.includes(one) || isConfigAbove(one, file))
      )
    }
    this.#files = undefined
    return this.entries().filter(isConcerned)
  }

  /** @returns undefined for a file that cannot be read */
  textOf(file: string): string | undefined {
    const unsaved = unsavedTexts.get(file)
    if (unsaved !== undefined) return unsaved
    const { mtimeMs: time = 0, size = -1 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    const known = this.#texts.get(file)
    if (known?.time === time && known.size === size) return known.text
    let text: string | undefined
    try {
      text = textOf(file)
    } catch {
      // Its diagnostics name the fault.
    }
    this.#texts.set(file, { time, size, text })
    return text
  }

  /** Undefined for source code. */
  syntaxOf(file: string): Syntax | undefined {
    const text = isContract(file) ? this.textOf(file) : undefined
    if (text === undefined) return undefined
    const known = this.#known.get(file)
    if (known?.text === text) return known.syntax
    const syntax = parseSyntax(text)
    this.#known.set(file, { text, syntax })
    return syntax
  }

  /** YAML and JSON files below the root. */
  files(): string[] {
    this.#files ??= filesBelow(this.root, isContract)
    return this.#files
  }

  /** OpenAPI, AsyncAPI and Arazzo documents: files that others need not refer to. */
  entries(): DocumentEntry[] {
    return this.files()
      .filter((file) => HEADING.test((this.textOf(file) ?? '').slice(0, HEADING_CHARACTERS)))
      .map((file) => {
        const config = configFor(file, this.root)
        return { file, alias: config && this.#aliasIn(config, file), config }
      })
  }

  /** The name of a document in a configuration. */
  #aliasIn(config: string, file: string): string | undefined {
    try {
      const { apis } = this.read(config).tree
      const isDocument = ([, api]: [string, Json]) =>
        isObject(api) && typeof api.root === 'string' && resolve(dirname(config), api.root) === file
      return Object.entries(isObject(apis) ? apis : {}).find(isDocument)?.[0]
    } catch {
      return undefined // The log of the editor names the fault.
    }
  }

  /** The file and all files that it refers to, directly or not, also those that are missing. */
  filesOf(entry: string): Set<string> {
    const found = new Set([entry])
    // A set that grows is iterated to its new end.
    for (const file of found) for (const target of this.#targetsOf(file)) found.add(target)
    return found
  }

  #targetsOf(file: string): string[] {
    const known = this.#targets.get(file)
    const source = this.sourceOf(file)
    // A file that cannot be parsed at the moment refers to what it referred to.
    if (source === undefined) return known?.files ?? []
    if (known?.source === source) return known.files
    const references = new Set(placedReferences(source.tree).map(({ reference }) => reference))
    const targets = [...references].map((reference) => fileOf(reference, file))
    const files = [...new Set(targets)].filter((target) => target !== undefined)
    this.#targets.set(file, { source, files })
    return files
  }

  /** The parsed file; undefined while it cannot be parsed. */
  sourceOf(file: string): SourceFile | undefined {
    const text = this.textOf(file)
    try {
      return text === undefined ? undefined : this.read(file, text)
    } catch (error) {
      if (error instanceof DocumentError) return undefined
      throw error
    }
  }

  /** The files that refer to a file. */
  usersOf(file: string): string[] {
    return this.files().filter((other) => other !== file && this.#targetsOf(other).includes(file))
  }

  /** The documents that consist of this file among others. */
  entriesWith(file: string): DocumentEntry[] {
    return this.entries().filter((entry) => this.filesOf(entry.file).has(file))
  }
}

/** A configuration that was created or deleted concerns all documents below its folder. */
const isConfigAbove = (changed: string, file: string): boolean =>
  basename(changed) === 'redocly.yaml' && file.startsWith(join(dirname(changed), sep))

/** The nearest redocly.yaml above a file, not above the root. */
function configFor(file: string, root: string): string | undefined {
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder)) {
    const config = join(folder, 'redocly.yaml')
    if (statSync(config, { throwIfNoEntry: false })?.isFile()) return config
    if (folder === dirname(folder)) break
  }
  return undefined
}
