/** Reads documents with the texts of an editor, and finds what prevents their use, while the rules run on another thread. */
import { type Inspected, inspectFiles } from '../lint/index.ts'
import { createSourceReader } from '../openapi/sourceFile.ts'
import { serveTasks } from '../openapi/thread.ts'
import { type EditorTask, useTexts } from './editorTexts.ts'

export interface InspectTask extends EditorTask {
  /** The entry file, absolute. */
  file: string
}

const read = createSourceReader()

serveTasks((task: InspectTask): Inspected => {
  const { faults, broken } = inspectFiles([task.file], read, useTexts(task))
  // Documents stay here: the rules need them only where an example matches no branch.
  return { faults, broken, documents: new Map() }
})
