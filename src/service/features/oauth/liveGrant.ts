import type { ReadTransaction } from '../../storage/database.ts'
import { type Claims, grantIdOf } from './accessTokens.ts'
import * as grantStore from './grantStore.ts'

/**
 * The grant of a token whose signature and time are good, unless the grant or the token was revoked, its user is
 * no longer a member, or the client is gone.
 */
export async function liveGrant(
  tx: ReadTransaction,
  claims: Claims,
): Promise<grantStore.GrantRow | undefined> {
  const grant = await grantStore.find(tx, grantIdOf(claims))
  if (!grant || !grantStore.stands(grant)) return undefined
  if (grant.client_id !== claims.client_id || grant.user_id !== claims.sub) return undefined
  if (grant.organization_id !== claims.org_id) return undefined
  return (await grantStore.isRevoked(tx, claims.jti)) ? undefined : grant
}
