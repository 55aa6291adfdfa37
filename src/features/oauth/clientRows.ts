/** An OAuth client as the database keeps it. */
export interface ClientRow {
  id: string
  organization_id: string
  service_user_id: string
  own_grant_id: string
  name: string
  type: 'confidential' | 'public'
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
