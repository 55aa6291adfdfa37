/** An OAuth client as the database retains it, and as the contract shows it: the secret is not a part of it. */

import { createHash } from 'node:crypto'
import type { OAuthClient } from '../../../../../generated/openapi.v1.ts'
import { requireFound } from '../../../errors.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Identifiers } from '../../../runtime/identifiers.ts'
import type { Random } from '../../../runtime/random.ts'
import type { PlanName } from '../../../server/steps/rateLimit/plans.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'

export interface ClientRow {
  id: string
  organization_id: string
  service_user_id: string
  own_grant_id: string
  name: string
  type: OAuthClient['type']
  /** JSON array. */
  redirect_uris: string
  /** JSON array. */
  scopes: string
  secret_digest: string | null
  secret_last4: string | null
  previous_secret_digest: string | null
  previous_secret_until: number | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
}

export const scopesOf = (row: { scopes: string }): string[] => JSON.parse(row.scopes) as string[]
export const redirectUrisOf = (row: ClientRow): string[] => JSON.parse(row.redirect_uris) as string[]

export function clientOf(row: ClientRow): OAuthClient {
  return {
    id: row.id,
    object: 'oauth_client',
    name: row.name,
    type: row.type,
    redirectUris: redirectUrisOf(row),
    scopes: scopesOf(row) as OAuthClient['scopes'],
    serviceUserId: row.service_user_id,
    secretLast4: row.secret_last4,
    previousSecretExpiresAt: row.previous_secret_until === null ? null : timestamp(row.previous_secret_until),
    createdAt: timestamp(row.created_at),
    createdBy: row.created_by,
    updatedAt: timestamp(row.updated_at),
    updatedBy: row.updated_by,
  }
}

// The SQL verbs over OAuth clients.

interface NewClient {
  organizationId: string
  name: string
  type: ClientRow['type']
  redirectUris: readonly string[]
  scopes: readonly string[]
  /** Digest and last characters of the secret of a confidential client. */
  secret: { digest: string; last4: string } | null
  createdBy: string
}

const COLUMNS = [
  'id',
  'organization_id',
  'service_user_id',
  'own_grant_id',
  'name',
  'type',
  'redirect_uris',
  'scopes',
  'secret_digest',
  'secret_last4',
  'previous_secret_digest',
  'previous_secret_until',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as readonly (keyof ClientRow)[]

/** Writes a client with its service user and the permanent grant of its own credentials. */
export async function insert(
  tx: WriteTransaction,
  { ids, now }: { ids: Identifiers; now: number },
  wanted: NewClient,
): Promise<ClientRow> {
  const row: ClientRow = {
    id: ids.create('client'),
    organization_id: wanted.organizationId,
    service_user_id: ids.create('user'),
    own_grant_id: ids.create('grant'),
    name: wanted.name,
    type: wanted.type,
    redirect_uris: JSON.stringify(wanted.redirectUris),
    scopes: JSON.stringify(wanted.scopes),
    secret_digest: wanted.secret?.digest ?? null,
    secret_last4: wanted.secret?.last4 ?? null,
    previous_secret_digest: null,
    previous_secret_until: null,
    created_at: now,
    created_by: wanted.createdBy,
    updated_at: now,
    updated_by: wanted.createdBy,
  }
  await tx.run(
    'INSERT INTO users (id, kind, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
    row.service_user_id,
    'service',
    row.name,
    now,
    now,
  )
  await tx.run(
    `INSERT INTO oauth_clients (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
    ...COLUMNS.map((column) => row[column]),
  )
  await tx.run(
    'INSERT INTO oauth_grants (id, organization_id, client_id, user_id, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    row.own_grant_id,
    row.organization_id,
    row.id,
    row.service_user_id,
    row.scopes,
    now,
  )
  return row
}

/** The client with the plan of its organization, whatever organization that is. */
export const findWithPlan = (
  tx: ReadTransaction,
  id: string,
): Promise<(ClientRow & { plan: PlanName; organization_name: string }) | undefined> =>
  tx.get(
    `SELECT c.*, o.plan, o.name AS organization_name
     FROM oauth_clients c JOIN organizations o ON o.id = c.organization_id WHERE c.id = ?`,
    id,
  )

/** The columns that a change may touch. */
const MUTABLE = [
  'name',
  'redirect_uris',
  'scopes',
  'secret_digest',
  'secret_last4',
  'previous_secret_digest',
  'previous_secret_until',
  'updated_at',
  'updated_by',
] as readonly (keyof ClientRow)[]

export async function save(tx: WriteTransaction, row: ClientRow): Promise<void> {
  await tx.run(
    `UPDATE oauth_clients SET ${MUTABLE.map((column) => `${column} = ?`).join(', ')} WHERE organization_id = ? AND id = ?`,
    ...MUTABLE.map((column) => row[column]),
    row.organization_id,
    row.id,
  )
}

/** @throws ApiError NOT_FOUND, also for a client of another organization */
export async function getOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<ClientRow> {
  const sql = 'SELECT * FROM oauth_clients WHERE organization_id = ? AND id = ?'
  return requireFound('client', await tx.get<ClientRow>(sql, organizationId, id))
}

export async function count(tx: ReadTransaction, organizationId: string): Promise<number> {
  const sql = 'SELECT count(*) AS clients FROM oauth_clients WHERE organization_id = ?'
  return (await tx.get<{ clients: number }>(sql, organizationId))?.clients ?? 0
}

/** Removes the client; without it none of its grants is active. Its service user stays, because created resources name it. */
export async function remove(tx: WriteTransaction, row: ClientRow, now: number): Promise<void> {
  await tx.run(
    'UPDATE oauth_grants SET revoked_at = ? WHERE client_id = ? AND revoked_at IS NULL',
    now,
    row.id,
  )
  await tx.run('DELETE FROM oauth_clients WHERE organization_id = ? AND id = ?', row.organization_id, row.id)
}

/** One page of clients. */
export async function list(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest,
) {
  const page = pageOf(cursors, query, {
    identity: ['listOAuthClients', organizationId],
    sorts: { createdAt: 'created_at', name: 'name' },
    where: { organization_id: organizationId },
  })
  return page.read<ClientRow>(tx, 'SELECT * FROM oauth_clients')
}

/** A new client secret: shown once, stored as a digest. */
export function newClientSecret(random: Random): { secret: string; digest: string; last4: string } {
  const secret = `cs_${newSecret(random)}`
  return { secret, digest: digestOf(secret), last4: secret.slice(-4) }
}

// Codes, refresh tokens, client secrets and sessions: 256 random bits each, stored as only a digest.

/** Base64url of 256 random bits: 43 characters. */
export const newSecret = (random: Random): string => random.bytes(32).toString('base64url')

/** SHA-256 in hexadecimal. 256 random bits need no salt and no slow hash. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
