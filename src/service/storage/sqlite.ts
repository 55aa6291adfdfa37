import { type Clock, systemClock, timestamp } from '../runtime/clock.ts'
import { createWatch } from './changes.ts'
import { type Database, DatabaseRejected, type Value } from './database.ts'
import type { Maintenance } from './maintenance.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { backup } from './sqlite/backup.ts'
import { enqueue } from './sqlite/batcher.ts'
import { translate } from './sqlite/failures.ts'
import { idsNamed } from './sqlite/nameSearch.ts'
import { openFile } from './sqlite/openFile.ts'
import { presenceOf } from './sqlite/presence.ts'
import { groupReads } from './sqlite/reads.ts'
import { maintainReserve } from './sqlite/reserve.ts'
import { restore } from './sqlite/restore.ts'
import { compact, sizesOf } from './sqlite/space.ts'
import { groupWrites } from './sqlite/writes.ts'

export interface SqliteOptions {
  /** Path of the database file; its directory must exist. Made, mode 0600, when it is absent. */
  file: string
  clock?: Clock
  /** The schema; the service's own unless a test gives another. */
  steps?: readonly Migration[]
  /** Milliseconds to wait for another program that contains the file. Default 5000. */
  busyTimeout?: number
  /** The file may not grow past this many pages of 4 KiB; writes beyond are StorageUnavailable. Default: no limit. */
  mostPages?: number
  /** Receives errors of `afterCommit` actions. Default: a process warning. */
  report?: (error: unknown) => void
  /** Receives messages about long work on the schema, before the file is open. */
  notice?: (text: string) => void
}

export type SqliteDatabase = Database & Maintenance

/**
 * Opens the database file, for only this process, and brings its schema up to date.
 * @throws DatabaseRejected when it is damaged, read-only, in use, or made by another version or program.
 *
 * @example const database = await openSqlite({ file: '/var/lib/prompts/production.db' })
 */
export async function openSqlite(options: SqliteOptions): Promise<SqliteDatabase> {
  const { file, clock = systemClock, steps = migrations, busyTimeout = 5000, notice = () => {} } = options
  const { writer, reader, statements, lock } = openFile({ file, clock, steps, busyTimeout, notice })
  if (options.mostPages !== undefined) writer.raw.pragma(`max_page_count = ${options.mostPages}`)
  const watch = createWatch()
  const report = options.report ?? ((error) => process.emitWarning(String(error)))
  const writes = groupWrites(writer, presenceOf(file), watch.watchersOf, report)
  const reads = groupReads(reader)
  let closing: Promise<void> | undefined

  const requireOpen = () => {
    if (closing !== undefined) throw new Error('The database is closed.')
  }

  /** No group, no timer: the statement runs while it is requested. */
  const now = <T>(statement: () => T): Promise<T> => {
    try {
      requireOpen()
      return Promise.resolve(statement())
    } catch (error) {
      return Promise.reject(translate(error))
    }
  }

  return {
    get: <Row>(sql: string, ...values: Value[]) =>
      now(() => statements.prepare(sql).get(...values) as Row | undefined),

    all: <Row>(sql: string, ...values: Value[]) => now(() => statements.prepare(sql).all(...values) as Row[]),

    watch: (tables, action) => watch.add(tables, action),

    async read(work) {
      requireOpen()
      return enqueue(reads, work)
    },

    async write(work) {
      requireOpen()
      return enqueue(writes, work)
    },

    // There is one writer: no units run in parallel.
    async claim(work) {
      requireOpen()
      return enqueue(writes, work)
    },

    sideBySide: false,
    others: undefined,

    async idsNamed(wanted) {
      requireOpen()
      return enqueue(reads, (tx) => idsNamed(tx, wanted))
    },

    async backup(target) {
      requireOpen()
      await backup(file, target)
    },

    async sizes() {
      requireOpen()
      return sizesOf(writer, file)
    },

    usage: () => writes.usage,

    async compact(exclusive) {
      requireOpen()
      await compact(writer, exclusive)
    },

    async integrityCheck() {
      requireOpen()
      const rows = reader.raw.pragma('integrity_check') as { integrity_check: string }[]
      const orphans = reader.raw.pragma('foreign_key_check') as { table: string; parent: string }[]
      return [
        ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...orphans.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
      ]
    },

    close() {
      closing ??= Promise.all([writes.idle(), reads.idle()]).then(() => {
        statements.raw.close()
        reader.raw.close()
        writer.raw.close() // last, so that it folds the log into the file and removes it
        lock.release()
        maintainReserve(file) // in the room that the log had
      })
      return closing
    },
  }
}

/**
 * Puts a backup instead of a database file that no one has open. The backup is opened as a copy first: checked,
 * brought up to date, and shown to `accept`, whose throw leaves everything as it was.
 *
 * @returns the new place of the former database; undefined when there was none
 * @throws DatabaseRejected when `file` is in use, or the backup is damaged or not ours
 */
export function restoreSqlite(given: {
  file: string
  backup: string
  accept(database: Database): Promise<void>
  clock?: Clock
}): Promise<string | undefined> {
  const { file, backup: source, accept, clock = systemClock } = given
  return restore({
    file,
    backup: source,
    mark: timestamp(clock.now()).replaceAll(/[-:.]/g, ''),
    async examine(copy) {
      const database = await openSqlite({ file: copy, clock }).catch((error: unknown) => {
        // Of the copy no one knows.
        throw error instanceof DatabaseRejected ? rejectedBackup(source, error.found, error) : error
      })
      try {
        const [problem] = await database.integrityCheck()
        if (problem !== undefined) throw rejectedBackup(source, `the backup is damaged (${problem}).`)
        await accept(database)
      } finally {
        await database.close()
      }
    },
  })
}

const rejectedBackup = (file: string, found: string, cause?: Error) =>
  new DatabaseRejected(file, found, 'Create another backup.', cause)
