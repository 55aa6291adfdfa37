/** An OAuth client as the database keeps it, and as the contract shows it: the secret is no part of it. */
import type { OAuthClient } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

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
