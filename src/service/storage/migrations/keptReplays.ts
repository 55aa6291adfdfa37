import type { Migration } from './migration.ts'

/**
 * Replays stay when they have ended, to be read as long as the deliveries. Replays in progress at this step have
 * neither the beginning of the range nor their own. Instead they get their present place, and the end of the
 * range, which is never later than the request.
 */
export const storedReplays: Migration = {
  name: 'kept-replays',
  sql: `
    -- the range as it was asked for; range_start moves on
    ALTER TABLE webhook_replays ADD COLUMN asked_from INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE webhook_replays ADD COLUMN status TEXT NOT NULL DEFAULT 'running';
    ALTER TABLE webhook_replays ADD COLUMN delivery_count INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE webhook_replays ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE webhook_replays ADD COLUMN completed_at INTEGER;
    UPDATE webhook_replays SET asked_from = range_start, created_at = range_end;
    CREATE INDEX webhook_replays_created ON webhook_replays (created_at);
  `,
}
