import type { Migration } from './migration.ts'

/** The creator of a folder; null for those that are older than this step. */
export const folderMakers: Migration = {
  name: 'folder-makers',
  sql: 'ALTER TABLE folders ADD COLUMN created_by TEXT;',
}
