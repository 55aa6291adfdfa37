import type { DiffLine } from '../../../../../generated/openapi.v1.ts'
import type { WorkerThreads } from '../../../runtime/workerThreads.ts'
import { COMPARED_HERE } from './comparison.ts'
import { lineDiff } from './lineDiff.ts'

interface Wanted {
  before: string
  after: string
  /** How many lines are wanted. */
  most: number
}

export interface ChangedLines {
  /** The first ones. */
  lines: DiffLine[]
  /** How many there are. */
  count: number
}

/** The lines that two contents do not share; of long ones on another thread, where it picks up to half a second. */
export async function changedLines(workerThreads: WorkerThreads, wanted: Wanted): Promise<ChangedLines> {
  if (wanted.before.length + wanted.after.length <= COMPARED_HERE) return linesChanged(wanted)
  return workerThreads.run(new URL('./changedLines.ts', import.meta.url), wanted)
}

/** The work of the other thread. */
export default function linesChanged({ before, after, most }: Wanted): ChangedLines {
  const changed = lineDiff(before, after).filter(({ op }) => op !== 'equal')
  return { lines: changed.slice(0, most), count: changed.length }
}
