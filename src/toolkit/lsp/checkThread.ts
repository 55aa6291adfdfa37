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

serveTasks((task: CheckTask) => {
  const checkpoint = useTexts(task)
  startReading(task)
  const { file, alias, config, extent } = task
  const document = { file, alias, config }
  return extent === 'all' ? linter.all(document, checkpoint) : linter.touched(document)
})
