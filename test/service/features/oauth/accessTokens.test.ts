import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { basic, clientToken, makeClient, post, type TestClient } from './fixture.ts'

let server: TestServer
let client: TestClient
let good: string
/** The server's own key, from its sealed storage: forged tokens fail for one reason at a time. */
let ours: KeyObject
const thief = generateKeyPairSync('rsa', { modulusLength: 2048 })

beforeAll(async () => {
  server = await startServer()
  client = await makeClient(server)
  good = await clientToken(server, client)
  const { database, keyring } = server.services
  const row = await database.read((tx) =>
    tx.get<{ kid: string; private_key: Buffer }>('SELECT kid, private_key FROM signing_keys'),
  )
  if (!row) throw new Error('There is no signing key.')
  const { createPrivateKey } = await import('node:crypto')
  ours = createPrivateKey({
    key: keyring.open(row.private_key, `signing_keys ${row.kid}`),
    format: 'der',
    type: 'pkcs8',
  })
})
afterAll(() => server.close())

type Members = Record<string, unknown>
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of this header and these claims; an undefined property is left out. */
function forge(
  header: Members,
  claims: Members,
  key: KeyObject | 'none' | { hmac: Buffer | string } = ours,
): string {
  const text = `${part({ ...decodeProtectedHeader(good), ...header })}.${part({ ...decodeJwt(good), ...claims })}`
  if (key === 'none') return `${text}.`
  const bytes =
    'hmac' in key
      ? createHmac('sha256', key.hmac).update(text).digest()
      : sign('sha256', Buffer.from(text), key)
  return `${text}.${bytes.toString('base64url')}`
}

const ask = async (token: string) => {
  const response = await server.wire.send({ method: 'GET', path: '/prompts', key: token })
  const body = response.json() as { error?: { code: string } }
  return { status: response.status, code: body.error?.code, challenge: response.header('www-authenticate') }
}

it('the way of forging is right: an unchanged token works', async () => {
  expect((await ask(good)).status).toBe(200)
  expect((await ask(forge({}, {}))).status).toBe(200)
})

