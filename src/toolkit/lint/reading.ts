/**
 * Errors that prevent reading documents, as data with positions: files that cannot be parsed, unresolved references, and
 * parts of the documents that no tool can use.
 */
import { relative, resolve } from 'node:path'
import { invariantProblems } from '../model/statedInvariants.ts'
import {
  type ContractDocument,
  DocumentError,
  type DocumentFinding,
  isObject,
  type Json,
  objectAt,
  type TextPosition,
} from '../openapi/document.ts'
import { readDocument } from '../openapi/load.ts'
import { pointerOf, pointerOfFragment, tokensOf } from '../openapi/pointer.ts'
import { placedReferences, referencesIn } from '../openapi/references.ts'
import { fileOf, MARKDOWN } from '../openapi/referredFiles.ts'
import { createSourceReader, hasFile, type SourceFile } from '../openapi/sourceFile.ts'
import { createSuggestions, type Suggestions } from './suggestions.ts'

export interface Fault {
  /** `readable` (a file cannot be parsed), `no-unresolved-refs` (an unresolved reference) or `document/…`. */
  rule: string
  /** Absolute. */
  file: string
  line: number
  column: number
  /** Undefined where only the beginning is known. */
  end: TextPosition | undefined
  message: string
  /** In the file, as `.redocly.lint-ignore.yaml` names it: `#/components/schemas/Pet`. */
  pointer: string | undefined
}

/** Reads a file; one that remembers what did not change makes it cheap to inspect again. */
export type Read = (file: string) => SourceFile

/** `pets.yaml:4:2: cannot be parsed: …`, the file from `root`. */
export const faultText = ({ file, line, column, message }: Fault, root: string): string =>
  `${relative(root, file)}:${line}:${column}: ${message}`

/**
 * The files of the documents that cannot be read or parsed, or contain no object, in the order in which they are met.
 *
 * @param pages the entry files, absolute; those that are not there are left to their readers
 */
function syntaxFaults(pages: readonly string[], read: Read): Fault[] {
  const files = new Set(pages)
  const faults: Fault[] = []
  // A set that grows is iterated to its new end.
  for (const file of files) {
    if (!hasFile(file)) continue
    try {
      for (const reference of referencesIn(read(file).tree)) {
        const [target = ''] = reference.split('#', 1)
        if (/\.(ya?ml|json)$/i.test(target) && !/^[a-z][a-z0-9+.-]+:/i.test(target))
          files.add(resolve(file, '..', target))
      }
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      faults.push(placed(file, error))
    }
  }
  return faults
}

function placed(file: string, error: DocumentError): Fault {
  const [first = ''] = error.message.replace(`${file} `, '').replace(`${file}: `, '').split('\n')
  const [, text = first, line = '1', column = '1'] = /^(.*?) at line (\d+), column (\d+):?$/.exec(first) ?? []
  return {
    rule: 'readable',
    file,
    line: Number(line),
    column: Number(column),
    end: undefined,
    message: `${text}${text.endsWith('.') ? '' : '.'}`,
    pointer: undefined,
  }
}

/** Undefined if the file is not an OpenAPI or AsyncAPI document, which the reader reports. */
function documentAt(entry: string, read: Read): ContractDocument | undefined {
  try {
    return readDocument(entry, { read, shown: (one) => one })
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

const INVALID = new Set([
  'malformed',
  'invalid-keyword',
  'invalid-pattern',
  'invalid-id',
  'contradiction',
  'duplicate',
])

/**
 * Parts of the documents that no tool can use. Redocly reports network references and the content of the author's own
 * extensions.
 *
 * @param pages absolute paths of the entry files
 * @param broken files that cannot be parsed; references to them are not reported again
 * @param documents receives each document that was read, by entry file
 */
function documentFaults(
  pages: readonly string[],
  broken: ReadonlySet<string>,
  read: Read,
  documents: Map<string, ContractDocument>,
): Fault[] {
  const faults: Fault[] = []
  for (const page of pages) {
    if (!hasFile(page) || broken.has(page)) continue
    const document = documentAt(page, read)
    if (document === undefined) continue
    documents.set(page, document)
    const suggestions = createSuggestions(page, () => filesIn(document, page), read)
    for (const finding of document.findings) {
      const fault = faultOf(finding, page, broken, suggestions)
      if (fault) faults.push(fault)
    }
    faults.push(...invariantFaults(document, page))
  }
  return once(faults)
}

/** Statements of `x-invariants` that cannot be checked. */
function invariantFaults(document: ContractDocument, page: string): Fault[] {
  return invariantProblems(document).flatMap(({ pointer, message }): Fault[] => {
    const position = document.positionOf(pointer)
    if (position === undefined) return []
    const { line, column, end } = position
    const place = { file: resolve(page, '..', position.file), line, column, end }
    return [
      {
        ...place,
        rule: 'document/invalid-invariant',
        message: `${message}.`,
        pointer: pointerInFile(pointer),
      },
    ]
  })
}

/** A pointer into the file of a node, as `.redocly.lint-ignore.yaml` names it. */
const pointerInFile = (pointer: string): string => `#${pointer.replace(/^\/x-files\/[^/]*/, '')}`

/** A part that several documents or aliases share is reported once. */
function once(faults: readonly Fault[]): Fault[] {
  const found = new Map<string, Fault>()
  for (const fault of faults) {
    const key = `${fault.file}:${fault.line}:${fault.column} ${fault.message}`
    if (!found.has(key)) found.set(key, fault)
  }
  return [...found.values()]
}

const filesIn = ({ root }: ContractDocument, page: string): string[] => [
  page,
  ...Object.keys(objectAt(root, 'x-files')).map((name) => resolve(page, '..', name)),
]

function faultOf(
  { code, message, position, pointer }: DocumentFinding,
  page: string,
  broken: ReadonlySet<string>,
  suggestions: Suggestions,
): Fault | undefined {
  if (position === undefined) return undefined
  const file = resolve(page, '..', position.file)
  const { line, column, end } = position
  const place = { file, line, column, end, pointer: pointerInFile(pointer) }
  if (INVALID.has(code)) return { ...place, rule: `document/${code}`, message: `${message}.` }
  if (code === 'circular-reference')
    return { ...place, rule: 'no-unresolved-refs', message: `$ref ${message}.` }
  if (code !== 'unresolved-reference') return undefined
  const reference = /^(?:.*?\$ref )?"([^"]*)"/.exec(message)?.[1]
  if (reference === undefined) return undefined
  const [path = ''] = reference.split('#', 1)
  const target = path === '' ? file : resolve(file, '..', path)
  if (broken.has(target)) return undefined
  return {
    ...place,
    rule: 'no-unresolved-refs',
    message: brokenText({ reference, file, target, page }, suggestions),
  }
}

