/** An API key as the database retains it, and as the contract shows it: the key itself is in neither. */

import { createHash, hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKey } from '../../../../../generated/openapi.v1.ts'
import { requireFound } from '../../../errors.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, pageOf } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Identifiers } from '../../../runtime/identifiers.ts'
import type { Random } from '../../../runtime/random.ts'
import type { EnvironmentName } from '../../../server/handler.ts'
import type { PlanName } from '../../../server/steps/rateLimit/plans.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import type { MemberStatus, Role, Scope } from './member.ts'

interface ApiKeyRow {
  id: string
  organization_id: string
  user_id: string
  name: string
  last4: string
  /** JSON array. */
  scopes: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  /** Its successor. */
  rotated_to: string | null
}

const optional = (moment: number | null): string | null => (moment === null ? null : timestamp(moment))

export const apiKeyOf = (row: ApiKeyRow, now: number): ApiKey => ({
  id: row.id,
  object: 'api_key',
  name: row.name,
  scopes: JSON.parse(row.scopes),
  last4: row.last4,
  status: statusOf(row, now),
  userId: row.user_id,
  expiresAt: optional(row.expires_at),
  lastUsedAt: optional(row.last_used_at),
  revokedAt: optional(row.revoked_at),
  createdAt: timestamp(row.created_at),
})

export function statusOf(row: ApiKeyRow, now: number): ApiKey['status'] {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active'
}

// SQL verbs on API keys. The key itself passes through here once, when it is made.

interface NewApiKey {
  organizationId: string
  /** The user that the key acts as. */
  userId: string
  name: string
  scopes: readonly Scope[]
  /** Unix milliseconds; null: never. */
  expiresAt: number | null
}

export interface CreatedApiKey {
  id: string
  /** The secret, to be shown once. */
  key: string
  last4: string
}

