/** Lints documents on a thread of its own. */
import { parentPort } from 'node:worker_threads'
import { createLinter, type LintTask } from '../lint/index.ts'

const linter = createLinter()

parentPort?.on('message', async (task: LintTask) => {
  try {
    parentPort?.postMessage({ result: await linter.all(task) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