describe('an access token', () => {
  const now = () => Math.floor(server.clock.now() / 1000)
  const publicPem = () => createPublicKey(ours).export({ type: 'spki', format: 'pem' })
  const publicDer = () => createPublicKey(ours).export({ type: 'spki', format: 'der' })
  const cases: [string, () => string | Promise<string>][] = [
    ['without a signature', () => forge({ alg: 'none' }, {}, 'none')],
    ['without a signature, in other letters', () => forge({ alg: 'nOnE' }, {}, 'none')],
    ['with its signature cut off', () => forge({}, {}, 'none')],
    ['signed with HS256 and the public key in PEM', () => forge({ alg: 'HS256' }, {}, { hmac: publicPem() })],
    ['signed with HS256 and the public key in DER', () => forge({ alg: 'HS256' }, {}, { hmac: publicDer() })],
    ['that says PS256', () => forge({ alg: 'PS256' }, {})],
    ['that says RS512', () => forge({ alg: 'RS512' }, {})],
    ['signed by another key', () => forge({}, {}, thief.privateKey)],
    [
      'signed by a key that it brings along',
      async () => forge({ jwk: await exportJWK(thief.publicKey) }, {}, thief.privateKey),
    ],
    ['that points to a key', () => forge({ jku: 'https://evil.example/jwks.json' }, {}, thief.privateKey)],
    ['that points to a certificate', () => forge({ x5u: 'https://evil.example/cert.pem' }, {})],
    ['with a critical extension', () => forge({ crit: ['exp'], exp: 1 }, {})],
    ['with a critical extension of its own', () => forge({ crit: ['b64'], b64: true }, {})],
    ['without kid', () => forge({ kid: undefined }, {})],
    ['with an unknown kid', () => forge({ kid: 'unknown' }, {})],
    ['with a path as kid', () => forge({ kid: '../../../../dev/null' }, {}, { hmac: '' })],
    ['with SQL as kid', () => forge({ kid: "x' UNION SELECT 'AA' -- " }, {})],
    ['with a number as kid', () => forge({ kid: 7 }, {})],
    ['without exp', () => forge({}, { exp: undefined })],
    ['with exp as a text', () => forge({}, { exp: '9999999999' })],
    ['not yet valid', () => forge({}, { nbf: now() + 60 })],
    ['of another issuer', () => forge({}, { iss: 'https://localhost:1' })],
    ['of the issuer with a slash', () => forge({}, { iss: `${server.origin}/` })],
    ['without iss', () => forge({}, { iss: undefined })],
    ['for another client', () => forge({}, { aud: 'client_other' })],
    ['for two clients', () => forge({}, { aud: [client.id, 'client_other'] })],
    ['for one client as a list', () => forge({}, { aud: [client.id] })],
    ['for a client that is not there', () => forge({}, { aud: 'client_x', client_id: 'client_x' })],
    ['without aud', () => forge({}, { aud: undefined })],
    ['without sub', () => forge({}, { sub: undefined })],
    ['of another user', () => forge({}, { sub: server.a.ownerId })],
    ['of another organization', () => forge({}, { org_id: server.b.id })],
    ['without jti', () => forge({}, { jti: undefined })],
    ['of no grant', () => forge({}, { jti: 'grant_01m6dqs9m0eefvn41pzzmcq6vf.x' })],
    ['without scope, as an ID token would be', () => forge({}, { scope: undefined })],
    ['of the type at+jwt', () => forge({ typ: 'at+jwt' }, {})],
    ['of the type logout+jwt', () => forge({ typ: 'logout+jwt' }, {})],
    ['without typ', () => forge({ typ: undefined }, {})],
    ['of two parts and a dot', () => `${good.split('.').slice(0, 2).join('.')}.`],
    ['that is none', () => 'a.b.c'],
  ]
  it.each(cases)('%s is refused', async (_name, make) => {
    const { status, code, challenge } = await ask(await make())
    expect([status, code]).toEqual([401, 'INVALID_TOKEN'])
    expect(challenge).toMatch(/^Bearer realm="prompt-service", error="invalid_token"/)
  })

  it('that has expired says so, with a challenge', async () => {
    expect(await ask(forge({}, { exp: now() - 1 }))).toEqual({
      status: 401,
      code: 'TOKEN_EXPIRED',
      challenge: expect.stringContaining('error="invalid_token"'),
    })
  })

  it('lives to the second, whether it was seen before or not', async () => {
    const [seen, unseen] = [await clientToken(server, client), await clientToken(server, client)]
    expect((await ask(seen)).status).toBe(200)
    await server.clock.advance(899_999)
    expect((await ask(seen)).status).toBe(200)
    await server.clock.advance(1)
    expect([(await ask(seen)).code, (await ask(unseen)).code]).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
  })

  it('with a letter changed anywhere is refused', async () => {
    const token = await clientToken(server, client)
    for (const at of [3, token.indexOf('.') + 5, token.length - 20]) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect((await ask(changed)).status).toBe(401)
    }
  })

  it('widened to more scopes than the client has gives no more', async () => {
    const token = forge({}, { exp: now() + 60, scope: 'prompts:read organization:admin' })
    expect((await ask(token)).status).toBe(200)
    const path = '/organization/oauth-clients'
    expect((await server.wire.send({ method: 'GET', path, key: token })).status).toBe(403)
  })

  it('of the other environment is refused there', async () => {
    await using other = await startServer({ name: 'production' })
    const token = await clientToken(server, client)
    const response = await other.wire.send({ method: 'GET', path: '/prompts', key: token })
    expect(response.status).toBe(401)
  })

  it('is not taken for a client, nor an API key for a token', async () => {
    const token = await clientToken(server, client)
    const form = { grant_type: 'client_credentials' }
    expect((await post(server, '/oauth/token', form, basic(client.id, token))).status).toBe(401)
    expect((await post(server, '/oauth/token', form, basic(client.id, server.a.key))).status).toBe(401)
  })
})
