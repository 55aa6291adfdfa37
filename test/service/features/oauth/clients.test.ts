/** Third-party clients, against the real server over HTTPS, configured with only the issuer. */
import { createRemoteJWKSet, customFetch as jwksFetch, jwtVerify } from 'jose'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { Agent, fetch as send } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { CALLBACK, makeClient, type TestClient } from './fixture.ts'
import { signedIn } from './visitor.ts'

let server: TestServer
let agent: Agent
let web: TestClient
let native: TestClient
/** `fetch` that trusts the server's CA, as NODE_EXTRA_CA_CERTS would make it. */
const trusting = (async (input: string | URL, init: object) =>
  send(input, { ...init, dispatcher: agent })) as unknown as typeof fetch

beforeAll(async () => {
  server = await startServer()
  agent = new Agent({ connect: { ca: server.ca } })
  web = await makeClient(server)
  native = await makeClient(server, { type: 'public' })
})
afterAll(async () => {
  await agent.close()
  await server.close()
})

const scope = 'prompts:read prompts:write'
const redirect_uri = CALLBACK

/** The user allows the request of the URL; returns the URL that the client is called back with. */
async function allow(url: URL): Promise<URL> {
  expect(url.origin + url.pathname).toBe(`${server.origin}/oauth/authorize`)
  const back = await (await signedIn(server)).allow(url.search.slice(1))
  return new URL(`${CALLBACK}?${back}`)
}

it('discovery is where RFC 8414 has it, and nowhere else', async () => {
  const at = async (name: string) => (await trusting(`${server.origin}/.well-known/${name}`)).status
  expect(await at('oauth-authorization-server')).toBe(200)
  // Its required properties are those of ID tokens, which there are none of (docs/internals/decisions.md).
  expect(await at('openid-configuration')).toBe(404)
})

/** The verifier of the docs, with only the URL of the keys. */
async function verified(token: string, jwksUri: string, audience: string) {
  const keys = createRemoteJWKSet(new URL(jwksUri), { [jwksFetch]: trusting })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    issuer: server.origin,
    audience,
    typ: 'JWT',
    requiredClaims: ['sub', 'exp', 'iat', 'scope', 'org_id'],
    currentDate: new Date(server.clock.now()),
  })
  return payload
}

describe('openid-client', () => {
  const discover = (client: TestClient, how: 'form' | 'basic' | 'none') => {
    const auth = {
      form: () => openid.ClientSecretPost(client.secret),
      basic: () => openid.ClientSecretBasic(client.secret),
      none: () => openid.None(),
    }
    return openid.discovery(new URL(server.origin), client.id, undefined, auth[how](), {
      algorithm: 'oauth2',
      [openid.customFetch]: trusting as openid.CustomFetch,
    })
  }

  const kinds: [string, () => [TestClient, 'form' | 'basic' | 'none']][] = [
    ['a confidential client by form', () => [web, 'form']],
    ['a confidential client by Basic', () => [web, 'basic']],
    ['a public client', () => [native, 'none']],
  ]
  it.each(kinds)('%s: code with PKCE, refresh, revocation', async (_name, kind) => {
    const [client, how] = kind()
    const config = await discover(client, how)
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      scope,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await allow(url), {
      pkceCodeVerifier,
      expectedState,
    })
    const jwksUri = config.serverMetadata().jwks_uri ?? ''
    expect(await verified(tokens.access_token, jwksUri, client.id)).toMatchObject({
      sub: server.a.ownerId,
      org_id: server.a.id,
      scope,
    })
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(refreshed.scope).toBe(scope)
    const latest = refreshed.refresh_token ?? tokens.refresh_token ?? ''
    await openid.tokenRevocation(config, latest)
    await expect(openid.refreshTokenGrant(config, latest)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('client credentials and introspection', async () => {
    const config = await discover(web, 'basic')
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'prompts:read' })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'prompts:read' })
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      client_id: web.id,
    })
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false })
  })

  it('takes a denial for what it is', async () => {
    const config = await discover(web, 'form')
    const url = openid.buildAuthorizationUrl(config, { redirect_uri, scope, state: 's' })
    const visitor = await signedIn(server)
    const form = await visitor.consentForm(url.search.slice(1))
    const reply = await visitor.post(`/oauth/authorize?${url.search.slice(1)}`, {
      ...form,
      decision: 'deny',
    })
    const back = new URL(reply.header('location') ?? '')
    await expect(openid.authorizationCodeGrant(config, back, { expectedState: 's' })).rejects.toMatchObject({
      error: 'access_denied',
    })
  })
})

describe('oauth4webapi', () => {
  const options = { [oauth4webapi.customFetch]: trusting } as object

  async function discover(): Promise<oauth4webapi.AuthorizationServer> {
    const issuer = new URL(server.origin)
    const response = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...options })
    return oauth4webapi.processDiscoveryResponse(issuer, response)
  }

  const kinds: [string, () => [TestClient, oauth4webapi.ClientAuth]][] = [
    ['a confidential client by Basic', () => [web, oauth4webapi.ClientSecretBasic(web.secret)]],
    ['a confidential client by form', () => [web, oauth4webapi.ClientSecretPost(web.secret)]],
    ['a public client', () => [native, oauth4webapi.None()]],
  ]
  it.each(kinds)('%s: code with PKCE, refresh, revocation', async (_name, kind) => {
    const [{ id: client_id }, auth] = kind()
    const client: oauth4webapi.Client = { client_id }
    const as = await discover()
    const verifier = oauth4webapi.generateRandomCodeVerifier()
    const state = oauth4webapi.generateRandomState()
    const url = new URL(as.authorization_endpoint ?? '')
    const wanted = {
      client_id,
      redirect_uri,
      scope,
      state,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    }
    for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
    const callback = oauth4webapi.validateAuthResponse(as, client, await allow(url), state)
    const tokens = await oauth4webapi.processAuthorizationCodeResponse(
      as,
      client,
      await oauth4webapi.authorizationCodeGrantRequest(
        as,
        client,
        auth,
        callback,
        redirect_uri,
        verifier,
        options,
      ),
    )
    expect(await verified(tokens.access_token, as.jwks_uri ?? '', client_id)).toMatchObject({ scope })
    const refreshed = await oauth4webapi.processRefreshTokenResponse(
      as,
      client,
      await oauth4webapi.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token ?? '', options),
    )
    const latest = refreshed.refresh_token ?? tokens.refresh_token ?? ''
    await oauth4webapi.processRevocationResponse(
      await oauth4webapi.revocationRequest(as, client, auth, latest, options),
    )
    const again = oauth4webapi.processRefreshTokenResponse(
      as,
      client,
      await oauth4webapi.refreshTokenGrantRequest(as, client, auth, latest, options),
    )
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('client credentials and introspection', async () => {
    const as = await discover()
    const client: oauth4webapi.Client = { client_id: web.id }
    const auth = oauth4webapi.ClientSecretBasic(web.secret)
    const tokens = await oauth4webapi.processClientCredentialsResponse(
      as,
      client,
      await oauth4webapi.clientCredentialsGrantRequest(as, client, auth, { scope: 'prompts:read' }, options),
    )
    const assess = async () =>
      oauth4webapi.processIntrospectionResponse(
        as,
        client,
        await oauth4webapi.introspectionRequest(as, client, auth, tokens.access_token, options),
      )
    expect(await assess()).toMatchObject({ active: true, scope: 'prompts:read' })
    await server.clock.advance(900_000)
    expect(await assess()).toEqual({ active: false })
  })
})
