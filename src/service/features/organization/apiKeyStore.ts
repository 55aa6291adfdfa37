/** SQL verbs on API keys. The key itself passes through here once, when it is made. */

import type { PlanName } from '../../http/authenticate.ts'
import type { EnvironmentName } from '../../http/handler.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { Random } from '../../runtime/random.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'
import { createKey, digestOfKey } from './keyFormat.ts'
import type { MemberStatus } from './memberRows.ts'
import type { Role, Scope } from './roles.ts'

export interface NewApiKey {
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

/** Makes a key of the environment and keeps its digest. */
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
    ...[id, wanted.organizationId, wanted.userId, wanted.name, digestOfKey(key), last4],
    ...[JSON.stringify(wanted.scopes), services.now, wanted.expiresAt],
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

/** Notes when a key was last used; an older time never takes the place of a newer one. */
export async function touchKey(tx: WriteTransaction, id: string, now: number): Promise<void> {
  await tx.run(
    'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, 0) < ?',
    now,
    id,
    now,
  )
}

/** Revokes a key for good; answers whether it was there and in force. */
export const revokeKey = async (tx: WriteTransaction, organizationId: string, id: string, now: number) =>
  (await tx.run(
    'UPDATE api_keys SET revoked_at = ? WHERE organization_id = ? AND id = ? AND revoked_at IS NULL',
    ...[now, organizationId, id],
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
    ...[now, organizationId, userId],
  )
}
