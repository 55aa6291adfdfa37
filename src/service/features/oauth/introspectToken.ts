import type { Introspection } from '../../../../generated/openapi.oauth.ts'
import { invalidClient } from '../../oauthErrors.ts'
import type { ClientEndpoint } from '../../server/endpoint.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import { scopesOf } from './model/client.ts'
import { roleOf } from './model/grant.ts'
import type { OAuthContext } from './oauthContext.ts'
import { resolveToken } from './resolveToken.ts'
import { grantable } from './scopes.ts'

/** POST /oauth/introspect (RFC 7662): whether one of the client's own tokens is in force now. */
export const introspectToken =
  (context: OAuthContext): ClientEndpoint<AuthenticatedClient> =>
  async ({ client, form }) => {
    // RFC 7662, section 2.1: without proof anyone could fish for tokens here.
    if (!client.proved) throw invalidClient('A public client cannot introspect tokens.')
    const resolved = await resolveToken(context, 'introspectToken', form)
    const body: Introspection = { active: false }
    if (!resolved || resolved.grant.client_id !== client.row.id) return { status: 200, body }
    const { grant } = resolved
    // A refresh token that was exchanged is over, whatever its repeat may still give.
    if (resolved.kind === 'refresh' && resolved.row.used_at !== null) return { status: 200, body }
    const scopes = resolved.kind === 'access' ? resolved.claims.scope.split(' ') : scopesOf(grant)
    const usable = grantable(scopes, scopesOf({ scopes: grant.client_scopes }), roleOf(grant))
    const active: Introspection = {
      active: true,
      scope: usable.join(' '),
      client_id: grant.client_id,
      sub: grant.user_id,
      iss: context.addresses().apiRoot,
      org_id: grant.organization_id,
      ...(resolved.kind === 'access'
        ? {
            token_type: 'Bearer',
            aud: resolved.claims.aud,
            iat: resolved.claims.iat,
            exp: resolved.claims.exp,
            jti: resolved.claims.jti,
          }
        : {
            iat: Math.floor(resolved.row.created_at / 1000),
            exp: Math.floor(resolved.row.expires_at / 1000),
          }),
    }
    return { status: 200, body: active }
  }
