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

/** One page of the grants of a user in an organization that can still get tokens, the newest first. */
export async function listGivenGrants(
  { database, clock }: OAuthContext,
  { organizationId, userId }: { organizationId: string; userId: string },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ grants: GivenGrant[]; nextCursor: string | null }> {
  // Ids sort by their time; without a cursor from beyond all of them.
  const before = cursor ?? 'grant_~'
  const rows = await database.read((tx) =>
    tx.all<GivenGrant>(
      `SELECT g.id, c.name AS clientName, g.scopes, g.created_at AS createdAt
       FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
       WHERE g.user_id = ? AND g.organization_id = ? AND g.revoked_at IS NULL
         AND g.id < ? AND EXISTS (SELECT 1 FROM oauth_refresh_tokens r WHERE r.grant_id = g.id AND r.expires_at > ?)
       ORDER BY g.id DESC LIMIT ?`,
      ...[userId, organizationId, before, clock.now(), limit + 1],
    ),
  )
  const grants = rows.slice(0, limit)
  return { grants, nextCursor: rows.length > limit ? (grants.at(-1)?.id ?? null) : null }
}

/** Takes back what the user allowed; a grant of somebody else stays as it is. */
export const revokeGivenGrant = ({ database, clock }: OAuthContext, userId: string, id: string) =>
  database.write((tx: WriteTransaction) =>
    tx.run(
      'UPDATE oauth_grants SET revoked_at = ? WHERE id = ? AND user_id = ? AND revoked_at IS NULL',
      ...[clock.now(), id, userId],
    ),
  )
