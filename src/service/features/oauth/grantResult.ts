import type { GrantRow } from './model/grant.ts'

/** What a grant comes to: an access token of these scopes, and the refresh token to hand out, if any. */
export interface GrantResult {
  grant: Pick<GrantRow, 'id' | 'client_id' | 'user_id' | 'organization_id'>
  scopes: readonly string[]
  refreshToken?: string
}
