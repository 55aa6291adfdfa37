import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OAuthClientWithSecret } from '../../../../generated/openapi.v1.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { basic, clientToken, post } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const PATH = '/organization/oauth-clients'
const wanted = {
  name: 'Weekly digest',
  type: 'confidential' as const,
  redirectUris: ['https://app.example.com/callback'],
  scopes: ['prompts:read', 'prompts:write'],
}
const send = (method: string, path: string, body?: unknown, key = server.a.key) =>
  server.wire.send({ method, path, key, ...(body !== undefined && { body }) })
const create = async (body: object = wanted) =>
  (await send('POST', PATH, body)).json() as OAuthClientWithSecret & { secret: string }
const grant = { grant_type: 'client_credentials' }
const asks = async (id: string, secret: string) =>
  (await post(server, '/oauth/token', grant, basic(id, secret))).status
const works = async (key: string) => (await send('GET', '/prompts', undefined, key)).status

describe('an OAuth client', () => {
  it('is made with a secret that is shown this once and works', async () => {
    const made = await create()
    expect(made).toMatchObject({ ...wanted, object: 'oauth_client', createdBy: server.a.ownerId })
    expect(made.secret).toMatch(/^cs_[A-Za-z0-9_-]{43}$/)
    expect(made.secretLast4).toBe(made.secret.slice(-4))
    expect(await asks(made.id, made.secret)).toBe(200)
    const { secret: _, ...shown } = made
    expect((await send('GET', `${PATH}/${made.id}`)).json()).toEqual(shown)
    expect((await send('GET', PATH)).body.toString()).not.toContain(made.secret)
  })

  it('that is public has no secret', async () => {
    const made = await create({ ...wanted, type: 'public' })
    expect([made.secret, made.secretLast4]).toEqual([null, null])
    const rotated = await send('POST', `${PATH}/${made.id}/secret`, {})
    expect([rotated.status, rotated.json()]).toEqual([
      409,
      expect.objectContaining({ error: expect.objectContaining({ code: 'INVALID_STATE' }) }),
    ])
  })

  it('of another organization is as if it were not there', async () => {
    const { id } = await create()
    const key = server.b.key
    expect((await send('GET', PATH, undefined, key)).json()).toMatchObject({ oauthClients: [] })
    expect((await send('GET', `${PATH}/${id}`, undefined, key)).status).toBe(404)
    expect((await send('PATCH', `${PATH}/${id}`, { name: 'Mine' }, key)).status).toBe(404)
    expect((await send('POST', `${PATH}/${id}/secret`, {}, key)).status).toBe(404)
    expect((await send('DELETE', `${PATH}/${id}`, undefined, key)).status).toBe(404)
    expect((await send('GET', `${PATH}/${id}`)).status).toBe(200)
  })

  it('gets no scope that its maker lacks, not later either', async () => {
    const key = await server.keyWith(server.a, ['organization:admin', 'prompts:read'])
    const rejected = await send('POST', PATH, wanted, key)
    expect([rejected.status, rejected.json()]).toEqual([
      403,
      expect.objectContaining({ error: expect.objectContaining({ code: 'INSUFFICIENT_SCOPE' }) }),
    ])
    const { id } = await create()
    const path = `${PATH}/${id}`
    expect((await send('PATCH', path, { scopes: ['prompts:read', 'webhooks:read'] }, key)).status).toBe(403)
    expect((await send('PATCH', path, { scopes: ['prompts:write'] }, key)).status).toBe(200)
  })

  it('loses a scope at once, in the tokens that are out too', async () => {
    const { id, secret } = await create()
    const token = await clientToken(server, { id, secret, serviceUserId: '' })
    expect(await works(token)).toBe(200)
    await send('PATCH', `${PATH}/${id}`, { scopes: ['prompts:write'] })
    expect(await works(token)).toBe(403)
  })

  it('that is deleted takes its tokens along', async () => {
    const { id, secret } = await create()
    const token = await clientToken(server, { id, secret, serviceUserId: '' })
    expect((await send('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect([await works(token), await asks(id, secret)]).toEqual([401, 401])
  })

  it('changes its secret at once, or with an overlap of days', async () => {
    const made = await create()
    const rotate = async (body: object) =>
      (await send('POST', `${PATH}/${made.id}/secret`, body)).json() as typeof made
    const second = await rotate({})
    expect([await asks(made.id, made.secret), await asks(made.id, second.secret)]).toEqual([401, 200])
    const third = await rotate({ overlapDays: 1 })
    expect([await asks(made.id, second.secret), await asks(made.id, third.secret)]).toEqual([200, 200])
    await server.clock.advance(86_400_000)
    expect([await asks(made.id, second.secret), await asks(made.id, third.secret)]).toEqual([401, 200])
  })

  it('shows its secret again to whoever repeats the request with its idempotency key', async () => {
    const headers = { 'idempotency-key': 'make-one' }
    const request = { method: 'POST', path: PATH, key: server.a.key, body: wanted, headers }
    const [first, second] = [await server.wire.send(request), await server.wire.send(request)]
    expect(second.header('idempotent-replayed')).toBe('true')
    expect(second.json()).toEqual(first.json())
  })

  const uris: [string, { given: string[]; want: number }][] = [
    ['https', { given: ['https://app.example.com/callback?kind=1'], want: 201 }],
    [
      'loopback over http',
      { given: ['http://127.0.0.1/cb', 'http://[::1]:8080/cb', 'http://localhost:3000/cb'], want: 201 },
    ],
    ['a reversed domain name', { given: ['com.example.app:/callback'], want: 201 }],
    ['http elsewhere', { given: ['http://app.example.com/callback'], want: 400 }],
    ['a fragment', { given: ['https://app.example.com/callback#x'], want: 400 }],
    ['an empty fragment', { given: ['https://app.example.com/callback#'], want: 400 }],
    ['a user name', { given: ['https://a@app.example.com/'], want: 400 }],
    ['a script', { given: ['javascript:alert(1)'], want: 400 }],
    ['data', { given: ['data:text/html,x'], want: 400 }],
    ['no scheme', { given: ['app.example.com/callback'], want: 400 }],
    ['a blank', { given: ['https://app.example.com/ callback'], want: 400 }],
    ['a semicolon in its host', { given: ["https://a;script-src'unsafe-inline'/cb"], want: 400 }],
    ['a star in its host', { given: ['https://*.example.com/cb'], want: 400 }],
    ['a bare star', { given: ['https://*/cb'], want: 400 }],
    ['a comma in its host', { given: ['https://a,b.example.com/cb'], want: 400 }],
    ['a quote in its host', { given: ["https://'self'/cb"], want: 400 }],
    ['an escaped semicolon in its host', { given: ['https://a%3Bb.example.com/cb'], want: 400 }],
    ['loopback with a semicolon', { given: ['http://localhost;x/cb'], want: 400 }],
    ['an address', { given: ['https://192.0.2.1:8443/cb', 'https://[2001:db8::1]/cb'], want: 201 }],
    ['a line break', { given: ['https://app.example.com/\r\nSet-Cookie:x'], want: 400 }],
  ]
  it.each(uris)('may have a redirect URI with %s, or not', async (_name, { given, want }) => {
    const response = await send('POST', PATH, { ...wanted, redirectUris: given })
    expect(response.status).toBe(want)
    if (want === 400) {
      expect(response.json()).toMatchObject({ error: { details: { field: 'redirectUris[0]' } } })
    }
  })

  it.each([
    ['one control character', 'Reports\u0000'],
    ['spaces only', ' \u00a0 '],
    ['a long run of letters before two control characters', `${'a'.repeat(200_000)}\u0000\u0000`],
  ])('has no name of %s, which is found in little time', { timeout: 20_000 }, async (_, name) => {
    const response = await send('POST', PATH, { ...wanted, name })
    expect(response.json()).toMatchObject({ error: { details: { field: 'name' } } })
  })

  it('that is public needs a redirect URI', async () => {
    const response = await send('POST', PATH, { ...wanted, type: 'public', redirectUris: [] })
    expect(response.json()).toMatchObject({ error: { details: { field: 'redirectUris' } } })
  })

  it('sets nothing that is not its to set', async () => {
    for (const member of ['id', 'organizationId', 'serviceUserId', 'secret', 'createdBy']) {
      const response = await send('POST', PATH, { ...wanted, [member]: 'client_01m6dqs9m0eefvn41pzzmcq6vf' })
      expect(response.status).toBe(400)
    }
  })

  it('is one of a hundred at most', async () => {
    const { key } = await server.organization('enterprise')
    const bodies = Array.from({ length: 100 }, (_, i) => ({ ...wanted, name: `Client ${i}` }))
    const responses = await Promise.all(bodies.map((body) => send('POST', PATH, body, key)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await send('POST', PATH, wanted, key)).json()).toMatchObject({ error: { code: 'CONFLICT' } })
  })
})
