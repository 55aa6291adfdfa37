import { eachStatement, type Migration } from './migration.ts'

const sql = `
    CREATE INDEX audit_log_operation ON audit_log (organization_id, operation, created_at, id);
    CREATE INDEX audit_log_user ON audit_log (organization_id, user_id, created_at, id);
    CREATE INDEX audit_log_credential ON audit_log (organization_id, credential_id, created_at, id);
  `

/**
 * The entries of an organization by operation, user and credential, in the order of the log. Without them a filter that
 * finds nothing reads the whole log: a third of a second for a million entries, while all responses wait. Each
 * costs a change about 5 µs.
 */
export const auditFilters: Migration = {
  name: 'audit-filters',
  sql,
  parts: eachStatement(sql),
}
