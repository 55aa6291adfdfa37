import { ApiError } from '../../errors.ts'
import { type Authenticator, challenge } from '../../server/steps/identify.ts'
import type { Database } from '../../storage/database.ts'
import { type AccessTokens, grantIdOf, TokenRefused } from './accessTokens.ts'
import { scopesOf } from './model/client.ts'
import { liveGrant, roleOf } from './model/grant.ts'

import { usableScopes } from './scopes.ts'

/** Whether a credential has the form of a JWT: three parts. */
export const looksLikeToken = (credential: string): boolean => credential.split('.').length === 3

/**
 * Judges access tokens: signature and claims, then whether the grant stands and what its user may do now.
 * Source: "JWT access tokens"; docs/decisions.md, 7.
 * @returns an authenticator that throws TOKEN_EXPIRED or INVALID_TOKEN
 */
export function createAccessTokenAuthenticator(services: {
  database: Database
  tokens: AccessTokens
}): Authenticator {
  const { database, tokens } = services
  return async (bearer) => {
    const claims = await tokens.verify(bearer).catch((error: unknown) => {
      if (!(error instanceof TokenRefused)) throw error
      throw refusal(error.expired ? 'TOKEN_EXPIRED' : 'INVALID_TOKEN', error.message)
    })
    const grant = await database.read((tx) => liveGrant(tx, claims))
    if (!grant) {
      throw refusal('INVALID_TOKEN', 'The access token was revoked, or its user is no longer a member.')
    }
    return {
      caller: {
        organizationId: grant.organization_id,
        workspaceId: grant.workspace_id,
        userId: grant.user_id,
        credentialId: grantIdOf(claims),
        scopes: usableScopes(
          claims.scope.split(' '),
          scopesOf({ scopes: grant.client_scopes }),
          roleOf(grant),
        ),
        triggeredBy: 'api',
      },
      plan: grant.plan,
    }
  }
}

const refusal = (code: 'TOKEN_EXPIRED' | 'INVALID_TOKEN', message: string) =>
  new ApiError(code, message, { headers: { 'WWW-Authenticate': challenge('invalid_token', message) } })
