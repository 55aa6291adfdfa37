/** oidc-provider, configured to the same rules: an opinion on each request that is not our own. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { request } from 'undici'
import { CALLBACK } from './fixture.ts'

export interface Verdict {
  status: number
  error: string | undefined
  body: Record<string, unknown>
}

export interface Reference {
  post(path: string, fields: [string, string][], headers?: Record<string, string>): Promise<Verdict>
  /** The result of an authorization request: `asks` the user, `back <error>` at the client, or a `page`. */
  authorize(query: string): Promise<string>
  /** A code for the client, as if a user had allowed it. */
  code(clientId: string, more?: { codeChallenge?: string }): Promise<string>
  close(): Promise<void>
}

export interface ReferenceClient {
  id: string
  secret: string
}

const SCOPE = 'prompts:read prompts:write'

export async function startReference(clients: readonly ReferenceClient[]): Promise<Reference> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { warn, info } = console
  Object.assign(console, { warn: () => {}, info: () => {} }) // it greets its developers
  const provider = new Provider(origin, {
    clients: clients.map(({ id, secret }) => ({
      client_id: id,
      ...(secret !== '' && { client_secret: secret }),
      redirect_uris: [CALLBACK],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token', ...(secret === '' ? [] : ['client_credentials'])],
      token_endpoint_auth_method: secret === '' ? 'none' : 'client_secret_basic',
      scope: SCOPE,
    })),
    scopes: [...SCOPE.split(' '), 'organization:admin'],
    allowOmittingSingleRegisteredRedirectUri: false,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['comparison'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: (ctx: { oidc: { client: { clientAuthMethod: string } } }) =>
      ctx.oidc.client.clientAuthMethod === 'none',
    findAccount: async (_ctx: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  })
  Object.assign(console, { warn, info })
  server.on('request', provider.callback())

  return {
    async post(path, fields, headers = {}) {
      const { statusCode, body } = await request(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      })
      return verdictOf(statusCode, await body.text())
    },
    async authorize(query) {
      const { statusCode, headers, body } = await request(`${origin}/auth?${query}`)
      await body.dump()
      return outcomeOf(statusCode, String(headers.location ?? ''), '/interaction/')
    },
    async code(clientId, more = {}) {
      const client = await provider.Client.find(clientId)
      const grant = new provider.Grant({ clientId, accountId: 'user' })
      grant.addOIDCScope(SCOPE)
      const grantId = await grant.save()
      const code = new provider.AuthorizationCode({
        accountId: 'user',
        client,
        grantId,
        redirectUri: CALLBACK,
        scope: SCOPE,
        gty: 'authorization_code',
        ...(more.codeChallenge !== undefined && {
          codeChallenge: more.codeChallenge,
          codeChallengeMethod: 'S256',
        }),
      })
      return code.save()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @param question the beginning of the path of the consent page */
export function outcomeOf(status: number, location: string, question: string): string {
  if (location === '') return status === 200 ? 'asks' : 'page'
  const { pathname, searchParams, hash } = new URL(location, 'https://provider.invalid')
  if (pathname.startsWith(question)) return 'asks'
  return `back ${searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')}`
}

export function verdictOf(status: number, text: string): Verdict {
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status, error: typeof body.error === 'string' ? body.error : undefined, body }
}
