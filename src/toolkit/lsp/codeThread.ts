/** Finds handlers and tests, on a thread of its own: a workspace may have thousands of source files. */
import { parentPort } from 'node:worker_threads'
import { createCodeIndex } from './codeUses.ts'

export interface CodeTask {
  /** The workspace, absolute. */
  root: string
  operationIds: readonly string[]
}

const indexes = new Map<string, ReturnType<typeof createCodeIndex>>()

parentPort?.on('message', ({ root, operationIds }: CodeTask) => {
  try {
    const index = indexes.get(root) ?? createCodeIndex(root)
    indexes.set(root, index)
    parentPort?.postMessage({ result: index(operationIds) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
