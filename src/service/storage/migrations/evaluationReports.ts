import type { Migration } from './migration.ts'

/** The report that an evaluation requests, the one that was made, and the formats that it is then exported to. */
export const evaluationReports: Migration = {
  name: 'evaluation-reports',
  sql: `
    -- JSON: template, name, parameters and formats
    ALTER TABLE evaluations ADD COLUMN report TEXT;
    ALTER TABLE evaluations ADD COLUMN report_id TEXT;
    -- JSON array; null for reports that somebody asked for
    ALTER TABLE reports ADD COLUMN export_formats TEXT;
  `,
}
