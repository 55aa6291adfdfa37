/** Lints documents with the texts of an editor, on a thread of its own. Another one reads them meanwhile. */
import { createLinter, type Inspected, type LintTask } from '../lint/index.ts'
import { Superseded, serveTasks, startThread, type Thread } from '../openapi/thread.ts'
import { useTexts } from './editorTexts.ts'
import type { InspectTask } from './inspectThread.ts'

export interface CheckTask extends LintTask, InspectTask {
  /** All rules in the whole document, or some of them in what has changed. */
  extent: 'all' | 'touched'
}

let inspecting: Thread | undefined
/** How to read a document with the current texts. */
const readings = new Map<string, InspectTask>()

const linter = createLinter({ inspect: readOnThread })

async function readOnThread(file: string): Promise<Inspected> {
  inspecting ??= startThread(new URL('./inspectThread', import.meta.url).href)
  try {
    const found = await inspecting.run<Inspected | undefined>(file, readings.get(file) as InspectTask)
    if (found !== undefined) return found
  } catch (error) {
    // A thread that ended is started again for the next text.
    if (!(error instanceof Superseded)) inspecting = undefined
    throw error
  }
  throw new Superseded('The text has changed.')
}

serveTasks((task: CheckTask) => {
  const checkpoint = useTexts(task)
  const { file, alias, config, extent, texts, latest, change } = task
  readings.set(file, { file, texts, latest, change })
  const document = { file, alias, config }
  return extent === 'all' ? linter.all(document, checkpoint) : linter.touched(document)
})
