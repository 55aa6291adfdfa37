/** Compares a document with its release, on a thread of its own: it reads the files as they are saved, and waits for no bundle. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { applyWaivers, breaks, compareDocuments, load, readWaivers } from '../diff/index.ts'
import { createSourceReader } from '../openapi/sourceFile.ts'

interface CompareTask {
  file: string
  released: string
  waivers: string
  today: number
}

export interface Break {
  file: string
  line: number
  sentence: string
  uses: number
}

const reader = createSourceReader()
/** Releases, with the state of the file that was read. */
const released = new Map<string, { state: string; document: ReturnType<typeof load> }>()

function releaseAt(file: string): ReturnType<typeof load> {
  const { size, mtimeMs } = statSync(file)
  const state = `${size} ${mtimeMs}`
  const known = released.get(file)
  if (known?.state === state) return known.document
  const document = load(file)
  released.set(file, { state, document })
  return document
}

function compared(task: CompareTask): Break[] {
  const old = releaseAt(task.released)
  const { findings } = compareDocuments([{ old, new: load(task.file, undefined, reader) }], task.today)
  const waivers = existsSync(task.waivers)
    ? readWaivers(readFileSync(task.waivers, 'utf8'), task.waivers)
    : []
  const waived = applyWaivers(findings, waivers, task.today)
  return breaks({ old: task.released, new: task.file, versions: [], ...waived }).map((finding) => ({
    file: finding.new.file,
    line: finding.new.line,
    sentence: finding.sentence,
    uses: finding.uses.length,
  }))
}

parentPort?.on('message', (task: CompareTask) => {
  try {
    parentPort?.postMessage({ result: compared(task) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
