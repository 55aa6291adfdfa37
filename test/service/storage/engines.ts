import type { Database } from '../../../src/service/storage/database.ts'
import type { Migration } from '../../../src/service/storage/migrations/migration.ts'
import { temporaryDatabase } from './temporaryDatabase.ts'

/** Every engine that the one suite runs over: opens an empty database with the given schema. */
export const engines: [name: string, open: (steps: readonly Migration[]) => Promise<Database>][] = [
  ['SQLite', (steps) => temporaryDatabase({ steps })],
]
