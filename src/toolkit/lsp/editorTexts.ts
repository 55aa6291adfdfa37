/** Texts of an editor, in a thread that works with them. */
import { unsavedTexts } from '../openapi/sourceFile.ts'
import { Superseded } from '../openapi/thread.ts'

export interface EditorTask {
  /** Texts that are not saved, by file. */
  texts: ReadonlyMap<string, string>
  /** The number of the last change; the thread that sends tasks counts on while this one works. */
  latest: Int32Array
  /** The change that this task belongs to. */
  change: number
}

/**
 * Makes the texts of a task those of this thread.
 * @returns a function that throws a `Superseded` as soon as there is a newer text
 * @throws Superseded if there is one already
 */
export function useTexts({ texts, latest, change }: EditorTask): () => void {
  unsavedTexts.clear()
  for (const [file, text] of texts) unsavedTexts.set(file, text)
  const checkpoint = () => {
    if (Atomics.load(latest, 0) !== change) throw new Superseded('The text has changed.')
  }
  checkpoint()
  return checkpoint
}
