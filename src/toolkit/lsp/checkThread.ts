/** Lints documents with the texts of an editor, on a thread of its own. */
import { parentPort } from 'node:worker_threads'
import { createLinter, type LintTask } from '../lint/index.ts'
import { unsavedTexts } from '../openapi/sourceFile.ts'
import { Superseded } from '../openapi/thread.ts'

export interface CheckTask extends LintTask {
  /** Texts that are not saved, by file. */
  texts: ReadonlyMap<string, string>
  /** The number of the last change; the thread that sends tasks counts on while this one works. */
  latest: Int32Array
  /** The change that this task belongs to. */
  change: number
}

const lint = createLinter()

parentPort?.on('message', async ({ texts, latest, change, ...task }: CheckTask) => {
  const checkpoint = () => {
    if (Atomics.load(latest, 0) !== change) throw new Superseded('The text has changed.')
  }
  unsavedTexts.clear()
  for (const [file, text] of texts) unsavedTexts.set(file, text)
  try {
    parentPort?.postMessage({ result: await lint(task, checkpoint) })
  } catch (error) {
    // Without findings: the task of the newer text follows.
    if (error instanceof Superseded) parentPort?.postMessage({ result: undefined })
    else parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
