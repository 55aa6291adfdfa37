/** The thread's side of a backup: copies a database, as it is at one moment, and waits until the disk has the copy. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { Sqlite } from './driver.ts'

export interface Copying {
  file: string
  /** An empty file. */
  target: string
}

/** Why it could not be done: an error retains neither its class nor its code on the way between threads. */
export type CopyResult =
  | { rejected: { code: string | undefined; message: string } }
  | { rejected?: undefined }

export default function copyFile({ file, target }: Copying): CopyResult {
  try {
    const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
    try {
      raw.prepare('VACUUM INTO ?').run(target)
    } finally {
      raw.close()
    }
    const descriptor = openSync(target, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
    return {}
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { rejected: { code, message } }
  }
}
