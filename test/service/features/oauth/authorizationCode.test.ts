import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { CALLBACK, makeClient, type TestClient, type Tokens } from './fixture.ts'
import { CHALLENGE, codeFor, PKCE, redeem, VERIFIER } from './visitor.ts'

let server: TestServer
let web: TestClient
let native: TestClient
beforeAll(async () => {
  server = await startServer()
  web = await makeClient(server)
  native = await makeClient(server, { type: 'public', redirectUris: [CALLBACK, 'http://127.0.0.1/cb'] })
})
afterAll(() => server.close())

const rejected = (error: string) => [400, { error, error_description: expect.any(String) }]
const verdict = async (response: ReturnType<typeof redeem>) => {
  const { status, json } = await response
  return [status, json()]
}
const works = async (key: string) =>
  (await server.wire.send({ method: 'GET', path: '/prompts', key })).status === 200

describe('an authorization code', () => {
  it('gives a token that acts as the user, and a refresh token', async () => {
    const tokens = (await redeem(server, web, await codeFor(server, web))).json() as Tokens
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      scope: 'prompts:read prompts:write',
    })
    const body = { name: 'A', content: 'B' }
    const key = tokens.access_token
    const created = await server.wire.send({ method: 'POST', path: '/prompts', key, body })
    expect(created.json()).toMatchObject({ updatedBy: server.a.ownerId })
  })

  it('used twice takes back what it gave', async () => {
    const code = await codeFor(server, web)
    const tokens = (await redeem(server, web, code)).json() as Tokens
    expect(await works(tokens.access_token)).toBe(true)
    expect(await verdict(redeem(server, web, code))).toEqual(rejected('invalid_grant'))
    expect(await works(tokens.access_token)).toBe(false)
  })

  it('works for exactly one of fifty at once', async () => {
    const code = await codeFor(server, web)
    const responses = await Promise.all(Array.from({ length: 50 }, () => redeem(server, web, code)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
  })

  it('of another client is refused, and stays good for its own', async () => {
    const code = await codeFor(server, web)
    const other = await makeClient(server)
    expect(await verdict(redeem(server, other, code))).toEqual(rejected('invalid_grant'))
    expect((await redeem(server, web, code)).status).toBe(200)
  })

  it('lives 60 seconds', async () => {
    const [first, second] = [await codeFor(server, web), await codeFor(server, web)]
    await server.clock.advance(59_999)
    expect((await redeem(server, web, first)).status).toBe(200)
    await server.clock.advance(1)
    expect(await verdict(redeem(server, web, second))).toEqual(rejected('invalid_grant'))
  })

  it('is held to the redirect URI of its request', async () => {
    const code = await codeFor(server, web)
    for (const redirect_uri of [
      `${CALLBACK}/`,
      'https://APP.example.com/callback',
      'https://evil.example/',
    ]) {
      expect(await verdict(redeem(server, web, code, { redirect_uri }))).toEqual(rejected('invalid_grant'))
    }
    expect(await verdict(redeem(server, web, code, { redirect_uri: undefined }))).toEqual(
      rejected('invalid_request'),
    )
    expect((await redeem(server, web, code)).status).toBe(200)
  })

  it('that nobody gave is refused', async () => {
    expect(await verdict(redeem(server, web, 'made-up'))).toEqual(rejected('invalid_grant'))
    expect(await verdict(redeem(server, web, ''))).toEqual(rejected('invalid_request'))
  })

  it('loses the scopes that the user no longer has', async () => {
    const admin = await makeClient(server, { scopes: ['prompts:read', 'organization:admin'] })
    const code = await codeFor(server, admin, { scope: 'prompts:read organization:admin' })
    const { database } = server.services
    const role = (to: string) =>
      database.write((tx) =>
        tx.run('UPDATE memberships SET role = ? WHERE user_id = ?', to, server.a.ownerId),
      )
    const tokens = (await redeem(server, admin, code)).json() as Tokens
    const status = async () =>
      (
        await server.wire.send({
          method: 'GET',
          path: '/organization/oauth-clients',
          key: tokens.access_token,
        })
      ).status
    expect(await status()).toBe(200)
    await role('viewer')
    try {
      expect(await status()).toBe(403)
      expect(await works(tokens.access_token)).toBe(true)
    } finally {
      await role('owner')
    }
  })

  it('dies with the membership', async () => {
    const tokens = (await redeem(server, web, await codeFor(server, web))).json() as Tokens
    const { database } = server.services
    const status = (to: string) =>
      database.write((tx) =>
        tx.run('UPDATE memberships SET status = ? WHERE user_id = ?', to, server.a.ownerId),
      )
    await status('removed')
    try {
      expect(await works(tokens.access_token)).toBe(false)
    } finally {
      await status('active')
    }
  })
})

describe('PKCE', () => {
  it('lets a public client in with the verifier alone', async () => {
    const code = await codeFor(server, native, PKCE)
    const response = await redeem(server, native, code, { code_verifier: VERIFIER })
    expect([response.status, response.json()]).toEqual([
      200,
      expect.objectContaining({ scope: 'prompts:read prompts:write' }),
    ])
  })

  const verifiers: [string, { given: string | undefined; want: string }][] = [
    ['a missing verifier', { given: undefined, want: 'invalid_grant' }],
    ['another verifier', { given: VERIFIER.replace('d', 'e'), want: 'invalid_grant' }],
    ['the challenge itself, as plain would have it', { given: CHALLENGE, want: 'invalid_grant' }],
    ['a verifier of 42 characters', { given: 'a'.repeat(42), want: 'invalid_request' }],
    ['a verifier of 129 characters', { given: 'a'.repeat(129), want: 'invalid_request' }],
    ['a verifier with a blank', { given: `${'a'.repeat(42)} b`, want: 'invalid_request' }],
  ]
  it.each(verifiers)('refuses %s, and the right one still works', async (_name, { given, want }) => {
    const code = await codeFor(server, native, PKCE)
    expect(await verdict(redeem(server, native, code, { code_verifier: given }))).toEqual(rejected(want))
    expect((await redeem(server, native, code, { code_verifier: VERIFIER })).status).toBe(200)
  })

  it('takes verifiers of 43 and 128 characters of the whole alphabet', async () => {
    const { createHash } = await import('node:crypto')
    for (const verifier of ['a-._~'.padEnd(43, 'Z9'), 'b'.repeat(128)]) {
      const code_challenge = createHash('sha256').update(verifier).digest('base64url')
      const code = await codeFor(server, native, { ...PKCE, code_challenge })
      expect((await redeem(server, native, code, { code_verifier: verifier })).status).toBe(200)
    }
  })

  it('cannot be pretended: a verifier without a challenge is refused', async () => {
    const code = await codeFor(server, web)
    expect(await verdict(redeem(server, web, code, { code_verifier: VERIFIER }))).toEqual(
      rejected('invalid_grant'),
    )
  })

  it('works for a confidential client too, which still needs its secret', async () => {
    const code = await codeFor(server, web, PKCE)
    const { status } = await redeem(server, web, code, { code_verifier: VERIFIER, client_secret: undefined })
    expect(status).toBe(401)
    expect((await redeem(server, web, code, { code_verifier: VERIFIER })).status).toBe(200)
  })
})
