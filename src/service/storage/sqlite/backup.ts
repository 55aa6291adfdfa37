import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Connection } from './connection.ts'
import { translate } from './failures.ts'

/** Pages of 4 KiB copied in one turn of the event loop: about 2 ms. */
const PAGES_A_TURN = 1000

/**
 * Copies the database into `target`, which must not exist. The writing connection is the source: changes of
 * any other one would make SQLite start the copy again and again.
 */
export async function backup({ raw }: Connection, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists; a backup never overwrites a file.`)
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    await raw.backup(partial, { progress: () => PAGES_A_TURN })
    flush(partial)
    linkSync(partial, target) // unlike a rename, refuses when the target has come into being meanwhile
  } catch (error) {
    throw translate(error)
  } finally {
    rmSync(partial, { force: true })
  }
  flush(dirname(target))
}

/** Waits until the disk has a file, or the names in a directory. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
