import { constants, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { flush } from './backup.ts'
import { Sqlite } from './driver.ts'
import { lockFile } from './fileLock.ts'

/**
 * Puts a copy of `backup` instead of `file`, which no one may have open. The copy is checked before it replaces
 * the file in one step: a crash leaves the one or the other, whole.
 *
 * @param examine opens the copy and closes it again; an error that it throws leaves everything as it was
 * @returns the new place of the former database; undefined when there was none
 * @throws DatabaseRejected when `file` is in use
 */
export async function restore(given: {
  file: string
  backup: string
  /** Distinguishes what is stored, such as a time. */
  mark: string
  examine(copy: string): Promise<void>
}): Promise<string | undefined> {
  const { file, backup, mark } = given
  const lock = lockFile(file)
  const copy = `${file}.restoring`
  try {
    for (const rest of ['', '-wal', '-shm']) rmSync(copy + rest, { force: true })
    copyFileSync(backup, copy, constants.COPYFILE_EXCL)
    await given.examine(copy)
    flush(copy)
    const previous = existsSync(file) ? `${file}.before-${mark}` : undefined
    if (previous !== undefined) moveAside(file, previous)
    renameSync(copy, file)
    flush(dirname(file))
    return previous
  } finally {
    for (const rest of ['', '-wal', '-shm', '.lock', '.lock-journal', '.reserve'])
      rmSync(copy + rest, { force: true })
    lock.release()
  }
}

/** A second name for the file, its log folded in: the log of one database next to another would damage that. */
function moveAside(file: string, aside: string): void {
  try {
    const raw = new Sqlite(file)
    raw.pragma('wal_checkpoint(TRUNCATE)')
    raw.close()
  } catch {
    // Too damaged to be opened: its log stays with it.
  }
  for (const rest of ['-wal', '-shm']) if (existsSync(file + rest)) renameSync(file + rest, aside + rest)
  linkSync(file, aside)
}
