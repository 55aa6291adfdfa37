import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createWorkerThreads } from '../../runtime/workerThreads.ts'
import { StorageUnavailable } from '../database.ts'
import type { Copying, CopyResult } from './copyFile.ts'

/**
 * Copies the database into `target`, which must not exist. A thread of its own reads one snapshot and writes the copy.
 * So a slow disk, which SQLite itself waits for at the end, blocks no one else.
 */
export async function backup(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists; a backup never overwrites a file.`)
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', 0o600))
  const workerThreads = createWorkerThreads()
  try {
    const copying: Copying = { file, target: partial }
    const { rejected } = await workerThreads.run<CopyResult>(
      new URL('./copyFile.ts', import.meta.url),
      copying,
    )
    if (rejected) {
      const cause = Object.assign(new Error(rejected.message), { code: rejected.code })
      throw new StorageUnavailable(`The backup could not be written: ${rejected.message}.`, cause)
    }
    linkSync(partial, target) // unlike a rename, rejects when the target has come into being meanwhile
  } finally {
    await workerThreads.stop()
    rmSync(partial, { force: true })
  }
  const directory = await open(dirname(target), 'r')
  await directory.sync().finally(() => directory.close())
}

/** Waits until the disk has a file, or the names in a directory; for commands that no one else waits for. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
