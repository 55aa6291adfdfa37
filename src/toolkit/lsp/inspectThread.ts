/** Reads documents with the texts of an editor, and finds what prevents their use, while the rules run on another thread. */
import { parentPort } from 'node:worker_threads'
import { inspectFiles } from '../lint/index.ts'
import { createSourceReader, unsavedTexts } from '../openapi/sourceFile.ts'
import { Superseded } from '../openapi/thread.ts'

export interface InspectTask {
  /** The entry file, absolute. */
  file: string
  /** Texts that are not saved, by file. */
  texts: ReadonlyMap<string, string>
  /** The number of the last change; the thread that sends tasks counts on while this one works. */
  latest: Int32Array
  /** The change that this task belongs to. */
  change: number
}

const read = createSourceReader()

parentPort?.on('message', ({ file, texts, latest, change }: InspectTask) => {
  const checkpoint = () => {
    if (Atomics.load(latest, 0) !== change) throw new Superseded('The text has changed.')
  }
  unsavedTexts.clear()
  for (const [one, text] of texts) unsavedTexts.set(one, text)
  try {
    checkpoint()
    const { faults, broken } = inspectFiles([file], read, checkpoint)
    // Documents stay here: the rules need them only where an example matches no branch.
    parentPort?.postMessage({ result: { faults, broken, documents: new Map() } })
  } catch (error) {
    if (error instanceof Superseded) parentPort?.postMessage({ result: undefined })
    else parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
