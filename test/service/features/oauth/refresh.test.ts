import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { credentials, makeClient, post, type TestClient, type Tokens } from './fixture.ts'
import { codeFor, PKCE, redeem, VERIFIER } from './visitor.ts'

let server: TestServer
let web: TestClient
let native: TestClient
beforeAll(async () => {
  server = await startServer()
  web = await makeClient(server)
  native = await makeClient(server, { type: 'public' })
})
afterAll(() => server.close())

const rejected = (error: string) => ({ error, error_description: expect.any(String) })
const works = async (key: string) =>
  (await server.wire.send({ method: 'GET', path: '/prompts', key })).status === 200
const refresh = (client: TestClient, token: string | undefined, more: Record<string, string> = {}) =>
  post(server, '/oauth/token', {
    ...credentials(client),
    grant_type: 'refresh_token',
    refresh_token: token ?? '',
    ...more,
  })
const start = async (client: TestClient): Promise<Tokens> => {
  const isPublic = client.secret === ''
  const code = await codeFor(server, client, isPublic ? PKCE : {})
  return (await redeem(server, client, code, isPublic ? { code_verifier: VERIFIER } : {})).json() as Tokens
}
const tokensOf = async (response: ReturnType<typeof refresh>) => (await response).json() as Tokens

describe('a confidential client', () => {
  it('keeps its refresh token', async () => {
    const first = await start(web)
    for (const _ of [1, 2, 3]) {
      const response = await refresh(web, first.refresh_token)
      expect(response.status).toBe(200)
      expect(response.json()).toMatchObject({ refresh_token: first.refresh_token })
      expect(await works((response.json() as Tokens).access_token)).toBe(true)
      await server.clock.advance(60_000)
    }
  })

  it('loses it after 30 days without use, not before', async () => {
    const [used, idle] = [await start(web), await start(web)]
    const day = 86_400_000
    await server.clock.advance(20 * day)
    expect((await refresh(web, used.refresh_token)).status).toBe(200)
    await server.clock.advance(10 * day)
    expect((await refresh(web, used.refresh_token)).status).toBe(200)
    expect((await refresh(web, idle.refresh_token)).json()).toEqual(rejected('invalid_grant'))
  })

  it("cannot use another client's token", async () => {
    const other = await makeClient(server)
    const { refresh_token } = await start(web)
    const response = await refresh(other, refresh_token)
    expect([response.status, response.json()]).toEqual([400, rejected('invalid_grant')])
    expect((await refresh(web, refresh_token)).status).toBe(200)
  })

  it('may ask for less, which does not shrink the grant, and never for more', async () => {
    const { refresh_token } = await start(web)
    expect((await tokensOf(refresh(web, refresh_token, { scope: 'prompts:read' }))).scope).toBe(
      'prompts:read',
    )
    expect((await tokensOf(refresh(web, refresh_token))).scope).toBe('prompts:read prompts:write')
    for (const scope of ['prompts:read webhooks:read', 'organization:admin']) {
      const response = await refresh(web, refresh_token, { scope })
      expect([response.status, response.json()]).toEqual([400, rejected('invalid_scope')])
    }
  })
})

