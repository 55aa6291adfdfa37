import type { Migration } from './migration.ts'

/**
 * Webhooks, the events that at least one of them accepts, and one delivery row for each attempt. The table `event_bodies`
 * contains the bytes of every attempt, rendered once for each API version in use.
 */
export const webhooks: Migration = {
  name: 'webhooks',
  sql: `
    CREATE TABLE webhooks (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      url TEXT NOT NULL,
      events TEXT NOT NULL,
      description TEXT,
      status TEXT NOT NULL,
      disabled_reason TEXT,
      api_version TEXT NOT NULL,
      filters TEXT NOT NULL,
      secret BLOB NOT NULL,
      -- the secret before the last rotation, and until when it signs too
      previous_secret BLOB,
      previous_secret_until INTEGER,
      -- the first failure since the last success
      failing_since INTEGER,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_by TEXT NOT NULL
    );
    CREATE INDEX webhooks_created ON webhooks (organization_id, created_at, id);
    CREATE INDEX webhooks_updated ON webhooks (organization_id, updated_at, id);

    CREATE TABLE events (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      type TEXT NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE INDEX events_created ON events (created_at);

    CREATE TABLE event_bodies (
      event_id TEXT NOT NULL,
      api_version TEXT NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (event_id, api_version)
    );

    CREATE TABLE deliveries (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      webhook_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      event_type TEXT NOT NULL,
      api_version TEXT NOT NULL,
      status TEXT NOT NULL,
      attempt_number INTEGER NOT NULL,
      http_status INTEGER,
      response_time INTEGER,
      delivered_at INTEGER,
      next_attempt_at INTEGER,
      error_code TEXT,
      response_body TEXT,
      created_at INTEGER NOT NULL
    );
    CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, created_at, id);
    CREATE INDEX deliveries_of_event ON deliveries (event_id);
    CREATE INDEX deliveries_created ON deliveries (created_at);
  `,
}
