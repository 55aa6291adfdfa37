/** What a user allowed applications to do, for the page on which it can be taken back. */
import type { WriteTransaction } from '../../storage/database.ts'
import type { OAuthContext } from './oauthContext.ts'

export interface GivenGrant {
  id: string
  clientName: string
  /** JSON array. */
  scopes: string
  createdAt: number
}

/** The grants of a user in an organization that can still get tokens, the newest first. */
export const listGivenGrants = (
  { database, clock }: OAuthContext,
  organizationId: string,
  userId: string,
): Promise<GivenGrant[]> =>
  database.read((tx) =>
    tx.all(
      `SELECT g.id, c.name AS clientName, g.scopes, g.created_at AS createdAt
       FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
       WHERE g.user_id = ? AND g.organization_id = ? AND g.revoked_at IS NULL
         AND EXISTS (SELECT 1 FROM oauth_refresh_tokens r WHERE r.grant_id = g.id AND r.expires_at > ?)
       ORDER BY g.created_at DESC, g.id DESC`,
      ...[userId, organizationId, clock.now()],
    ),
  )

/** Takes back what the user allowed; a grant of somebody else stays as it is. */
export const revokeGivenGrant = ({ database, clock }: OAuthContext, userId: string, id: string) =>
  database.write((tx: WriteTransaction) =>
    tx.run(
      'UPDATE oauth_grants SET revoked_at = ? WHERE id = ? AND user_id = ? AND revoked_at IS NULL',
      ...[clock.now(), id, userId],
    ),
  )
