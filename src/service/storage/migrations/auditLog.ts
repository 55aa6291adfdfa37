import type { Migration } from './migration.ts'

/**
 * Every change: what was done, to what, by whom, when, with which credential. The log of an
 * organization in order, and that of one resource.
 */
export const auditLog: Migration = {
  name: 'audit-log',
  sql: `
    CREATE TABLE audit_log (
      id TEXT NOT NULL,
      organization_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      target_id TEXT,
      -- null: the operator
      user_id TEXT,
      credential_id TEXT,
      triggered_by TEXT NOT NULL,
      request_id TEXT,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (organization_id, created_at, id)
    );
    CREATE INDEX audit_log_target ON audit_log (organization_id, target_id, created_at, id);
  `,
}
