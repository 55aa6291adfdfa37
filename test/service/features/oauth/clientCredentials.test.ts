import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../../../../src/service/features/oauth/model/client.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { basic, clientToken, credentials, makeClient, post, type Tokens } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const rejection = (error: string) => ({ error, error_description: expect.any(String) })

describe('client credentials', () => {
  it('gives a token that others can verify from the key set alone, and that works at the service', async () => {
    const client = await makeClient(server)
    const response = await post(server, '/oauth/token', {
      ...credentials(client),
      grant_type: 'client_credentials',
      scope: 'prompts:read',
    })
    const tokens = response.json() as Tokens
    expect(response.status).toBe(200)
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'prompts:read',
    })
    const keys = await server.oauthWire.send({ method: 'GET', path: '/.well-known/jwks.json', key: null })
    const { payload, protectedHeader } = await jwtVerify(
      tokens.access_token,
      createLocalJWKSet(keys.json() as JSONWebKeySet),
      {
        algorithms: ['RS256'],
        issuer: server.origin,
        audience: client.id,
        typ: 'JWT',
        currentDate: new Date(server.clock.now()),
      },
    )
    expect(Object.keys(protectedHeader).sort()).toEqual(['alg', 'kid', 'typ'])
    expect(payload).toEqual({
      sub: client.serviceUserId,
      iss: server.origin,
      aud: client.id,
      client_id: client.id,
      iat: server.clock.now() / 1000,
      exp: server.clock.now() / 1000 + 900,
      scope: 'prompts:read',
      org_id: server.a.id,
      jti: expect.stringMatching(/^grant_/),
    })
    const prompts = await server.wire.send({ method: 'GET', path: '/prompts', key: tokens.access_token })
    expect(prompts.status).toBe(200)
    const create = await server.wire.send({
      method: 'POST',
      path: '/prompts',
      key: tokens.access_token,
      body: { name: 'A', content: 'B' },
    })
    expect(create.status).toBe(403)
  })

  it("acts as the client's own user, which no person is", async () => {
    const client = await makeClient(server)
    const key = await clientToken(server, client)
    const created = await server.wire.send({
      method: 'POST',
      path: '/prompts',
      key,
      body: { name: 'A', content: 'B' },
    })
    expect(created.json()).toMatchObject({ updatedBy: client.serviceUserId })
    expect([server.a.ownerId, server.b.ownerId]).not.toContain(client.serviceUserId)
  })

  it('sees nothing of another organization', async () => {
    const made = await server.client(server.b.key).POST('/prompts', { body: { name: 'B', content: 'B' } })
    const key = await clientToken(server, await makeClient(server))
    const path = `/prompts/${made.data?.id}`
    expect((await server.wire.send({ method: 'GET', path, key })).status).toBe(404)
  })

  it('gives no refresh token', async () => {
    const client = await makeClient(server)
    const form = { ...credentials(client), grant_type: 'client_credentials' }
    expect((await post(server, '/oauth/token', form)).json()).not.toHaveProperty('refresh_token')
  })

  it('takes every scope of the client when none is asked for', async () => {
    const client = await makeClient(server, { scopes: ['webhooks:read', 'webhooks:write'] })
    const form = { ...credentials(client), grant_type: 'client_credentials' }
    expect((await post(server, '/oauth/token', form)).json()).toMatchObject({
      scope: 'webhooks:read webhooks:write',
    })
  })

  const scopes: [string, { given: string; want: number }][] = [
    ['a scope beyond the client', { given: 'prompts:read organization:admin', want: 400 }],
    ['a scope that does not exist', { given: 'prompts:all', want: 400 }],
    ['two blanks', { given: 'prompts:read  prompts:write', want: 400 }],
    ['the same scope twice', { given: 'prompts:read prompts:read', want: 200 }],
  ]
  it.each(scopes)('%s', async (_name, { given, want }) => {
    const client = await makeClient(server)
    const form = { ...credentials(client), grant_type: 'client_credentials', scope: given }
    const response = await post(server, '/oauth/token', form)
    expect(response.status).toBe(want)
    if (want === 400) expect(response.json()).toEqual(rejection('invalid_scope'))
  })
})

describe('how a client presents itself', () => {
  const grant = { grant_type: 'client_credentials' }
  it('by form and by Basic, never both', async () => {
    const client = await makeClient(server)
    expect((await post(server, '/oauth/token', { ...grant, ...credentials(client) })).status).toBe(200)
    expect((await post(server, '/oauth/token', grant, basic(client.id, client.secret))).status).toBe(200)
    const both = await post(
      server,
      '/oauth/token',
      { ...grant, ...credentials(client) },
      basic(client.id, client.secret),
    )
    expect([both.status, both.json()]).toEqual([400, rejection('invalid_request')])
  })

  it('by Basic with another client in the form: refused', async () => {
    const client = await makeClient(server)
    const form = { ...grant, client_id: 'client_other' }
    const response = await post(server, '/oauth/token', form, basic(client.id, client.secret))
    expect([response.status, response.json()]).toEqual([400, rejection('invalid_request')])
  })

  it('by a wrong secret, an unknown id or nothing: the same 401 with a challenge', async () => {
    const client = await makeClient(server)
    const attempts = [
      await post(server, '/oauth/token', grant, basic(client.id, 'wrong')),
      await post(server, '/oauth/token', grant, basic('client_unknown', 'wrong')),
      await post(server, '/oauth/token', grant, basic(client.id, `${client.secret}:more`)),
      await post(server, '/oauth/token', { ...grant, client_id: client.id }),
      await post(server, '/oauth/token', { ...grant, client_id: 'client_unknown', client_secret: 'x' }),
    ]
    for (const { status, header, json } of attempts) {
      expect([status, json()]).toEqual([401, rejection('invalid_client')])
      expect(header('www-authenticate')).toMatch(/^Basic /)
      expect(header('cache-control')).toBe('no-store')
    }
    expect(new Set(attempts.map(({ body }) => body.toString())).size).toBe(1)
  })

  it('by Basic, whose two halves are form-encoded: a secret may hold a colon', async () => {
    const { id } = await makeClient(server)
    const secret = 'a:b%2B c+ü'
    await server.services.database.write((tx) =>
      tx.run('UPDATE oauth_clients SET secret_digest = ? WHERE id = ?', digestOf(secret), id),
    )
    const sent = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const status = async (text: string) => (await post(server, '/oauth/token', grant, sent(text))).status
    expect(await status(`${id.replace('_', '%5F')}:a%3Ab%252B+c%2B%C3%BC`)).toBe(200)
    expect(await status(`${id}:a:b%252B%20c%2B%c3%bc`)).toBe(200)
    expect(await status(`${id}:${secret}`)).toBe(401)
  })

  it('by malformed Basic', async () => {
    for (const authorization of ['Basic !!!', 'Basic bm9jb2xvbg==', 'Bearer abc', 'Basic JUZGOng=']) {
      const response = await post(server, '/oauth/token', grant, { authorization })
      expect([response.status, response.json()]).toEqual([401, rejection('invalid_client')])
    }
  })
})

