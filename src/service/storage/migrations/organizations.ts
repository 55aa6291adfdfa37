import type { Migration } from './migration.ts'

/**
 * Organizations with their plan, workspaces, users, memberships and API keys. A user is a person that signs in, or
 * the service user of an OAuth client. Of a key only the digest is stored; `api_keys_digest` with the unique
 * indexes of the other tables makes the look-up of a request four index searches.
 */
export const organizations: Migration = {
  name: 'organizations',
  sql: `
    CREATE TABLE organizations (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      plan TEXT NOT NULL,
      plan_since INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );

    CREATE TABLE workspaces (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organizations (id),
      name TEXT NOT NULL,
      is_default INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX workspaces_default ON workspaces (organization_id) WHERE is_default = 1;

    CREATE TABLE users (
      id TEXT NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      -- of persons alone; email_key is the address in lower case
      email TEXT,
      email_key TEXT,
      password_hash TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX users_email ON users (email_key);

    -- a member who was removed and comes back keeps the row
    CREATE TABLE memberships (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organizations (id),
      user_id TEXT NOT NULL REFERENCES users (id),
      role TEXT NOT NULL,
      status TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX memberships_of_user ON memberships (organization_id, user_id);
    CREATE INDEX memberships_user ON memberships (user_id);
    CREATE INDEX memberships_created ON memberships (organization_id, created_at, id);

    CREATE TABLE api_keys (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organizations (id),
      -- the key acts as this user
      user_id TEXT NOT NULL REFERENCES users (id),
      name TEXT NOT NULL,
      digest TEXT NOT NULL,
      last4 TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      revoked_at INTEGER,
      last_used_at INTEGER
    );
    CREATE UNIQUE INDEX api_keys_digest ON api_keys (digest);
    CREATE INDEX api_keys_created ON api_keys (organization_id, created_at, id);
    CREATE INDEX api_keys_of_user ON api_keys (organization_id, user_id);
  `,
}