describe('a public client', () => {
  it('gets a new refresh token each time', async () => {
    const first = await start(native)
    const second = await tokensOf(refresh(native, first.refresh_token))
    expect(second.refresh_token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await refresh(native, second.refresh_token)).status).toBe(200)
  })

  it('may repeat within 30 seconds for an answer that was lost, and gets the same one', async () => {
    const first = await start(native)
    const second = await tokensOf(refresh(native, first.refresh_token))
    await server.clock.advance(30_000)
    const again = await tokensOf(refresh(native, first.refresh_token))
    expect(again.refresh_token).toBe(second.refresh_token)
    expect((await refresh(native, again.refresh_token)).status).toBe(200)
  })

  it('loses the grant when a token is used again later', async () => {
    const first = await start(native)
    const second = await tokensOf(refresh(native, first.refresh_token))
    await server.clock.advance(30_001)
    expect((await refresh(native, first.refresh_token)).json()).toEqual(rejected('invalid_grant'))
    expect((await refresh(native, second.refresh_token)).json()).toEqual(rejected('invalid_grant'))
    expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, false])
  })

  it('loses the grant when a token is used again after its successor, the newest token included', async () => {
    const first = await start(native)
    const second = await tokensOf(refresh(native, first.refresh_token))
    const third = await tokensOf(refresh(native, second.refresh_token))
    expect((await refresh(native, first.refresh_token)).json()).toEqual(rejected('invalid_grant'))
    expect((await refresh(native, third.refresh_token)).json()).toEqual(rejected('invalid_grant'))
    expect(await works(third.access_token)).toBe(false)
  })

  it('gets one successor from twenty requests at once', async () => {
    const first = await start(native)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refresh(native, first.refresh_token)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successors = new Set(responses.map((response) => (response.json() as Tokens).refresh_token))
    expect(successors.size).toBe(1)
    expect((await refresh(native, [...successors][0])).status).toBe(200)
  })

  it('keeps the token when what it asked for was refused', async () => {
    const first = await start(native)
    expect((await refresh(native, first.refresh_token, { scope: 'organization:admin' })).status).toBe(400)
    await server.clock.advance(60_000)
    expect((await refresh(native, first.refresh_token)).status).toBe(200)
  })

  it('cannot use client_credentials', async () => {
    const response = await post(server, '/oauth/token', {
      client_id: native.id,
      grant_type: 'client_credentials',
    })
    expect([response.status, response.json()]).toEqual([400, rejected('unauthorized_client')])
  })
})

describe('nothing left of the scopes', () => {
  it.each([
    ['confidential', () => web],
    ['public', () => native],
  ] as const)('costs a %s client neither its refresh token nor its code', async (_name, client) => {
    const pkce = client() === native ? PKCE : {}
    const verifier = client() === native ? { code_verifier: VERIFIER } : {}
    const { refresh_token } = await start(client())
    const code = await codeFor(server, client(), pkce)
    const allow = (scopes: string[]) =>
      server.wire.send({
        method: 'PATCH',
        path: `/organization/oauth-clients/${client().id}`,
        key: server.a.key,
        body: { scopes },
      })
    expect((await allow(['reports:read'])).status).toBe(200)
    expect((await refresh(client(), refresh_token)).json()).toEqual(rejected('invalid_scope'))
    expect((await redeem(server, client(), code, verifier)).json()).toEqual(rejected('invalid_scope'))
    expect((await allow(['prompts:read', 'prompts:write'])).status).toBe(200)
    expect((await redeem(server, client(), code, verifier)).status).toBe(200)
    await server.clock.advance(60_000) // beyond the repeat that is forgiven
    expect((await refresh(client(), refresh_token)).status).toBe(200)
  })
})

it('a token that was used before ends the grant, even while nothing is left of the scopes', async () => {
  const { refresh_token } = await start(native)
  const { refresh_token: stolen } = (await refresh(native, refresh_token)).json() as Tokens
  const allow = (scopes: string[]) =>
    server.wire.send({
      method: 'PATCH',
      path: `/organization/oauth-clients/${native.id}`,
      key: server.a.key,
      body: { scopes },
    })
  expect((await allow(['reports:read'])).status).toBe(200)
  await server.clock.advance(60_000) // beyond the repeat that is forgiven
  expect((await refresh(native, refresh_token)).json()).toEqual(rejected('invalid_grant'))
  expect((await allow(['prompts:read', 'prompts:write'])).status).toBe(200)
  expect((await refresh(native, stolen)).json()).toEqual(rejected('invalid_grant'))
})