/** Makes a key of the environment and retains its digest. */
export async function createApiKey(
  tx: WriteTransaction,
  services: { environment: EnvironmentName; ids: Identifiers; random: Random; now: number },
  wanted: NewApiKey,
): Promise<CreatedApiKey> {
  const key = createKey(services.environment, services.random)
  const id = services.ids.create('key')
  const last4 = key.slice(-4)
  await tx.run(
    `INSERT INTO api_keys (id, organization_id, user_id, name, digest, last4, scopes, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    wanted.organizationId,
    wanted.userId,
    wanted.name,
    digestOfKey(key),
    last4,
    JSON.stringify(wanted.scopes),
    services.now,
    wanted.expiresAt,
  )
  return { id, key, last4 }
}

/** A key with all that a request of its needs to know. */
export interface KeyHolder {
  id: string
  organization_id: string
  workspace_id: string
  user_id: string
  /** JSON array of the key's own scopes. */
  scopes: string
  expires_at: number | null
  revoked_at: number | null
  role: Role
  status: MemberStatus
  plan: PlanName
}

export const findKeyHolder = (tx: ReadTransaction, digest: string): Promise<KeyHolder | undefined> =>
  tx.get(
    `SELECT k.id, k.organization_id, w.id AS workspace_id, k.user_id, k.scopes, k.expires_at, k.revoked_at,
            m.role, m.status, o.plan
     FROM api_keys k
     JOIN memberships m ON m.organization_id = k.organization_id AND m.user_id = k.user_id
     JOIN organizations o ON o.id = k.organization_id
     JOIN workspaces w ON w.organization_id = k.organization_id AND w.is_default = 1
     WHERE k.digest = ?`,
    digest,
  )

/** Notes when a key was last used; an older time never replaces a newer one. */
export async function touchKey(tx: WriteTransaction, id: string, now: number): Promise<void> {
  await tx.run(
    'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, 0) < ?',
    now,
    id,
    now,
  )
}

/** Revokes a key; returns whether it existed and was valid. */
export const revokeKey = async (tx: WriteTransaction, organizationId: string, id: string, now: number) =>
  (await tx.run(
    'UPDATE api_keys SET revoked_at = ? WHERE organization_id = ? AND id = ? AND revoked_at IS NULL',
    now,
    organizationId,
    id,
  )) > 0

/** Revokes all keys that act as a member, for the day the member is removed: coming back does not revive them. */
export async function revokeKeysOf(
  tx: WriteTransaction,
  organizationId: string,
  userId: string,
  now: number,
) {
  await tx.run(
    'UPDATE api_keys SET revoked_at = ? WHERE organization_id = ? AND user_id = ? AND revoked_at IS NULL',
    now,
    organizationId,
    userId,
  )
}

// The form of API keys: `svc_live_` or `svc_test_`, 30 random base62 characters, and 6 of CRC-32 checksum over
// all before them. So a mistyped key is recognized without a query to the database.
// Source: "API keys"; docs/internals/decisions.md, 7.

export const keyPrefixes: Readonly<Record<EnvironmentName, string>> = {
  production: 'svc_live_',
  development: 'svc_test_',
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const FORM = /^(svc_live_|svc_test_)[0-9A-Za-z]{36}$/

/** A new key of `environment`: 178 bits of randomness. */
export function createKey(environment: EnvironmentName, random: Random): string {
  let key = keyPrefixes[environment]
  const length = key.length + RANDOM_LENGTH
  while (key.length < length) {
    for (const byte of random.bytes(32)) {
      // 248 is the last multiple of 62: bytes above it would make the first characters likelier.
      if (byte < 248 && key.length < length) key += ALPHABET[byte % 62]
    }
  }
  return key + checksum(key)
}

/** The environment that a well-formed key belongs to; undefined when it is malformed or its checksum does not fit. */
export function environmentOfKey(key: string): EnvironmentName | undefined {
  const prefix = FORM.exec(key)?.[1]
  if (prefix === undefined) return undefined
  if (checksum(key.slice(0, -CHECKSUM_LENGTH)) !== key.slice(-CHECKSUM_LENGTH)) return undefined
  return prefix === keyPrefixes.production ? 'production' : 'development'
}

/** The stored form of a key: SHA-256 in hexadecimal. Its 178 random bits need no salt and no slow hash. */
export const digestOfKey: (key: string) => string =
  // crypto.hash (Node 20.12) takes 0.2 µs, createHash 1.1 µs.
  typeof hash === 'function'
    ? (key) => hash('sha256', key, 'hex')
    : (key) => createHash('sha256').update(key).digest('hex')

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

// The reading SQL verbs over API keys, and their small changes. Every statement names the organization.

const COLUMNS =
  'id, organization_id, user_id, name, last4, scopes, created_at, expires_at, revoked_at, last_used_at, rotated_to'

/** @throws ApiError NOT_FOUND when there is none, and when it belongs to another organization */
export async function getKeyOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<ApiKeyRow> {
  const sql = `SELECT ${COLUMNS} FROM api_keys WHERE organization_id = ? AND id = ?`
  return requireFound('API key', await tx.get<ApiKeyRow>(sql, organizationId, id))
}

/** One page of keys. */
export async function listKeys(
  tx: ReadTransaction,
  cursors: Cursors,
  organizationId: string,
  query: PageRequest & { userId?: string | undefined },
) {
  const page = pageOf(cursors, query, {
    identity: ['listApiKeys', organizationId],
    sorts: { createdAt: 'created_at', name: 'name' },
    where: { organization_id: organizationId, user_id: query.userId },
  })
  return page.read<ApiKeyRow>(tx, `SELECT ${COLUMNS} FROM api_keys`)
}

/** All keys, the oldest first; for the administrator. */
export const listAllKeys = (tx: ReadTransaction, organizationId: string): Promise<ApiKeyRow[]> =>
  tx.all(`SELECT ${COLUMNS} FROM api_keys WHERE organization_id = ? ORDER BY created_at, id`, organizationId)

export async function renameKey(tx: WriteTransaction, key: ApiKeyRow, name: string): Promise<void> {
  const sql = 'UPDATE api_keys SET name = ? WHERE organization_id = ? AND id = ?'
  await tx.run(sql, name, key.organization_id, key.id)
}

/**
 * Puts a successor instead of the key, which ends at a moment; the one before the key ends immediately.
 * @returns the ids of the keys that ended
 */
export async function replaceKey(
  tx: WriteTransaction,
  key: ApiKeyRow,
  successor: { id: string; now: number; expiresAt: number },
): Promise<string[]> {
  const { id, now, expiresAt } = successor
  const organization = key.organization_id
  const sql = 'UPDATE api_keys SET expires_at = ?, rotated_to = ? WHERE organization_id = ? AND id = ?'
  await tx.run(sql, expiresAt, id, organization, key.id)
  const ended = await tx.all<{ id: string }>(
    `UPDATE api_keys SET revoked_at = ?
     WHERE organization_id = ? AND rotated_to = ? AND revoked_at IS NULL AND expires_at > ? RETURNING id`,
    now,
    organization,
    key.id,
    now,
  )
  return ended.map((row) => row.id)
}
