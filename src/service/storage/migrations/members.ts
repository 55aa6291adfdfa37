import type { Migration } from './migration.ts'

/**
 * Memberships that begin with an invitation: an address first, a user once the person joined. Of the link only
 * the digest is stored.
 */
export const members: Migration = {
  name: 'members',
  sql: `
    CREATE TABLE invited_memberships (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organizations (id),
      -- null until the invitation is accepted
      user_id TEXT REFERENCES users (id),
      -- email_key is the address in lower case
      email TEXT NOT NULL,
      email_key TEXT NOT NULL,
      role TEXT NOT NULL,
      status TEXT NOT NULL,
      invited_at INTEGER NOT NULL,
      joined_at INTEGER,
      removed_at INTEGER,
      invitation_digest TEXT,
      invitation_expires_at INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    INSERT INTO invited_memberships
      SELECT m.id, m.organization_id, m.user_id, coalesce(u.email, u.id), coalesce(u.email_key, u.id), m.role, m.status,
             m.created_at, m.created_at, CASE m.status WHEN 'removed' THEN m.updated_at END, NULL, NULL,
             m.created_at, m.updated_at
      FROM memberships m JOIN users u ON u.id = m.user_id;
    DROP TABLE memberships;
    ALTER TABLE invited_memberships RENAME TO memberships;

    CREATE UNIQUE INDEX memberships_of_user ON memberships (organization_id, user_id);
    CREATE UNIQUE INDEX memberships_of_address ON memberships (organization_id, email_key);
    CREATE UNIQUE INDEX memberships_invitation ON memberships (invitation_digest);
    CREATE INDEX memberships_user ON memberships (user_id);
    CREATE INDEX memberships_created ON memberships (organization_id, created_at, id);
    CREATE INDEX memberships_updated ON memberships (organization_id, updated_at, id);
    CREATE INDEX api_keys_name ON api_keys (organization_id, name, id);
  `,
}
