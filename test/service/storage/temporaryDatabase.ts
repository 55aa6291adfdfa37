import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../src/service/runtime/clock.ts'
import type { Database } from '../../../src/service/storage/database.ts'
import { openSqlite, type SqliteDatabase, type SqliteOptions } from '../../../src/service/storage/sqlite.ts'
import { copyEmptyDatabase } from '../../harness/emptyDatabase.ts'
import { openServiceDatabase } from '../../harness/serviceDatabase.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

/** A real database file with the service's schema, closed and deleted with the test. */
export async function temporaryDatabase(options: Partial<SqliteOptions> = {}): Promise<SqliteDatabase> {
  const file = options.file ?? join(temporaryDirectory(), 'test.db')
  if (options.steps === undefined) await copyEmptyDatabase(file)
  const database = await openSqlite({ ...options, file })
  onTestFinished(() => database.close())
  return database
}

/** The same of the engine that the tests run over. */
export async function temporaryServiceDatabase(): Promise<Database> {
  const { database, remove } = await openServiceDatabase(join(temporaryDirectory(), 'test.db'), systemClock)
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  return database
}
