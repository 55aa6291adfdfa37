import type { Migration } from './migration.ts'

/** A known text, sealed under the master key that this database's secrets are sealed under. */
export const secrets: Migration = {
  name: 'secrets',
  sql: 'CREATE TABLE key_checks (name TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL);',
}
