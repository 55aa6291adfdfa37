/** The same requests at our token endpoint and at oidc-provider's: the verdicts agree, or the reason is here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { basic, CALLBACK, makeClient, post, type TestClient } from './fixture.ts'
import { type Reference, startReference, type Verdict, verdictOf } from './reference.ts'
import { CHALLENGE, codeFor, PKCE, VERIFIER } from './visitor.ts'

let server: TestServer
let reference: Reference
const clients: Record<string, TestClient> = {}
beforeAll(async () => {
  server = await startServer()
  clients.web = await makeClient(server)
  clients.other = await makeClient(server)
  clients.native = await makeClient(server, { type: 'public' })
  reference = await startReference(Object.values(clients))
})
afterAll(async () => {
  await reference?.close()
  await server.close()
})

type ClientName = 'web' | 'other' | 'native'
type Fields = Record<string, string | string[]>

interface Side {
  send(path: string, fields: Fields, headers?: Record<string, string>): Promise<Verdict>
  code(client: ClientName, pkce?: 'pkce'): Promise<string>
}

const pairsOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )

const ours: Side = {
  async send(path, fields, headers) {
    const response = await post(server, path, pairsOf(fields), headers)
    return verdictOf(response.status, response.body.toString())
  },
  code: (client, pkce) => codeFor(server, clients[client] as TestClient, pkce ? PKCE : {}),
}
const theirs: Side = {
  send: (path, fields, headers) => {
    const path9 =
      { '/oauth/token': '/token', '/oauth/revoke': '/token/revocation' }[path] ?? '/token/introspection'
    return reference.post(path9, pairsOf(fields), headers)
  },
  code: (client, pkce) => reference.code(clients[client]?.id ?? '', pkce ? { codeChallenge: CHALLENGE } : {}),
}

const id = (client: ClientName) => clients[client]?.id ?? ''
const secret = (client: ClientName) => clients[client]?.secret ?? ''
const form = (client: ClientName): Fields => {
  const client_id = id(client)
  return client === 'native' ? { client_id } : { client_id, client_secret: secret(client) }
}
const token = (side: Side, client: ClientName, fields: Fields, headers = {}) =>
  side.send('/oauth/token', { ...form(client), ...fields }, headers)
const redeem = (side: Side, client: ClientName, code: string, more: Fields = {}) =>
  token(side, client, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more })
const verifier = { code_verifier: VERIFIER }
const webTokens = async (side: Side) => (await redeem(side, 'web', await side.code('web'))).body
const nativeTokens = async (side: Side) =>
  (await redeem(side, 'native', await side.code('native', 'pkce'), verifier)).body
const refresh = (side: Side, client: ClientName, tokens: Record<string, unknown>, more: Fields = {}) =>
  token(side, client, { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token), ...more })
const CREDENTIALS = { grant_type: 'client_credentials' }

/** The response of each side; `differs` is the reason where they do not agree. */
const cases: [string, (side: Side) => Promise<Verdict>, { differs?: string }?][] = [
  ['a code', async (side) => redeem(side, 'web', await side.code('web'))],
  ['a code with PKCE', async (side) => redeem(side, 'native', await side.code('native', 'pkce'), verifier)],
  [
    'a code twice',
    async (side) => {
      const code = await side.code('web')
      await redeem(side, 'web', code)
      return redeem(side, 'web', code)
    },
  ],
  [
    'a refresh token of a code that was replayed',
    async (side) => {
      const code = await side.code('web')
      const { body } = await redeem(side, 'web', code)
      await redeem(side, 'web', code)
      return refresh(side, 'web', body)
    },
  ],
  ['a code of another client', async (side) => redeem(side, 'other', await side.code('web'))],
  ['a code that nobody gave', (side) => redeem(side, 'web', 'made-up')],
  ['no code', (side) => token(side, 'web', { grant_type: 'authorization_code', redirect_uri: CALLBACK })],
  [
    'another redirect URI',
    async (side) => redeem(side, 'web', await side.code('web'), { redirect_uri: `${CALLBACK}/` }),
  ],
  [
    'no redirect URI',
    async (side) => token(side, 'web', { grant_type: 'authorization_code', code: await side.code('web') }),
  ],
  ['a verifier without a challenge', async (side) => redeem(side, 'web', await side.code('web'), verifier)],
  [
    'a challenge without a verifier',
    async (side) => redeem(side, 'native', await side.code('native', 'pkce')),
  ],
  [
    'a wrong verifier',
    async (side) =>
      redeem(side, 'native', await side.code('native', 'pkce'), { code_verifier: 'x'.repeat(43) }),
  ],
  [
    'a verifier of 42 characters',
    async (side) =>
      redeem(side, 'native', await side.code('native', 'pkce'), { code_verifier: 'x'.repeat(42) }),
  ],
  ['a refresh', async (side) => refresh(side, 'web', await webTokens(side))],
  ['a refresh of a public client', async (side) => refresh(side, 'native', await nativeTokens(side))],
  [
    'a refresh for less',
    async (side) => refresh(side, 'web', await webTokens(side), { scope: 'prompts:read' }),
  ],
  [
    'a refresh for more',
    async (side) => refresh(side, 'web', await webTokens(side), { scope: 'organization:admin' }),
  ],
  ["another client's refresh token", async (side) => refresh(side, 'other', await webTokens(side))],
  ['a refresh token that nobody gave', (side) => refresh(side, 'web', { refresh_token: 'made-up' })],
  ['no refresh token', (side) => token(side, 'web', { grant_type: 'refresh_token' })],
  [
    'a refresh token again at once',
    async (side) => {
      const tokens = await nativeTokens(side)
      await refresh(side, 'native', tokens)
      return refresh(side, 'native', tokens)
    },
    {
      differs:
        'An answer that was lost may be asked for again within 30 seconds (docs/internals/decisions.md, 7).',
    },
  ],
  [
    'a refresh token again after its successor',
    async (side) => {
      const tokens = await nativeTokens(side)
      const { body } = await refresh(side, 'native', tokens)
      await refresh(side, 'native', body)
      return refresh(side, 'native', tokens)
    },
  ],
  [
    'the newest refresh token after an old one came back',
    async (side) => {
      const tokens = await nativeTokens(side)
      const { body } = await refresh(side, 'native', tokens)
      const { body: newest } = await refresh(side, 'native', body)
      await refresh(side, 'native', tokens)
      return refresh(side, 'native', newest)
    },
  ],
  ['client credentials', (side) => token(side, 'web', CREDENTIALS)],
  ['client credentials for a scope', (side) => token(side, 'web', { ...CREDENTIALS, scope: 'prompts:read' })],
  [
    'client credentials for a foreign scope',
    (side) => token(side, 'web', { ...CREDENTIALS, scope: 'organization:admin' }),
  ],
  [
    'client credentials of a public client',
    (side) => token(side, 'native', CREDENTIALS),
    {
      differs:
        'A grant that the client may not use is unauthorized_client (RFC 6749, 5.2); there it is invalid_request.',
    },
  ],
  ['Basic', (side) => side.send('/oauth/token', CREDENTIALS, basic(id('web'), secret('web')))],
  ['Basic and form at once', (side) => token(side, 'web', CREDENTIALS, basic(id('web'), secret('web')))],
  ['Basic with a wrong secret', (side) => side.send('/oauth/token', CREDENTIALS, basic(id('web'), 'wrong'))],
  ['Basic of an unknown client', (side) => side.send('/oauth/token', CREDENTIALS, basic('unknown', 'wrong'))],
  [
    'Basic with another client in the form',
    (side) =>
      side.send('/oauth/token', { ...CREDENTIALS, client_id: id('other') }, basic(id('web'), secret('web'))),
  ],
  [
    'no client',
    (side) => side.send('/oauth/token', CREDENTIALS),
    { differs: 'No client is a failed proof (401); there it is invalid_request.' },
  ],
  [
    'a confidential client without its secret',
    (side) => side.send('/oauth/token', { ...CREDENTIALS, client_id: id('web') }),
  ],
  ['a secret of a public client', (side) => token(side, 'native', { ...CREDENTIALS, client_secret: 'x' })],
  ['no grant', (side) => token(side, 'web', {})],
  ['another grant', (side) => token(side, 'web', { grant_type: 'password', username: 'a', password: 'b' })],
  [
    'a grant twice',
    (side) => token(side, 'web', { grant_type: ['client_credentials', 'client_credentials'] }),
  ],
  [
    'a scope twice',
    (side) => token(side, 'web', { ...CREDENTIALS, scope: ['prompts:read', 'prompts:read'] }),
  ],
  [
    'revocation',
    async (side) =>
      side.send('/oauth/revoke', { ...form('web'), token: String((await webTokens(side)).refresh_token) }),
  ],
  [
    'revocation of what nobody gave',
    (side) => side.send('/oauth/revoke', { ...form('web'), token: 'made-up' }),
  ],
  [
    "revocation of another client's token",
    async (side) =>
      side.send('/oauth/revoke', { ...form('other'), token: String((await webTokens(side)).refresh_token) }),
  ],
  ['revocation of nothing', (side) => side.send('/oauth/revoke', form('web'))],
  [
    'introspection of what nobody gave',
    (side) => side.send('/oauth/introspect', { ...form('web'), token: 'made-up' }),
  ],
  ['introspection of nothing', (side) => side.send('/oauth/introspect', form('web'))],
]

describe('our verdict and that of oidc-provider', () => {
  it.each(cases)('%s', async (_name, run, { differs } = {}) => {
    const [mine, other] = [await run(ours), await run(theirs)]
    const short = ({ status, error }: Verdict) => `${status} ${error ?? ''}`
    if (differs === undefined) expect(short(mine)).toBe(short(other))
    else expect(short(mine)).not.toBe(short(other))
  })
})
