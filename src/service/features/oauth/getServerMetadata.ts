import type { ServerMetadata } from '../../../../generated/openapi.oauth.ts'
import type { OpenEndpoint } from '../../server/endpoint.ts'
import { allScopes } from '../organization/queries.ts'
import { KEY_SET_SECONDS } from './lifetimes.ts'
import type { OAuthContext } from './oauthContext.ts'

const WITH_SECRET = ['client_secret_basic', 'client_secret_post']

/** GET /.well-known/oauth-authorization-server (RFC 8414). */
export const getServerMetadata =
  ({ addresses }: OAuthContext): OpenEndpoint =>
  async () => {
    const { apiRoot, appUrl } = addresses()
    const body: ServerMetadata = {
      issuer: apiRoot,
      authorization_endpoint: `${appUrl}/oauth/authorize`,
      token_endpoint: `${apiRoot}/oauth/token`,
      jwks_uri: `${apiRoot}/.well-known/jwks.json`,
      revocation_endpoint: `${apiRoot}/oauth/revoke`,
      introspection_endpoint: `${apiRoot}/oauth/introspect`,
      scopes_supported: [...allScopes],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
      revocation_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
      introspection_endpoint_auth_methods_supported: WITH_SECRET,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
    return { status: 200, body, maxAge: KEY_SET_SECONDS }
  }