describe('revocation', () => {
  const revoke = (client: TestClient, token: string, hint?: string) =>
    post(server, '/oauth/revoke', {
      ...credentials(client),
      token,
      ...(hint !== undefined && { token_type_hint: hint }),
    })

  it('of a refresh token ends the grant with its access tokens at once', async () => {
    for (const client of [web, native]) {
      const { refresh_token = '', access_token } = await start(client)
      const response = await revoke(client, refresh_token, 'refresh_token')
      expect([response.status, response.json()]).toEqual([200, {}])
      expect(await works(access_token)).toBe(false)
      expect((await refresh(client, refresh_token)).status).toBe(400)
    }
  })

  it.each([
    ['by its client', 'revokeToken', (token: string) => revoke(native, token)],
    [
      'by a token that is used again',
      'exchangeToken',
      async (token: string) => {
        await refresh(native, token)
        await server.clock.advance(31_000)
        return refresh(native, token)
      },
    ],
  ])('of a grant is in the audit log, once: %s', async (_, operation, end) => {
    const { refresh_token = '' } = await start(native)
    await end(refresh_token)
    await end(refresh_token)
    const path = `/organization/audit-log?operation=${operation}&limit=100`
    const { entries } = (await server.wire.send({ method: 'GET', path, key: server.a.key })).json() as {
      entries: { targetId: string; credentialId: string; userId: string }[]
    }
    const [entry] = entries
    expect(entry).toMatchObject({ credentialId: entry?.targetId, userId: server.a.ownerId })
    expect(entries.filter(({ targetId }) => targetId === entry?.targetId)).toHaveLength(1)
  })

  it('of an access token ends that one alone, whatever the hint says', async () => {
    const { refresh_token, access_token } = await start(web)
    const other = await tokensOf(refresh(web, refresh_token))
    expect((await revoke(web, access_token, 'refresh_token')).status).toBe(200)
    expect([await works(access_token), await works(other.access_token)]).toEqual([false, true])
    expect((await refresh(web, refresh_token)).status).toBe(200)
  })

  it('of what is unknown or revoked is fine; of what is foreign, not', async () => {
    const { refresh_token = '' } = await start(web)
    expect((await revoke(web, 'made-up')).status).toBe(200)
    expect((await revoke(web, 'a.b.c')).status).toBe(200)
    const foreign = await revoke(await makeClient(server), refresh_token)
    expect([foreign.status, foreign.json()]).toEqual([400, rejected('invalid_request')])
    expect((await refresh(web, refresh_token)).status).toBe(200)
    expect((await revoke(web, '')).json()).toEqual(rejected('invalid_request'))
    expect((await revoke({ ...web, secret: 'wrong' }, refresh_token)).status).toBe(401)
  })
})

describe('introspection', () => {
  const introspect = async (client: TestClient, token: string) =>
    post(server, '/oauth/introspect', { ...credentials(client), token })

  it('tells of the own tokens what they stand for, and of all others nothing', async () => {
    const { refresh_token = '', access_token } = await start(web)
    const now = Math.floor(server.clock.now() / 1000)
    const common = {
      active: true,
      scope: 'prompts:read prompts:write',
      client_id: web.id,
      sub: server.a.ownerId,
      iss: server.origin,
      org_id: server.a.id,
    }
    expect((await introspect(web, access_token)).json()).toEqual({
      ...common,
      token_type: 'Bearer',
      aud: web.id,
      iat: now,
      exp: now + 900,
      jti: expect.any(String),
    })
    expect((await introspect(web, refresh_token)).json()).toEqual({
      ...common,
      iat: now,
      exp: now + 2_592_000,
    })
    const other = await makeClient(server)
    for (const token of [access_token, refresh_token, 'made-up', 'a.b.c']) {
      const response = await introspect(other, token)
      expect([response.status, response.json()]).toEqual([200, { active: false }])
    }
    await server.clock.advance(900_000)
    expect((await introspect(web, access_token)).json()).toEqual({ active: false })
    await post(server, '/oauth/revoke', { ...credentials(web), token: refresh_token })
    expect((await introspect(web, refresh_token)).json()).toEqual({ active: false })
  })

  it('is not for public clients, nor without a token', async () => {
    expect((await introspect(native, 'x')).json()).toEqual(rejected('invalid_client'))
    expect((await introspect(web, '')).json()).toEqual(rejected('invalid_request'))
  })
})
