/** Compares the saved files of a document with a branch, on a thread of its own. */
import { relative, resolve } from 'node:path'
import { applyWaivers, breaks, compareDocuments, InputError, pairsOf, waiversAt } from '../diff/index.ts'
import { serveTasks } from '../openapi/thread.ts'

export interface BreakTask {
  /** The workspace and the entry file, absolute. */
  root: string
  file: string
  /** A branch or another revision of Git. */
  since: string
  today: number
}

export interface Break {
  /** `GET /books`: the operations that the change reaches. */
  uses: string[]
  sentence: string
  file: string
  /** Counted from 0. */
  line: number
}

function breaksOf({ root, file, since, today }: BreakTask): Break[] {
  const pairs = pairsOf(`${since}:${relative(root, file)}`, file, root)
  const { findings } = compareDocuments(pairs, today)
  const waived = applyWaivers(findings, waiversAt(root), today)
  return breaks({ old: since, new: file, versions: [], ...waived }).map(({ uses, sentence, new: place }) => ({
    uses,
    sentence,
    file: resolve(place.file),
    line: place.line - 1,
  }))
}

serveTasks((task: BreakTask) => {
  try {
    return breaksOf(task)
  } catch (error) {
    // The document is new, or in no repository.
    if (error instanceof InputError) return []
    throw error
  }
})
