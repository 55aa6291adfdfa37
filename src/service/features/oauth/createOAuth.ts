/** The authorization server of one environment, put together; the composition root gives it its routes. */
import { createHmac } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { Random } from '../../runtime/random.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import type { ClientAuthenticator, ClientEndpoint } from '../../server/endpoint.ts'
import type { Addresses, Services } from '../../server/handler.ts'
import type { Authenticator } from '../../server/steps/identify.ts'
import type { CallHandler } from '../../server/surface.ts'
import type { Database } from '../../storage/database.ts'
import { createAccessTokenAuthenticator } from './accessTokenAuthenticator.ts'
import { createAccessTokens } from './accessTokens.ts'
import { type AuthenticatedClient, createClientAuthenticator } from './clientAuthenticator.ts'
import { exchangeToken } from './exchangeToken.ts'
import { getKeySet } from './getKeySet.ts'
import { getServerMetadata } from './getServerMetadata.ts'
import { introspectToken } from './introspectToken.ts'
import { createSigningKeys } from './model/signingKeys.ts'
import type { OAuthContext } from './oauthContext.ts'
import { revokeToken } from './revokeToken.ts'

interface OAuth {
  context: OAuthContext
  /** Verifies access tokens. */
  authenticate: Authenticator
  authenticateClient: ClientAuthenticator<AuthenticatedClient>
  /** The endpoints by their operation in openapi/oauth. */
  endpoints: Readonly<Record<string, CallHandler>>
}

export function createOAuth(services: {
  database: Database
  keyring: Keyring
  clock: Clock
  random: Random
  ids: Identifiers
  passwords: Services['passwords']
  addresses: () => Addresses
}): OAuth {
  const { database, keyring, clock, random, ids, passwords, addresses } = services
  const keys = createSigningKeys(services)
  const tokens = createAccessTokens({ keys, clock, random, issuer: () => addresses().apiRoot })
  const successors = keyring.derive('oauth: successors of refresh tokens')
  const forms = keyring.derive('oauth: forms')
  const context: OAuthContext = {
    database,
    clock,
    random,
    ids,
    passwords,
    keys,
    tokens,
    addresses,
    successorOf: (token) => createHmac('sha256', successors).update(token).digest('base64url'),
    sign: (text) => createHmac('sha256', forms).update(text).digest('base64url'),
  }
  return {
    context,
    authenticate: createAccessTokenAuthenticator({ database, tokens }),
    authenticateClient: createClientAuthenticator(services),
    endpoints: {
      getKeySet: getKeySet(context),
      getServerMetadata: getServerMetadata(context),
      exchangeToken: forClients(exchangeToken(context)),
      revokeToken: forClients(revokeToken(context)),
      introspectToken: forClients(introspectToken(context)),
    },
  }
}

const forClients =
  (endpoint: ClientEndpoint<AuthenticatedClient>): CallHandler =>
  ({ client, parameters = new Map() }) =>
    endpoint({ client: client as AuthenticatedClient, form: parameters })
