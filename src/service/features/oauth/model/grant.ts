/** The SQL verbs over grants: the scopes that a user allowed a client, and whether the grant is active. */
import { audit } from '../../../resources/audit.ts'
import type { PlanName } from '../../../server/steps/rateLimit/plans.ts'
import type { ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import type { Role } from '../../organization/queries.ts'
import { type Claims, grantIdOf } from '../accessTokens.ts'
import type { OAuthContext } from '../oauthContext.ts'

/** A grant with all that decides what its tokens may do now. */
export interface GrantRow {
  id: string
  organization_id: string
  workspace_id: string
  plan: PlanName
  client_id: string
  user_id: string
  /** JSON array: what was granted. */
  scopes: string
  /** JSON array: what the client may have now. */
  client_scopes: string
  /** Whether the client acts for itself: then there is no membership. */
  is_own: number
  role: Role | null
  member_status: string | null
  created_at: number
  revoked_at: number | null
}

const SELECT = `
  SELECT g.id, g.organization_id, w.id AS workspace_id, o.plan, g.client_id, g.user_id, g.scopes,
         c.scopes AS client_scopes, CASE WHEN c.own_grant_id = g.id THEN 1 ELSE 0 END AS is_own,
         m.role, m.status AS member_status, g.created_at, g.revoked_at
  FROM oauth_grants g
  JOIN oauth_clients c ON c.id = g.client_id
  JOIN organizations o ON o.id = g.organization_id
  JOIN workspaces w ON w.organization_id = g.organization_id AND w.is_default = 1
  LEFT JOIN memberships m ON m.organization_id = g.organization_id AND m.user_id = g.user_id
    AND m.joined_at <= g.created_at`

export const find = (tx: ReadTransaction, id: string): Promise<GrantRow | undefined> =>
  tx.get(`${SELECT} WHERE g.id = ?`, id)

/** Whether tokens of the grant work: not revoked, and its user an active member ever since; coming back revives none. */
export const isActive = (grant: GrantRow): boolean =>
  grant.revoked_at === null && (grant.is_own === 1 || grant.member_status === 'active')

/** The role that bounds the tokens; undefined for a client that acts for itself. */
export const roleOf = (grant: GrantRow): Role | undefined =>
  grant.is_own === 1 ? undefined : (grant.role ?? undefined)

export async function insert(
  tx: WriteTransaction,
  grant: Pick<GrantRow, 'id' | 'organization_id' | 'client_id' | 'user_id' | 'scopes' | 'created_at'>,
): Promise<void> {
  await tx.run(
    'INSERT INTO oauth_grants (id, organization_id, client_id, user_id, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    grant.id,
    grant.organization_id,
    grant.client_id,
    grant.user_id,
    grant.scopes,
    grant.created_at,
  )
}

/** Ends a grant with every token of it, for good, and leaves an entry in the audit log; once. */
export async function end(
  tx: WriteTransaction,
  { ids, clock }: Pick<OAuthContext, 'ids' | 'clock'>,
  grant: Pick<GrantRow, 'id' | 'organization_id' | 'user_id'>,
  by: { operation: string; triggeredBy: 'api' | 'dashboard' },
): Promise<void> {
  const now = clock.now()
  const sql = 'UPDATE oauth_grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL'
  if ((await tx.run(sql, now, grant.id)) === 0) return
  await audit(
    tx,
    { ids, now },
    {
      organizationId: grant.organization_id,
      userId: grant.user_id,
      targets: [grant.id],
      requestId: null,
      ...by,
      credentialId: by.triggeredBy === 'api' ? grant.id : null,
    },
  )
}

export async function revokeToken(tx: WriteTransaction, jti: string, expiresAt: number, now: number) {
  await tx.run('DELETE FROM oauth_revoked_tokens WHERE expires_at < ?', now)
  await tx.run('INSERT INTO oauth_revoked_tokens VALUES (?, ?) ON CONFLICT DO NOTHING', jti, expiresAt)
}

const isRevoked = async (tx: ReadTransaction, jti: string): Promise<boolean> =>
  (await tx.get('SELECT jti FROM oauth_revoked_tokens WHERE jti = ?', jti)) !== undefined

// The grants of a user to applications, for the page on which the user can revoke them.

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
  const rows = await database.all<Pick<GrantRow, 'id' | 'scopes' | 'created_at'> & { client_name: string }>(
    `SELECT g.id, c.name AS client_name, g.scopes, g.created_at
       FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
       WHERE g.user_id = ? AND g.organization_id = ? AND g.revoked_at IS NULL
         AND g.id < ? AND EXISTS (SELECT 1 FROM oauth_refresh_tokens r WHERE r.grant_id = g.id AND r.expires_at > ?)
       ORDER BY g.id DESC LIMIT ?`,
    userId,
    organizationId,
    before,
    clock.now(),
    limit + 1,
  )
  const grants = rows
    .slice(0, limit)
    .map(({ id, client_name: clientName, scopes, created_at: createdAt }) => ({
      id,
      clientName,
      scopes,
      createdAt,
    }))
  return { grants, nextCursor: rows.length > limit ? (grants.at(-1)?.id ?? null) : null }
}

/** Revokes a grant of the user; a grant of another client stays as it is. */
export const revokeGivenGrant = (context: OAuthContext, userId: string, id: string): Promise<void> =>
  context.database.write(async (tx) => {
    const grant = await find(tx, id)
    if (grant?.user_id !== userId) return
    await end(tx, context, grant, { operation: 'revokeGrant', triggeredBy: 'dashboard' })
  })

/**
 * The grant of a token with a valid signature and time. Undefined when the grant or the token was revoked, its user is
 * no longer a member of the organization, or the client is gone.
 */
export async function liveGrant(tx: ReadTransaction, claims: Claims): Promise<GrantRow | undefined> {
  const grant = await find(tx, grantIdOf(claims))
  if (!grant || !isActive(grant)) return undefined
  if (grant.client_id !== claims.client_id || grant.user_id !== claims.sub) return undefined
  if (grant.organization_id !== claims.org_id) return undefined
  return (await isRevoked(tx, claims.jti)) ? undefined : grant
}

/** The result of a grant: an access token of these scopes, and the refresh token to hand out, if any. */
export interface GrantResult {
  grant: Pick<GrantRow, 'id' | 'client_id' | 'user_id' | 'organization_id'>
  scopes: readonly string[]
  refreshToken?: string
}
