import type { Migration } from './migration.ts'

/**
 * How long each kind of data is stored. A database that is new begins with the defaults; one that has an organization
 * already retains everything until its administrator configures it. The step also adds the indexes on due rows and on the
 * references that delay their removal.
 */
export const retention: Migration = {
  name: 'retention',
  sql: `
    -- days: NULL keeps everything
    CREATE TABLE retention (
      kind TEXT NOT NULL PRIMARY KEY,
      days INTEGER
    );
    INSERT INTO retention (kind, days)
      SELECT kind, CASE WHEN EXISTS (SELECT 1 FROM organizations) THEN NULL ELSE days END FROM (
        SELECT 'executions' AS kind, 90 AS days UNION ALL SELECT 'results', 400
        UNION ALL SELECT 'audit', 400 UNION ALL SELECT 'deleted', 30) AS defaults;

    -- 0 while they are being removed, then the time
    ALTER TABLE evaluations ADD COLUMN results_removed_at INTEGER;
    CREATE INDEX evaluations_with_results ON evaluations (completed_at, id) WHERE results_removed_at IS NULL;
    CREATE INDEX evaluations_losing_results ON evaluations (id) WHERE results_removed_at = 0;
    CREATE INDEX evaluations_retries ON evaluations (retry_of) WHERE retry_of IS NOT NULL;

    CREATE INDEX prompts_deleted ON prompts (deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX datasets_deleted ON datasets (deleted_at, id) WHERE deleted_at IS NOT NULL;
    -- which reports name a prompt; deleting a prompt's row looks for its executions by it alone
    CREATE INDEX reports_about ON reports (organization_id, parameters);
    CREATE INDEX executions_prompt ON executions (prompt_id);
    CREATE INDEX dataset_imports_dataset ON dataset_imports (dataset_id);
  `,
}
