import { StorageUnavailable, UniqueViolation } from '../database.ts'
import { Sqlite } from './driver.ts'

/** Failures of the disk or the operating system, as opposed to errors in a statement. */
const OUTAGES: readonly [prefix: string, message: string][] = [
  ['SQLITE_FULL', 'The disk or the database file is full.'],
  ['SQLITE_IOERR', 'The disk failed.'],
  ['SQLITE_READONLY', 'The database file cannot be written.'],
  ['SQLITE_CANTOPEN', 'A file of the database cannot be opened.'],
  ['SQLITE_BUSY', 'Another program has locked the database.'],
  ['SQLITE_LOCKED', 'The database is locked.'],
  ['SQLITE_NOMEM', 'There is not enough memory.'],
  ['SQLITE_CORRUPT', 'The database file is damaged.'],
  ['SQLITE_NOTADB', 'The database file is damaged.'],
]

/** The engine's error in the terms of the storage interface; anything else passes unchanged. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  if (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return new UniqueViolation(error.message.replace(/^.*constraint failed: /, ''), error)
  }
  const outage = OUTAGES.find(([prefix]) => error.code.startsWith(prefix))
  return outage ? new StorageUnavailable(outage[1], error) : error
}

/** The error of a whole group, whatever broke it. */
export function unavailable(error: unknown): StorageUnavailable {
  const translated = translate(error)
  if (translated instanceof StorageUnavailable) return translated
  return new StorageUnavailable('The change could not be made durable.', error)
}
