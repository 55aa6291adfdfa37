import type { Migration } from './migration.ts'

/**
 * Unfinished jobs; a finished one is deleted. `due_at` is `run_at`, or the end of the lease while the job is
 * claimed. So one index finds both the due and the abandoned.
 */
export const jobs: Migration = {
  name: 'jobs',
  sql: `
    CREATE TABLE jobs (
      id TEXT NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      lane TEXT NOT NULL,
      run_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      claimed INTEGER NOT NULL DEFAULT 0,
      claims INTEGER NOT NULL DEFAULT 0,
      last_error TEXT,
      UNIQUE (kind, subject)
    );
    CREATE INDEX jobs_due ON jobs (kind, lane, due_at);
  `,
}
