import type { Migration } from './migration.ts'

/** How often a job failed, apart from how often it was claimed: a stop of the service is a claim and no failure. */
export const jobFailures: Migration = {
  name: 'job-failures',
  sql: 'ALTER TABLE jobs ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;',
}
