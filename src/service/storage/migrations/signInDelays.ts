import type { Migration } from './migration.ts'

/** When the next attempt of a subject is accepted: guessing is slowed by growing delays, and locks no one out. */
export const signInDelays: Migration = {
  name: 'sign-in-delays',
  sql: 'ALTER TABLE sign_in_attempts ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;',
}