describe('the form', () => {
  const cases: [string, { given: string; headers?: Record<string, string>; want: [number, string] }][] = [
    ['no grant', { given: '', want: [400, 'invalid_request'] }],
    ['another grant', { given: 'grant_type=password', want: [400, 'unsupported_grant_type'] }],
    [
      'a grant named like a part of the language',
      { given: 'grant_type=__proto__', want: [400, 'unsupported_grant_type'] },
    ],
    [
      'a parameter twice',
      {
        given: 'grant_type=client_credentials&grant_type=client_credentials',
        want: [400, 'invalid_request'],
      },
    ],
    ['an escape that is none', { given: 'grant_type=%zz', want: [400, 'invalid_request'] }],
    ['bytes that are no UTF-8', { given: 'grant_type=%ff%fe', want: [400, 'invalid_request'] }],
    [
      'JSON',
      {
        given: '{"grant_type":"client_credentials"}',
        headers: { 'content-type': 'application/json' },
        want: [400, 'invalid_request'],
      },
    ],
    ['more than 64 KiB', { given: `x=${'a'.repeat(70_000)}`, want: [413, 'invalid_request'] }],
  ]
  it.each(cases)('%s', async (_name, { given, headers, want }) => {
    const client = await makeClient(server)
    const response = await post(server, '/oauth/token', given, {
      ...basic(client.id, client.secret),
      ...headers,
    })
    expect([response.status, response.json()]).toEqual([want[0], rejection(want[1])])
    expect(response.header('cache-control')).toBe('no-store')
  })

  it('tells which methods a path has', async () => {
    const response = await server.oauthWire.send({
      method: 'GET',
      path: '/oauth/token',
      key: null,
      outside: true,
    })
    expect([response.status, response.header('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  it('may be sent from any origin, without cookies', async () => {
    const response = await server.oauthWire.send({
      method: 'OPTIONS',
      path: '/oauth/token',
      key: null,
      outside: true,
    })
    expect([response.status, response.header('access-control-allow-origin')]).toEqual([204, '*'])
    expect(response.header('access-control-allow-credentials')).toBeUndefined()
  })
})

describe('the key set', () => {
  it('holds nothing private, and may be kept for a while', async () => {
    const response = await server.oauthWire.send({ method: 'GET', path: '/.well-known/jwks.json', key: null })
    const { keys } = response.json() as { keys: Record<string, string>[] }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
    expect(response.header('cache-control')).toBe('public, max-age=300')
    const again = await server.oauthWire.send({
      method: 'GET',
      path: '/.well-known/jwks.json',
      key: null,
      headers: { 'if-none-match': response.header('etag') ?? '' },
      outside: true,
    })
    expect(again.status).toBe(304)
  })

  it('carries both keys over a rotation, so that no request fails', async () => {
    await using own = await startServer()
    const client = await makeClient(own)
    const kids = async () => {
      const response = await own.oauthWire.send({ method: 'GET', path: '/.well-known/jwks.json', key: null })
      return (response.json() as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    }
    const works = async (key: string) =>
      (await own.wire.send({ method: 'GET', path: '/prompts', key })).status
    const kidOf = (token: string) => decodeProtectedHeader(token).kid

    const [old] = await kids()
    const { kid: next, signsFrom } = await own.services.rotateSigningKey(false)
    expect(await kids()).toEqual([next, old])
    const early = await clientToken(own, client)
    expect(kidOf(early)).toBe(old)

    await own.clock.advance(signsFrom - own.clock.now() - 1000)
    const last = await clientToken(own, client)
    expect(kidOf(last)).toBe(old)
    await own.clock.advance(1000)
    const fresh = await clientToken(own, client)
    expect(kidOf(fresh)).toBe(next)
    expect([await works(last), await works(fresh)]).toEqual([200, 200])

    await own.clock.advance(899_000 - 1000)
    expect(await works(last)).toBe(200)
    await own.clock.advance(302_000)
    expect(await kids()).toEqual([next])
    expect(await works(await clientToken(own, client))).toBe(200)
  })

  it('drops a leaked key at once', async () => {
    await using own = await startServer()
    const client = await makeClient(own)
    const before = await clientToken(own, client)
    await own.services.rotateSigningKey(true)
    const status = async (key: string) =>
      (await own.wire.send({ method: 'GET', path: '/prompts', key })).status
    expect([await status(before), await status(await clientToken(own, client))]).toEqual([401, 200])
  })
})
