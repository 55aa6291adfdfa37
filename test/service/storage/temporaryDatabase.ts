import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqlite, type SqliteDatabase, type SqliteOptions } from '../../../src/service/storage/sqlite.ts'
import { copyEmptyDatabase } from '../../harness/emptyDatabase.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

/** A real database file with the service's schema, closed and deleted with the test. */
export async function temporaryDatabase(options: Partial<SqliteOptions> = {}): Promise<SqliteDatabase> {
  const file = options.file ?? join(temporaryDirectory(), 'test.db')
  if (options.steps === undefined) await copyEmptyDatabase(file)
  const database = await openSqlite({ ...options, file })
  onTestFinished(() => database.close())
  return database
}
