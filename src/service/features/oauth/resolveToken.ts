import type { Parameters } from '../../syntax/form.ts'
import { requireValid } from '../../syntax/formRules.ts'
import { looksLikeToken } from './accessTokenAuthenticator.ts'
import { type Claims, TokenRejected } from './accessTokens.ts'
import { digestOf } from './model/client.ts'
import * as grantStore from './model/grant.ts'
import { type GrantRow, liveGrant } from './model/grant.ts'
import * as refreshTokenStore from './model/refreshToken.ts'
import type { OAuthContext } from './oauthContext.ts'

type ResolvedToken =
  | { kind: 'access'; grant: GrantRow; claims: Claims }
  | { kind: 'refresh'; grant: GrantRow; row: refreshTokenStore.RefreshTokenRow }

/**
 * The meaning of a `token` parameter, if it is valid. Its form shows which kind it is: `token_type_hint` is
 * not needed, and a wrong one does no harm (RFC 7009, section 2.1).
 */
export async function resolveToken(
  context: OAuthContext,
  operation: 'introspectToken' | 'revokeToken',
  form: Parameters,
): Promise<ResolvedToken | undefined> {
  requireValid(operation, form, 'token')
  const token = form.get('token') ?? ''
  if (looksLikeToken(token)) {
    try {
      const claims = await context.tokens.verify(token)
      const grant = await context.database.read((tx) => liveGrant(tx, claims))
      return grant && { kind: 'access', grant, claims }
    } catch (error) {
      if (error instanceof TokenRejected) return undefined
      throw error
    }
  }
  return context.database.read(async (tx): Promise<ResolvedToken | undefined> => {
    const row = await refreshTokenStore.find(tx, digestOf(token))
    const grant = row && (await grantStore.find(tx, row.grant_id))
    if (!row || !grant || !grantStore.isActive(grant) || row.expires_at <= context.clock.now())
      return undefined
    return { kind: 'refresh', grant, row }
  })
}
