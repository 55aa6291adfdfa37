import type { TokenRequest, TokenResponse } from '../../../../generated/openapi.oauth.ts'
import type { ClientEndpoint } from '../../server/endpoint.ts'
import { requireValid } from '../../syntax/formRules.ts'
import type { AuthenticatedClient } from './clientAuthenticator.ts'
import { exchangeClientCredentials } from './exchangeClientCredentials.ts'
import { exchangeCode } from './exchangeCode.ts'
import { exchangeRefreshToken } from './exchangeRefreshToken.ts'
import { ACCESS_TOKEN_SECONDS } from './lifetimes.ts'
import type { OAuthContext } from './oauthContext.ts'

const GRANTS: Readonly<Record<TokenRequest['grant_type'], typeof exchangeCode>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
}

/** POST /oauth/token. Source: "OAuth endpoints"; RFC 6749, sections 4.1.3, 4.4.2 and 6. */
export const exchangeToken =
  (context: OAuthContext): ClientEndpoint<AuthenticatedClient> =>
  async ({ client, form }) => {
    requireValid('exchangeToken', form, 'grant_type')
    const exchange = GRANTS[form.get('grant_type') as TokenRequest['grant_type']]
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
