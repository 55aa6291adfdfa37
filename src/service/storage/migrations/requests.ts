import type { Migration } from './migration.ts'

/** Stored data about requests: each organization's count of a UTC day, and the responses to idempotency keys. */
export const requests: Migration = {
  name: 'requests',
  sql: `
    CREATE TABLE request_days (
      organization_id TEXT NOT NULL,
      -- days since 1970-01-01 UTC
      day INTEGER NOT NULL,
      -- an upper bound while the server runs, exact after it stopped in order
      requests INTEGER NOT NULL,
      PRIMARY KEY (organization_id, day)
    );

    CREATE TABLE idempotency_records (
      organization_id TEXT NOT NULL,
      credential_id TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      -- 1: headers and body are encrypted under a key that only the credential's holder can derive
      sealed INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (organization_id, credential_id, key)
    );
    CREATE INDEX idempotency_expiry ON idempotency_records (expires_at);
  `,
}
