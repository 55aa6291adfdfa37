import type { Migration } from './migration.ts'

const moved = (table: string, holders: string) => `
  UPDATE ${table} SET email = 'owner@prompt-service.localhost', email_key = 'owner@prompt-service.localhost'
    WHERE email_key = 'owner@localhost'
      AND NOT EXISTS (SELECT 1 FROM ${table} AS taken WHERE taken.email_key = 'owner@prompt-service.localhost'${holders});`

/**
 * Gives the owner whom the first start made an address that responses and events can declare as `format: email`. The
 * next start writes it to `credentials.json`.
 */
export const ownerAddress: Migration = {
  name: 'owner-address',
  sql: `${moved('users', '')}${moved('memberships', ' AND taken.organization_id = memberships.organization_id')}
  `,
}
