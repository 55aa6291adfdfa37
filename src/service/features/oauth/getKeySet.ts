import type { KeySet } from '../../../../generated/openapi.oauth.ts'
import type { OpenEndpoint } from '../../server/endpoint.ts'
import { KEY_SET_SECONDS } from './lifetimes.ts'
import type { OAuthContext } from './oauthContext.ts'

/** GET /.well-known/jwks.json: the public keys. Source: "Public keys"; RFC 7517, section 5. */
export const getKeySet =
  ({ keys }: OAuthContext): OpenEndpoint =>
  async () => {
    const body: KeySet = { keys: await keys.published() }
    return { status: 200, body, maxAge: KEY_SET_SECONDS }
  }
