import type { Migration } from './migration.ts'

/**
 * OAuth clients, what users granted them, and the sessions of the pages. Codes, tokens, secrets and sessions are
 * stored only as SHA-256 digests; private signing keys are sealed.
 */
export const oauth: Migration = {
  name: 'oauth',
  sql: `
    CREATE TABLE oauth_clients (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organizations (id),
      -- the client acts as this user when it acts for itself
      service_user_id TEXT NOT NULL REFERENCES users (id),
      -- the standing grant of client_credentials
      own_grant_id TEXT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      scopes TEXT NOT NULL,
      secret_digest TEXT,
      secret_last4 TEXT,
      -- the secret before the last rotation, and until when it works too
      previous_secret_digest TEXT,
      previous_secret_until INTEGER,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_by TEXT NOT NULL
    );
    CREATE INDEX oauth_clients_created ON oauth_clients (organization_id, created_at, id);
    CREATE INDEX oauth_clients_name ON oauth_clients (organization_id, name, id);

    -- what a user allowed a client to do in an organization; every token belongs to one
    CREATE TABLE oauth_grants (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      client_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER
    );
    CREATE INDEX oauth_grants_of_user ON oauth_grants (user_id, organization_id, created_at, id);
    CREATE INDEX oauth_grants_of_client ON oauth_grants (client_id);

    CREATE TABLE oauth_codes (
      digest TEXT NOT NULL PRIMARY KEY,
      -- the consent page that gave it: a page answered twice gives no second code
      consent_id TEXT NOT NULL,
      grant_id TEXT NOT NULL REFERENCES oauth_grants (id),
      client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      challenge TEXT,
      expires_at INTEGER NOT NULL,
      used_at INTEGER
    );
    CREATE UNIQUE INDEX oauth_codes_consent ON oauth_codes (consent_id);
    CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);

    CREATE TABLE oauth_refresh_tokens (
      digest TEXT NOT NULL PRIMARY KEY,
      grant_id TEXT NOT NULL REFERENCES oauth_grants (id),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      -- of public clients: when it was exchanged for its successor
      used_at INTEGER
    );
    CREATE INDEX oauth_refresh_tokens_of_grant ON oauth_refresh_tokens (grant_id);
    CREATE INDEX oauth_refresh_tokens_expiry ON oauth_refresh_tokens (expires_at);

    -- access tokens that were revoked before their end
    CREATE TABLE oauth_revoked_tokens (
      jti TEXT NOT NULL PRIMARY KEY,
      expires_at INTEGER NOT NULL
    );
    CREATE INDEX oauth_revoked_tokens_expiry ON oauth_revoked_tokens (expires_at);

    CREATE TABLE signing_keys (
      kid TEXT NOT NULL PRIMARY KEY,
      public_jwk TEXT NOT NULL,
      private_key BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      -- published from created_at on, signs from here on
      signs_from INTEGER NOT NULL,
      -- no longer published; null while no newer key is there
      retires_at INTEGER
    );

    CREATE TABLE sessions (
      digest TEXT NOT NULL PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    );
    CREATE INDEX sessions_of_user ON sessions (user_id);
    CREATE INDEX sessions_expiry ON sessions (expires_at);

    -- attempts to sign in, by account and by address, within a window
    CREATE TABLE sign_in_attempts (
      subject TEXT NOT NULL PRIMARY KEY,
      attempts INTEGER NOT NULL,
      window_ends_at INTEGER NOT NULL
    );
    CREATE INDEX sign_in_attempts_window ON sign_in_attempts (window_ends_at);
  `,
}
