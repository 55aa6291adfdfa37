/** Lints documents with the texts of an editor, on a thread of its own. Another one reads them meanwhile. */
import { parentPort } from 'node:worker_threads'
import { createLinter, type Inspected, type LintTask } from '../lint/index.ts'
import { unsavedTexts } from '../openapi/sourceFile.ts'
import { Superseded, startThread, type Thread } from '../openapi/thread.ts'
import type { InspectTask } from './inspectThread.ts'

export interface CheckTask extends LintTask, InspectTask {
  /** All rules in the whole document, or some of them in what has changed. */
  extent: 'all' | 'touched'
}

let inspecting: Thread | undefined
/** The reading of the current texts, by document. */
const readings = new Map<string, { change: number; found: Promise<Inspected> }>()

const linter = createLinter({
  inspect: (file) => readings.get(file)?.found ?? Promise.reject(new Superseded('The text has changed.')),
})

function startReading({ file, texts, latest, change }: CheckTask): void {
  if (readings.get(file)?.change === change) return
  inspecting ??= startThread(new URL('./inspectThread', import.meta.url).href)
  const task: InspectTask = { file, texts, latest, change }
  const found = inspecting.run<Inspected | undefined>(file, task).then((result) => {
    if (result === undefined) throw new Superseded('The text has changed.')
    return result
  })
  found.catch((error: unknown) => {
    // The run that needs it reports the error. A thread that ended is started again for the next text.
    if (!(error instanceof Superseded)) inspecting = undefined
  })
  readings.set(file, { change, found })
}

parentPort?.on('message', async (given: CheckTask) => {
  const { extent, texts, latest, change, ...task } = given
  const checkpoint = () => {
    if (Atomics.load(latest, 0) !== change) throw new Superseded('The text has changed.')
  }
  unsavedTexts.clear()
  for (const [file, text] of texts) unsavedTexts.set(file, text)
  try {
    checkpoint()
    startReading(given)
    const result = extent === 'all' ? await linter.all(task, checkpoint) : await linter.touched(task)
    parentPort?.postMessage({ result })
  } catch (error) {
    // Without findings: the task of the newer text follows.
    if (error instanceof Superseded) parentPort?.postMessage({ result: undefined })
    else parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
