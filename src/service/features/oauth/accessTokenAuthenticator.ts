import { ApiError, challenge } from '../../errors.ts'
import type { Authenticated, Authenticator } from '../../server/steps/identify.ts'
import type { Database } from '../../storage/database.ts'
import { createRowMemory } from '../../storage/rowMemory.ts'
import { type AccessTokens, type Claims, grantIdOf, TokenRejected } from './accessTokens.ts'
import { digestOf, scopesOf } from './model/client.ts'
import { type GrantRow, liveGrant, roleOf } from './model/grant.ts'
import { usableScopes } from './scopes.ts'

/** Whether a credential has the form of a JWT: three parts. */
export const looksLikeToken = (credential: string): boolean => credential.split('.').length === 3

/**
 * Verifies access tokens: signature and claims, then whether the grant is active and the present rights of its user. Those
 * are read once until one of their rows changes.
 * Source: "JWT access tokens"; docs/internals/decisions.md, 7.
 * @returns an authenticator that throws TOKEN_EXPIRED or INVALID_TOKEN
 */
export function createAccessTokenAuthenticator(services: {
  database: Database
  tokens: AccessTokens
}): Authenticator {
  const { database, tokens } = services
  const memory = createRowMemory<Authenticated>(database, DECIDING)

  const read = async (claims: Claims): Promise<Authenticated | undefined> => {
    const grant = await database.read((tx) => liveGrant(tx, claims))
    return grant && authenticatedBy(grant, claims)
  }

  return async (bearer) => {
    const claims = await tokens.verify(bearer).catch((error: unknown) => {
      if (!(error instanceof TokenRejected)) throw error
      throw rejection(error.expired ? 'TOKEN_EXPIRED' : 'INVALID_TOKEN', error.message)
    })
    const digest = digestOf(bearer)
    const known = memory.find(digest) ?? (await memory.load(digest, () => read(claims)))
    if (!known) {
      throw rejection('INVALID_TOKEN', 'The access token was revoked, or its user is no longer a member.')
    }
    return known
  }
}

/** The columns that decide about the user of a token. */
const DECIDING = {
  oauth_grants: { except: [] },
  oauth_revoked_tokens: { except: [] },
  oauth_clients: { except: [] },
  memberships: { except: [] },
  organizations: { except: [] },
  workspaces: { except: [] },
}

const authenticatedBy = (grant: GrantRow, claims: Claims): Authenticated => ({
  caller: {
    organizationId: grant.organization_id,
    workspaceId: grant.workspace_id,
    userId: grant.user_id,
    credentialId: grantIdOf(claims),
    scopes: usableScopes(claims.scope.split(' '), scopesOf({ scopes: grant.client_scopes }), roleOf(grant)),
    triggeredBy: 'api',
  },
  plan: grant.plan,
})

const rejection = (code: 'TOKEN_EXPIRED' | 'INVALID_TOKEN', message: string) =>
  new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge('invalid_token', message) } })
