import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import type { Clock } from '../../runtime/clock.ts'
import { DatabaseRejected } from '../database.ts'
import type { Migration } from '../migrations/migration.ts'
import { type Connection, openReader, openWriter } from './connection.ts'
import type { RawDatabase } from './driver.ts'
import { type FileLock, lockFile } from './fileLock.ts'
import { migrate } from './migrate.ts'
import { DISK_FULL, damaged, rejection } from './rejections.ts'
import { maintainReserve, releaseReserve } from './reserve.ts'

/** "PrSv": distinguishes our files from those of other programs. */
const APPLICATION_ID = 0x50725376

/** Up to this size the whole file is checked at every start (about 0.4 s); above it, by only the administrator. */
const MAX_QUICK_CHECK_BYTES = 256 * 2 ** 20

interface Opened {
  writer: Connection
  /** For the transactions that read. */
  reader: Connection
  /** For single statements: those of a transaction would be seen in its older snapshot. */
  statements: Connection
  lock: FileLock
}

interface Opening {
  file: string
  clock: Clock
  steps: readonly Migration[]
  busyTimeout: number
  /** Receives messages about long work on the schema. */
  notice: (text: string) => void
}

/**
 * Locks, opens, examines and migrates the file; on a full disk in the room of the reserve.
 * @throws DatabaseRejected; nothing is left open then
 */
export function openFile(given: Opening): Opened {
  const opened = openInReserve(given)
  maintainReserve(given.file)
  return opened
}

function openInReserve(given: Opening): Opened {
  try {
    return open(given)
  } catch (error) {
    if (!(error instanceof DatabaseRejected && error.found === DISK_FULL && releaseReserve(given.file)))
      throw error
    return open(given)
  }
}

function open(given: Opening): Opened {
  const { file, busyTimeout } = given
  const lock = lockFile(file)
  const opened: Connection[] = []
  try {
    requireWritable(file)
    const writer = openWriter(file, busyTimeout)
    opened.push(writer)
    examine(file, writer.raw)
    migrate(file, writer.raw, given.steps, given.clock, given.notice)
    const reader = openReader(file, busyTimeout)
    opened.push(reader)
    const statements = openReader(file, busyTimeout)
    opened.push(statements)
    return { writer, reader, statements, lock }
  } catch (error) {
    for (const connection of opened) connection.raw.close()
    lock.release()
    throw rejection(file, error)
  }
}

/** Creates the file, for only its owner, when it is absent. The mode is checked for root too, which could write anyway. */
function requireWritable(file: string): void {
  if (!existsSync(file)) {
    closeSync(openSync(file, 'wx', 0o600))
  } else if ((statSync(file).mode & 0o222) === 0) {
    throw rejection(file, Object.assign(new Error('no write permission'), { code: 'EACCES' }))
  }
}

function examine(file: string, raw: RawDatabase): void {
  raw.exec('BEGIN IMMEDIATE; ROLLBACK') // fails where the file or its directory cannot be written
  const tables = raw.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  const id = raw.pragma('application_id', { simple: true })
  if (tables === 0) raw.pragma(`application_id = ${APPLICATION_ID}`)
  else if (id !== APPLICATION_ID) {
    throw new DatabaseRejected(
      file,
      'this is the database of another program.',
      'Give the path of another file.',
    )
  }
  if (statSync(file).size > MAX_QUICK_CHECK_BYTES) return
  const [first] = raw.pragma('quick_check(1)') as { quick_check: string }[]
  if (first?.quick_check !== 'ok') throw damaged(file, new Error(first?.quick_check))
}
