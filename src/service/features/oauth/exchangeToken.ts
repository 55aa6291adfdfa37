import type { TokenResponse } from '../../../../generated/openapi.oauth.ts'
import { OAuthError } from '../../oauthErrors.ts'
import type { ClientEndpoint } from '../../server/endpoint.ts'
import { printable } from '../../syntax/form.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import { exchangeClientCredentials } from './exchangeClientCredentials.ts'
import { exchangeCode } from './exchangeCode.ts'
import { exchangeRefreshToken } from './exchangeRefreshToken.ts'
import { ACCESS_TOKEN_SECONDS } from './lifetimes.ts'
import type { OAuthContext } from './oauthContext.ts'

const GRANTS: Readonly<Record<string, typeof exchangeCode>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
}

/** POST /oauth/token. Source: "OAuth endpoints"; RFC 6749, sections 4.1.3, 4.4.2 and 6. */
export const exchangeToken =
  (context: OAuthContext): ClientEndpoint<AuthenticatedClient> =>
  async ({ client, form }) => {
    const type = form.get('grant_type')
    if (type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.')
    const exchange = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
    if (!exchange) {
      const message = `grant_type is ${printable(type)}; expected ${Object.keys(GRANTS).join(', ')}.`
      throw new OAuthError('unsupported_grant_type', message)
    }
    const { grant, scopes, refreshToken } = await exchange(context, client, form)
    const token = await context.tokens.issue(
      {
        id: grant.id,
        clientId: grant.client_id,
        userId: grant.user_id,
        organizationId: grant.organization_id,
      },
      scopes,
    )
    const body: TokenResponse = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      scope: scopes.join(' '),
    }
    return { status: 200, body }
  }
