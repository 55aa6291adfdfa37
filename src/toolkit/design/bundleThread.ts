/** Bundles a document, and makes what follows from it, on a thread of its own. */
import { existsSync } from 'node:fs'
import {
  choicesAt,
  createTypesMaker,
  type OutputPart,
  outputsOfBundle,
  outputsOfPage,
  type TypesMaker,
} from '../generate/index.ts'
import { type CachedFiles, CachedResolver, readingFaults } from '../lint/index.ts'
import { type JsonObject, objectAt } from '../openapi/document.ts'
import { documentOf } from '../openapi/documentOf.ts'
import { listOperations } from '../openapi/operations.ts'
import { bundleFiles } from '../openapi/redocly/bundle.ts'
import { serveTasks } from '../openapi/thread.ts'
import { changedOperations } from './changedOperations.ts'
import type { Generates } from './project.ts'

type BundleTask =
  | { kind: 'bundle'; root: string; file: string }
  | { kind: 'outputs'; root: string; generates: Generates; source: string; file: string; part: OutputPart }

export interface Bundled {
  /** Undefined when the document cannot be bundled; then `error` has the reason. */
  tree: JsonObject | undefined
  error: string | undefined
  /** Nothing but comments and the like changed. */
  same: boolean
  /** Every file that was read or requested, absolute. */
  files: string[]
  operations: number
  /** The operations that changed since the last bundle, the first of the document first. */
  changed: string[]
}

interface Remembered {
  cached: CachedFiles
  tree?: JsonObject
}

const bundles = new Map<string, Remembered>()

async function bundled({ root, file }: { root: string; file: string }): Promise<Bundled> {
  const known: Remembered = bundles.get(file) ?? { cached: new Map() }
  bundles.set(file, known)
  const resolver = new CachedResolver(known.cached)
  try {
    const tree = (await bundleFiles(file, resolver)) as JsonObject
    const before = known.tree
    known.tree = tree
    const document = documentOf(tree, file)
    const operations =
      document.kind === 'openapi'
        ? listOperations(document).length
        : Object.keys(objectAt(tree, 'operations')).length
    const same = before !== undefined && JSON.stringify(before) === JSON.stringify(tree)
    const changed = before === undefined || same ? [] : changedOperations(before, tree)
    return { tree, error: undefined, same, files: [...resolver.getFiles()], operations, changed }
  } catch (error) {
    const faults = existsSync(file) ? readingFaults([file], root) : [`${file} is not there.`]
    const message = faults.length > 0 ? faults.join('\n') : (error as Error).message
    return {
      tree: undefined,
      error: message,
      same: false,
      files: [...resolver.getFiles()],
      operations: 0,
      changed: [],
    }
  } finally {
    known.cached = resolver.read
  }
}

let types: TypesMaker | undefined

async function outputs(task: Extract<BundleTask, { kind: 'outputs' }>): Promise<[string, string][]> {
  types ??= createTypesMaker()
  // As it was bundled last; what a newer save replaces is not shown.
  const { tree } = bundles.get(task.file) ?? {}
  if (tree === undefined) return []
  const { root, generates, source, part } = task
  if ('name' in generates)
    return outputsOfBundle(root, generates.name, source, tree, types, { parts: [part] })
  if (part !== 'types') return []
  const { file } = generates
  return outputsOfPage(source, file, tree, types, choicesAt(root, file))
}

serveTasks((task: BundleTask) => (task.kind === 'bundle' ? bundled(task) : outputs(task)))
