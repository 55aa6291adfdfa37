/** Bundles a document, makes what follows from it, and compares it with its release, on a thread of its own. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import {
  createSourceReader,
  documentOf,
  type JsonObject,
  listOperations,
  objectAt,
} from '../contract/index.ts'
import { applyWaivers, breaks, compareDocuments, load, readWaivers } from '../diff/index.ts'
import { bundleFiles } from '../generate/bundle.ts'
import { outputsOfBundle } from '../generate/outputs.ts'
import { createTypesMaker, type TypesMaker } from '../generate/types.ts'
import { changedOperations } from './changedOperations.ts'
import { type Kept, KeptResolver } from './keptResolver.ts'

type BundleTask =
  | { kind: 'bundle'; file: string }
  | { kind: 'outputs'; root: string; name: string; source: string; tree: JsonObject }
  | { kind: 'compare'; file: string; released: string; waivers: string | undefined; today: number }

export interface Bundled {
  /** Undefined when the document cannot be bundled; then `error` says why. */
  tree: JsonObject | undefined
  error: string | undefined
  /** Nothing but comments and the like changed. */
  same: boolean
  /** Every file that was read or asked for, absolute. */
  files: string[]
  operations: number
  /** The operations that changed since the last bundle, the first of the document first. */
  changed: string[]
}

export interface Break {
  file: string
  line: number
  sentence: string
  uses: number
}

interface Remembered {
  kept: Kept
  tree?: JsonObject
}

const bundles = new Map<string, Remembered>()

async function bundled({ file }: { file: string }): Promise<Bundled> {
  const known: Remembered = bundles.get(file) ?? { kept: new Map() }
  bundles.set(file, known)
  const resolver = new KeptResolver(known.kept)
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
    const { message } = error as Error
    return {
      tree: undefined,
      error: message,
      same: false,
      files: [...resolver.getFiles()],
      operations: 0,
      changed: [],
    }
  } finally {
    known.kept = resolver.read
  }
}

let types: TypesMaker | undefined

async function outputs(task: Extract<BundleTask, { kind: 'outputs' }>): Promise<[string, string][]> {
  types ??= createTypesMaker()
  return outputsOfBundle(task.root, task.name, task.source, task.tree, types)
}

const reader = createSourceReader()
const released = new Map<string, ReturnType<typeof load>>()

function compared(task: Extract<BundleTask, { kind: 'compare' }>): Break[] {
  const old = released.get(task.released) ?? load(task.released)
  released.set(task.released, old)
  const { findings } = compareDocuments([{ old, new: load(task.file, undefined, reader) }], task.today)
  const waivers =
    task.waivers === undefined ? [] : readWaivers(readFileSync(task.waivers, 'utf8'), task.waivers)
  const waived = applyWaivers(findings, waivers, task.today)
  return breaks({ old: task.released, new: task.file, versions: [], ...waived }).map((finding) => ({
    file: finding.new.file,
    line: finding.new.line,
    sentence: finding.sentence,
    uses: finding.uses.length,
  }))
}

parentPort?.on('message', async (task: BundleTask) => {
  try {
    const result =
      task.kind === 'bundle'
        ? await bundled(task)
        : task.kind === 'outputs'
          ? await outputs(task)
          : compared(task)
    parentPort?.postMessage({ result })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
