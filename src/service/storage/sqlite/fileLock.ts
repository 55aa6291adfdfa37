import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseRejected } from '../database.ts'
import { type RawDatabase, Sqlite } from './driver.ts'
import { outageOf } from './rejections.ts'

/** Locks `<file>.lock` against every other process; the operating system frees it when this one dies. */
export interface FileLock {
  release(): void
}

/**
 * Acquires the lock of a database file. The lock is a SQLite file with a write transaction that stays open: others
 * can still read its owner there. (Nothing else may open that file: closing any descriptor of it would
 * drop this process's POSIX locks.)
 * @throws DatabaseRejected when another process, or another part of this one, has it.
 */
export function lockFile(file: string): FileLock {
  const place = lockPath(file)
  let raw: RawDatabase | undefined
  try {
    raw = new Sqlite(place, { timeout: 0 })
    raw.pragma('journal_mode = MEMORY') // a journal in a file would need room on a full disk
    while (!lock(raw)) raw.exec('ROLLBACK')
    const locked = raw
    return { release: () => locked.close() }
  } catch (error) {
    const owner = raw && ownerOf(raw)
    raw?.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseRejected(
        file,
        `the database is in use by ${owner ? `the process ${owner}` : 'another process'}.`,
        'Stop that process, or give this one a data directory of its own.',
        error,
      )
    }
    const outage = outageOf(place, error)
    if (outage !== undefined) throw new DatabaseRejected(file, outage.found, outage.remedy, error)
    throw new DatabaseRejected(
      file,
      `its lock file ${place} cannot be used (${(error as Error).message}).`,
      'If it is damaged, delete it.',
      error,
    )
  }
}

/** Next to the real file, so that two symbolic links to it share one lock. */
function lockPath(file: string): string {
  if (existsSync(file)) return `${realpathSync(file)}.lock`
  if (existsSync(dirname(file))) return join(realpathSync(dirname(file)), `${basename(file)}.lock`)
  throw new DatabaseRejected(file, 'its directory does not exist.', 'Make the directory first.')
}

/** Writes our process id and leaves a write transaction open; false when another came between the two. */
function lock(raw: RawDatabase): boolean {
  raw.pragma(`user_version = ${process.pid}`)
  raw.exec('BEGIN IMMEDIATE')
  return ownerOf(raw) === process.pid
}

function ownerOf(raw: RawDatabase): number | undefined {
  try {
    return (raw.pragma('user_version', { simple: true }) as number) || undefined
  } catch {
    return undefined // the owner is just writing it
  }
}
