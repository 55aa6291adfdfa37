import type { Migration } from './migration.ts'

/**
 * Reports with their frozen figures, their exports, and the file of each format, created once. The columns `data` and file
 * are last, because SQLite reads a row from its beginning, and lists need neither.
 */
export const reports: Migration = {
  name: 'reports',
  sql: `
    CREATE TABLE reports (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      type TEXT NOT NULL,
      template_id TEXT NOT NULL,
      parameters TEXT NOT NULL,
      status TEXT NOT NULL,
      error TEXT,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      completed_at INTEGER,
      data TEXT
    );
    CREATE INDEX reports_created ON reports (organization_id, created_at, id);
    CREATE INDEX reports_named ON reports (organization_id, name, id);

    CREATE TABLE report_files (
      report_id TEXT NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
      format TEXT NOT NULL,
      size INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (report_id, format)
    );

    CREATE TABLE report_exports (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      report_id TEXT NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
      format TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL
    );
    CREATE INDEX report_exports_of_report ON report_exports (organization_id, report_id, created_at, id);

    -- reports over all prompts read the executions of a period
    CREATE INDEX executions_created ON executions (organization_id, created_at, id);
  `,
}
