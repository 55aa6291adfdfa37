import type { Migration } from './migration.ts'

/** The columns to find the rows of an import that was never published, and to know that no one works on it. */
export const datasetImports: Migration = {
  name: 'datasetImports',
  sql: `
    ALTER TABLE dataset_imports ADD COLUMN organization_id TEXT NOT NULL DEFAULT '';
    ALTER TABLE dataset_imports ADD COLUMN first_position INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE dataset_imports ADD COLUMN touched_at INTEGER NOT NULL DEFAULT 0;
  `,
}