interface BrokenReference {
  reference: string
  /** The file that contains it, and the file that it leads to. */
  file: string
  target: string
  page: string
}

function brokenText({ reference, file, target, page }: BrokenReference, suggestions: Suggestions): string {
  const why = hasFile(target) ? '' : `: there is no ${relative(resolve(page, '..'), target)}`
  const hint = suggestions.nearest(reference, file)
  const meant = hint === undefined ? '' : ` Did you mean ${hint}?`
  return `$ref "${reference}" leads nowhere${why}.${meant}`
}

/** The faults found while reading documents, for commands that inspect them further. */
export interface Inspected {
  faults: Fault[]
  /** Files that cannot be parsed. */
  broken: ReadonlySet<string>
  /** Each document that could be read, by its entry file. */
  documents: ReadonlyMap<string, ContractDocument>
}

/**
 * Reads documents and collects what prevents their use.
 * @param files absolute paths of the entry files
 * @param checkpoint runs between the steps; it may throw to stop
 */
export function inspectFiles(
  files: readonly string[],
  read: Read = createSourceReader(),
  checkpoint: () => void = () => {},
): Inspected {
  const sources = new Map<string, SourceFile>()
  /** Each file is read from the disk once. */
  const readOnce = (file: string) => {
    const source = sources.get(file) ?? read(file)
    sources.set(file, source)
    return source
  }
  const syntax = syntaxFaults(files, readOnce)
  checkpoint()
  const broken = new Set(syntax.map(({ file }) => file))
  const documents = new Map<string, ContractDocument>()
  return { faults: [...syntax, ...documentFaults(files, broken, readOnce, documents)], broken, documents }
}

interface OwnFaultsOptions {
  /** The entry file of the document, absolute. */
  page: string
  /** The files of the document, for suggestions. */
  files: () => Iterable<string>
  read: Read
}

/**
 * The faults of one file of a document that need no other rule: it cannot be parsed, or its references lead nowhere.
 * Reads the files that it refers to, not the rest of the document. A reference through another one is left to the
 * whole inspection, as is one to the `$id` of a schema or to an anchor.
 *
 * @param file absolute
 * @param options the document that the file belongs to
 * @returns the faults as `lint` reports them
 * @example
 * ownFaults('/project/pets.yaml', { page: '/project/openapi.yaml', files: () => [], read: readSourceFile })
 */
export function ownFaults(file: string, { page, files, read }: OwnFaultsOptions): Fault[] {
  try {
    const { tree, positionAt, rangeAt } = read(file)
    const suggestions = createSuggestions(page, files, read)
    // Most references lead to a few places.
    const targets = new Map<string, string | undefined>()
    const lostTarget = (reference: string) => {
      if (targets.has(reference)) return targets.get(reference)
      const target = fileOf(reference, file)
      const isLost = target !== undefined && !isThere(target, reference, read)
      targets.set(reference, isLost ? target : undefined)
      return targets.get(reference)
    }
    const faults = placedReferences(tree).flatMap(({ reference, tokens }) => {
      const target = lostTarget(reference)
      if (target === undefined) return []
      const message = brokenText({ reference, file, target, page }, suggestions)
      const { start = positionAt(tokens), end } = rangeAt([...tokens, '$ref']) ?? {}
      const pointer = `#${pointerOf(...tokens)}`
      return { rule: 'no-unresolved-refs', file, ...start, end, message, pointer }
    })
    return once(faults)
  } catch (error) {
    if (error instanceof DocumentError) return [placed(file, error)]
    throw error
  }
}

/** Whether a reference leads somewhere, or whether that is left to the whole inspection. */
function isThere(target: string, reference: string, read: Read): boolean {
  if (!hasFile(target)) return false
  const [, fragment = ''] = reference.split('#', 2)
  if (MARKDOWN.test(target) || (fragment !== '' && !fragment.startsWith('/'))) return true
  try {
    let node: Json | undefined = read(target).tree
    for (const token of tokensOf(pointerOfFragment(fragment))) {
      if (isObject(node) && (typeof node.$ref === 'string' || typeof node.$id === 'string')) return true
      node = childOf(node, token)
    }
    return node !== undefined
  } catch (error) {
    if (error instanceof DocumentError) return true // its own diagnostics name the fault
    throw error
  }
}

function childOf(node: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(node)) return node[Number(token)]
  return isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
}
