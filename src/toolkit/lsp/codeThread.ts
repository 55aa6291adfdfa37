/** Finds handlers and tests, on a thread of its own: a workspace may have thousands of source files. */
import { serveTasks } from '../openapi/thread.ts'
import { createCodeIndex } from './codeUses.ts'

export interface CodeTask {
  /** The workspace, absolute. */
  root: string
  operationIds: readonly string[]
}

const indexes = new Map<string, ReturnType<typeof createCodeIndex>>()

serveTasks(({ root, operationIds }: CodeTask) => {
  const index = indexes.get(root) ?? createCodeIndex(root)
  indexes.set(root, index)
  return index(operationIds)
})
