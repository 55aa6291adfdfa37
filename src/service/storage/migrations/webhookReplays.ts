import type { Migration } from './migration.ts'

/**
 * Replays under way. `range_start` and `after_id` name the last delivery looked at, so that a replay continues where
 * a crash left it; a finished one is deleted.
 */
export const webhookReplays: Migration = {
  name: 'webhook_replays',
  sql: `
    CREATE TABLE webhook_replays (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      webhook_id TEXT NOT NULL,
      range_start INTEGER NOT NULL,
      after_id TEXT NOT NULL DEFAULT '',
      range_end INTEGER NOT NULL
    );
  `,
}
