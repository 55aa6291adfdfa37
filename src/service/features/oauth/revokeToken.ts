import { OAuthError } from '../../oauthErrors.ts'
import type { ClientEndpoint } from '../../server/endpoint.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import * as grantStore from './model/grant.ts'
import type { OAuthContext } from './oauthContext.ts'
import { resolveToken } from './resolveToken.ts'

/** Some clients read JSON whatever it states; RFC 7009, section 2.2 lets them ignore it. */
const DONE = { status: 200, body: {} } as const

/** POST /oauth/revoke (RFC 7009): a refresh token ends its grant, an access token ends only itself. */
export const revokeToken =
  (context: OAuthContext): ClientEndpoint<AuthenticatedClient> =>
  async ({ client, form }) => {
    const resolved = await resolveToken(context, 'revokeToken', form)
    if (!resolved) return DONE
    if (resolved.grant.client_id !== client.row.id) {
      // RFC 7009, section 2.1: the client learns that the token is not its own.
      throw new OAuthError('invalid_request', 'The token was given to another client.')
    }
    const now = context.clock.now()
    await context.database.write(async (tx) => {
      if (resolved.kind === 'refresh')
        return grantStore.end(tx, context, resolved.grant, { operation: 'revokeToken', triggeredBy: 'api' })
      return grantStore.revokeToken(tx, resolved.claims.jti, resolved.claims.exp * 1000, now)
    })
    return DONE
  }
