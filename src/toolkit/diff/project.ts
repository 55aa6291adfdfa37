/** Which documents a comparison is about: two files, or all the documents of two folders. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import { isObject, objectAt } from '../openapi/document.ts'
import type { LoadedDocument } from './location.ts'
import { checkout, InputError, splitRevision } from './revision.ts'
import { type DocumentPair, load, type Origin, workingTree } from './source.ts'
import { compare } from './version.ts'

interface Side {
  input: string
  path: string
  origin: Origin
  documents: LoadedDocument[]
}

/**
 * @param old a file or a folder, of the working tree or, as `REVISION:path`, of Git
 * @throws InputError where there is nothing to compare; DocumentError for a document that cannot be read
 */
export function pairsOf(old: string, now: string, cwd: string): DocumentPair[] {
  const [before, after] = [sideOf(old, cwd), sideOf(now, cwd)]
  const [was, is] = [before.documents[0], after.documents[0]]
  if (before.documents.length === 1 && after.documents.length === 1 && was && is)
    return [{ old: was, new: is }]
  return matched(before, after)
}

function sideOf(input: string, cwd: string): Side {
  const { path, origin, files, remove } = filesOf(input, cwd)
  try {
    return { input, path, origin, documents: files.map((file) => load(file, origin)) }
  } finally {
    // The documents are in memory now.
    remove()
  }
}

/**
 * Every document of an input, joined into one tree, by its name in the comparison.
 * @param input as of `pairsOf`
 */
export async function bundlesOf(input: string, cwd: string): Promise<Map<string, object>> {
  const { bundle } = await import('../openapi/redocly/bundle.ts')
  const { origin, files, remove } = filesOf(input, cwd)
  try {
    const bundled = files.map(async (file): Promise<[string, object]> => {
      const entry = resolve(file)
      return [origin.shown(entry), await bundle(entry)]
    })
    return new Map(await Promise.all(bundled))
  } finally {
    remove()
  }
}

function filesOf(input: string, cwd: string) {
  const split = splitRevision(input)
  const { path, origin, remove } = split
    ? checkout(split.revision, split.path, cwd)
    : { path: resolve(cwd, input), origin: workingTree, remove: () => {} }
  try {
    if (!existsSync(path))
      throw new InputError(
        `${input} does not exist in the working tree. Name a file, a folder, or REVISION:PATH for one of Git.`,
      )
    const files = statSync(path).isDirectory() ? documentsIn(path) : [path]
    if (files.length === 0)
      throw new InputError(
        `${input} contains no OpenAPI or AsyncAPI document. Name a file, or a folder that contains one.`,
      )
    return { path, origin, files, remove }
  } catch (error) {
    remove()
    throw error
  }
}

const PASSED_OVER = new Set(['node_modules', 'dist', 'generated', 'released', 'coverage'])

/** The roots that a `redocly.yaml` names; else every file that begins a document. */
export function documentsIn(folder: string): string[] {
  const config = join(folder, 'redocly.yaml')
  if (existsSync(config)) {
    const tree: unknown = parse(readFileSync(config, 'utf8'))
    const apis = isObject(tree as never) ? Object.values(objectAt(tree as never, 'apis')) : []
    const roots = apis.flatMap((api) =>
      isObject(api) && typeof api.root === 'string' ? [join(folder, api.root)] : [],
    )
    if (roots.length > 0) return roots
  }
  return filesBelow(folder).filter(beginsDocument)
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      if (entry.name.startsWith('.') || (entry.isDirectory() && PASSED_OVER.has(entry.name))) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : /\.(ya?ml|json)$/.test(entry.name) ? [path] : []
    })

/**
 * Whether a file begins a document. A configuration file can have the same properties, so that a version at
 * the root is required.
 */
function beginsDocument(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  if (!/["']?\b(openapi|asyncapi)["']?\s*:\s*["']?\d/.test(text)) return false
  try {
    const tree: unknown = file.endsWith('.json') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 })
    const versions = isObject(tree) ? [tree.openapi, tree.asyncapi] : []
    return versions.some((version) => /^\d+(\.\d+)+/.test(String(version)))
  } catch {
    // Parse errors are reported when the document is loaded.
    return file.endsWith('.json') || /^["']?(openapi|asyncapi)\b/m.test(text)
  }
}

/** By their path in the folder; what is left by kind and title, the latest version of each. */
function matched(before: Side, after: Side): DocumentPair[] {
  const pathOf = (side: Side, document: LoadedDocument) =>
    relative(side.path, side.documents.length === 1 ? side.path : fileOf(document))
  const pairs: DocumentPair[] = []
  const free = new Set(after.documents)
  const rest: LoadedDocument[] = []
  for (const was of before.documents) {
    const is = after.documents.find(
      (other) => pathOf(after, other) === pathOf(before, was) && other.kind === was.kind,
    )
    if (is && free.delete(is)) pairs.push({ old: was, new: is })
    else rest.push(was)
  }
  for (const was of latest(rest)) {
    const is = latest([...free]).find((other) => titleOf(other) === titleOf(was) && other.kind === was.kind)
    if (is) {
      for (const other of [...free])
        if (titleOf(other) === titleOf(is) && other.kind === is.kind) free.delete(other)
      pairs.push({ old: was, new: is })
    } else pairs.push({ old: was })
  }
  return [...pairs, ...[...free].map((now): DocumentPair => ({ new: now }))]
}

const fileOf = (document: LoadedDocument): string => document.identity('').replace(/#$/, '')

const infoOf = ({ root }: LoadedDocument) => objectAt(root, 'info')
const titleOf = (document: LoadedDocument): string => String(infoOf(document).title)

function latest(documents: readonly LoadedDocument[]): LoadedDocument[] {
  const newest = new Map<string, LoadedDocument>()
  for (const document of documents) {
    const key = `${document.kind} ${titleOf(document)}`
    const known = newest.get(key)
    const later = known && compare(String(infoOf(document).version), String(infoOf(known).version)) > 0
    if (!known || later) newest.set(key, document)
  }
  return [...newest.values()]
}
