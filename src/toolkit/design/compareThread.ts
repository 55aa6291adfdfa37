/** Compares a document with its release, on a thread of its own: it reads the files as they are saved, and waits for no bundle. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { applyWaivers, breaks, compareDocuments, load, readWaivers } from '../diff/index.ts'
import { createSourceReader, readSourceFile } from '../openapi/sourceFile.ts'
import { serveTasks } from '../openapi/thread.ts'

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

/** The result of a comparison: the changes, or the error that prevented it. */
export interface Compared {
  breaks: Break[] | undefined
  error: string | undefined
  /** Every file that the release was read from or refers to, absolute. */
  releaseFiles: string[]
}

interface Release {
  files: ReadonlySet<string>
  /** The sizes and times of the files when they were read. */
  state: string
  /** Undefined where the release could not be read. */
  document?: ReturnType<typeof load>
}

const reader = createSourceReader()
const releases = new Map<string, Release>()

const stateOf = (files: Iterable<string>): string =>
  Array.from(files, (file) => {
    const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 }
    return `${size} ${mtimeMs}`
  }).join()

/** @throws DocumentError; the files that were read until then are known nevertheless */
function releaseAt(file: string): ReturnType<typeof load> {
  const known = releases.get(file)
  if (known?.document !== undefined && known.state === stateOf(known.files)) return known.document
  const files = new Set([file])
  // States from before the reading, so that an edit during it is read later.
  const states = new Map([[file, stateOf([file])]])
  const read = (one: string) => {
    files.add(one)
    states.set(one, states.get(one) ?? stateOf([one]))
    return readSourceFile(one)
  }
  releases.set(file, { files, state: '' })
  const document = load(file, undefined, read)
  releases.set(file, { files, state: [...states.values()].join(), document })
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

function comparison(task: CompareTask): Compared {
  const filesOfRelease = () => [...(releases.get(task.released)?.files ?? [])]
  try {
    return { breaks: compared(task), error: undefined, releaseFiles: filesOfRelease() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { breaks: undefined, error: message, releaseFiles: filesOfRelease() }
  }
}

serveTasks((task: CompareTask) => comparison(task))
