/** Why a database file cannot be opened, each rejection with the cause that it has and what to do about that. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseRejected } from '../database.ts'
import { Sqlite } from './driver.ts'

export const DISK_FULL = 'the disk is full.'

/** Problems of the disk or the operating system with any file; undefined for another error. */
export function outageOf(path: string, error: unknown): { found: string; remedy: string } | undefined {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return undefined
  if (/^(SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|TRUNCATE)|ENOSPC|EDQUOT)$/.test(code)) {
    return { found: DISK_FULL, remedy: 'Free some space on it.' }
  }
  if (/^(EMFILE|ENFILE)$/.test(code)) {
    return {
      found: 'the process has no file descriptor left.',
      remedy: 'Raise its limit (ulimit -n), or lower --max-connections.',
    }
  }
  if (/^SQLITE_IOERR/.test(code)) {
    return { found: `the disk failed (${code}).`, remedy: 'Look at the disk.' }
  }
  if (/^SQLITE_CANTOPEN/.test(code)) {
    const kind = kindOf(path)
    if (kind === 'directory') return { found: `${path} is a directory.`, remedy: 'Move it away.' }
    if (kind === undefined && kindOf(dirname(path)) === undefined) {
      return { found: 'its directory does not exist.', remedy: 'Make the directory first.' }
    }
  }
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS)/.test(code)) {
    return {
      found: 'the database cannot be written by this user.',
      remedy: 'Give the user of this process write permission for the file and its directory.',
    }
  }
  return undefined
}

/** The rejection of a database file; an error that is not about the file passes unchanged. */
export function rejection(file: string, error: unknown): unknown {
  if (error instanceof DatabaseRejected) return error
  const outage = outageOf(file, error)
  if (outage !== undefined) return new DatabaseRejected(file, outage.found, outage.remedy, error)
  if (!(error instanceof Sqlite.SqliteError)) return error
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return damaged(file, error)
  return new DatabaseRejected(
    file,
    `the database cannot be opened (${error.code}: ${error.message}).`,
    'Look at the disk and at who else uses the file.',
    error,
  )
}

export const damaged = (file: string, cause: Error) =>
  new DatabaseRejected(
    file,
    `the file is damaged or not a database (${cause.message.replaceAll('\n', ' ')}).`,
    'Move it away and restore a backup.',
    cause,
  )

function kindOf(path: string): 'directory' | 'other' | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return found.isDirectory() ? 'directory' : 'other'
}
