import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqlite, type SqliteDatabase, type SqliteOptions } from '../../../src/service/storage/sqlite.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

/** A real database file with the service's schema, closed and deleted with the test. */
export async function temporaryDatabase(options: Partial<SqliteOptions> = {}): Promise<SqliteDatabase> {
  const database = await openSqlite({ file: join(temporaryDirectory(), 'test.db'), ...options })
  onTestFinished(() => database.close())
  return database
}
