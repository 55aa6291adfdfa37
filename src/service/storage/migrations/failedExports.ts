import type { Migration } from './migration.ts'

/** The exports that the service could not make by itself. */
export const failedExports: Migration = {
  name: 'failed-exports',
  // JSON array; null where none failed
  sql: 'ALTER TABLE reports ADD COLUMN failed_exports TEXT;',
}
