import type { Migration } from './migration.ts'

/** The successor of a key: a key is rotated once, and its end is known to the next rotation. */
export const keyRotation: Migration = {
  name: 'keyRotation',
  sql: 'ALTER TABLE api_keys ADD COLUMN rotated_to TEXT;',
}
