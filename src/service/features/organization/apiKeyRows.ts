/** An API key as the database keeps it, and as the contract shows it: the key itself is in neither. */
import type { ApiKey } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

export interface ApiKeyRow {
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
  /** The key that took its place. */
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
