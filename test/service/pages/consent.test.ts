import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../harness/server.ts'
import { authorization, CALLBACK, makeClient, type TestClient } from '../features/oauth/fixture.ts'
import { CHALLENGE, fieldIn, PKCE, redeem, signedIn, VERIFIER, Visitor } from '../features/oauth/visitor.ts'

let server: TestServer
let web: TestClient
let native: TestClient
beforeAll(async () => {
  server = await startServer()
  web = await makeClient(server, { redirectUris: [CALLBACK, 'https://app.example.com/cb?kind=1'] })
  native = await makeClient(server, {
    type: 'public',
    redirectUris: [
      'http://127.0.0.1/cb',
      'http://[::1]:8080/cb',
      'http://localhost:3000/cb',
      'com.example.app:/cb',
    ],
  })
})
afterAll(() => server.close())

const ask = async (query: string, visitor?: Visitor) =>
  (visitor ?? (await signedIn(server))).get(`/oauth/authorize?${query}`)
const locationOf = (response: { header(name: string): string | undefined }) =>
  new URL(response.header('location') ?? '')

describe('the policy of the consent page', () => {
  // As they may be left from a time when such hosts could be registered.
  const hosts: [string, string, string][] = [
    ['names the host that it leads to', 'https://app.example.com:8443/cb', ' https://app.example.com:8443'],
    ['names a scheme', 'com.example.app:/cb', ' com.example.app:'],
    ['takes no directive from a host', "https://a;script-src'unsafe-inline'/cb", ''],
    ['takes no wildcard from a host', 'https://*/cb', ''],
    ['takes no second policy from a host', 'https://a,default-src/cb', ''],
  ]
  it.each(hosts)('%s: %s', async (_, redirectUri, want) => {
    const client = await makeClient(server, { redirectUris: [redirectUri] })
    const page = await ask(authorization(client, { redirect_uri: redirectUri }))
    expect(page.status).toBe(200)
    const directives = (page.header('content-security-policy') ?? '').split('; ')
    expect(directives.find((one) => one.startsWith('form-action'))).toBe(`form-action 'self'${want}`)
    expect(directives.map((one) => one.split(' ')[0])).toEqual([
      'default-src',
      'style-src',
      'img-src',
      'form-action',
      'base-uri',
      'frame-ancestors',
    ])
  })
})

describe('a request that cannot be trusted', () => {
  const cases: [string, Record<string, string | undefined>][] = [
    ['an unknown client', { client_id: 'client_unknown' }],
    ['no client', { client_id: undefined }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['a slash at the end', { redirect_uri: `${CALLBACK}/` }],
    ['another case of the host', { redirect_uri: 'https://APP.example.com/callback' }],
    ['another case of the path', { redirect_uri: 'https://app.example.com/Callback' }],
    ['an encoded dot', { redirect_uri: 'https://app.example.com/%2e/callback' }],
    ['an encoded letter', { redirect_uri: 'https://app.example.com/c%61llback' }],
    ['a way up', { redirect_uri: 'https://app.example.com/x/../callback' }],
    ['a query', { redirect_uri: `${CALLBACK}?x=1` }],
    ['another query', { redirect_uri: 'https://app.example.com/cb?kind=2' }],
    ['a fragment', { redirect_uri: `${CALLBACK}#x` }],
    ['a user name', { redirect_uri: 'https://app.example.com@evil.example/callback' }],
    ['a subdomain', { redirect_uri: 'https://x.app.example.com/callback' }],
    ['a port', { redirect_uri: 'https://app.example.com:8443/callback' }],
    ['http', { redirect_uri: 'http://app.example.com/callback' }],
    ['a blank before it', { redirect_uri: ` ${CALLBACK}` }],
  ]
  it.each(cases)('%s: a page, no redirect', async (_name, more) => {
    const response = await ask(authorization(web, more))
    expect([response.status, response.header('location')]).toEqual([400, undefined])
    expect(response.body.toString()).toContain('This request is not valid')
  })

  it('a client or a redirect URI given twice: a page too', async () => {
    for (const more of [`&client_id=${web.id}`, `&redirect_uri=${encodeURIComponent(CALLBACK)}`]) {
      const response = await ask(authorization(web) + more)
      expect([response.status, response.header('location')]).toEqual([400, undefined])
    }
  })

  it('an address that is no UTF-8: a page too', async () => {
    expect((await ask(`${authorization(web)}&x=%ff`)).status).toBe(400)
  })
})

describe('a redirect URI of a native app', () => {
  const cases: [string, { given: string; want: number }][] = [
    ['another port of 127.0.0.1', { given: 'http://127.0.0.1:49152/cb', want: 200 }],
    ['no port where one is registered', { given: 'http://[::1]/cb', want: 200 }],
    ['another port of localhost', { given: 'http://localhost:3001/cb', want: 400 }],
    ['the other address', { given: 'http://[::1]:49152/other', want: 400 }],
    ['another path', { given: 'http://127.0.0.1:49152/cb/', want: 400 }],
    ['a query', { given: 'http://127.0.0.1:49152/cb?x', want: 400 }],
    ['a port that is none', { given: 'http://127.0.0.1:99999/cb', want: 400 }],
    ['a user name in front', { given: 'http://127.0.0.1:80@evil.example/cb', want: 400 }],
    ['an address beside', { given: 'http://127.0.0.1.evil.example/cb', want: 400 }],
    ['https', { given: 'https://127.0.0.1:49152/cb', want: 400 }],
    ['its own scheme', { given: 'com.example.app:/cb', want: 200 }],
  ]
  it.each(cases)('%s', async (_name, { given, want }) => {
    expect((await ask(authorization(native, { ...PKCE, redirect_uri: given }))).status).toBe(want)
  })
})

describe('a request that the client hears of', () => {
  const cases: [string, { given: Record<string, string | undefined>; public?: true; want: string }][] = [
    ['no response_type', { given: { response_type: undefined }, want: 'invalid_request' }],
    ['the implicit grant', { given: { response_type: 'token' }, want: 'unsupported_response_type' }],
    ['code and token', { given: { response_type: 'code token' }, want: 'unsupported_response_type' }],
    ['an answer in the fragment', { given: { response_mode: 'fragment' }, want: 'invalid_request' }],
    ['no scope', { given: { scope: undefined }, want: 'invalid_scope' }],
    ['an unknown scope', { given: { scope: 'prompts:all' }, want: 'invalid_scope' }],
    [
      'a scope beyond the client',
      { given: { scope: 'prompts:read organization:admin' }, want: 'invalid_scope' },
    ],
    ['a public client without PKCE', { public: true, given: {}, want: 'invalid_request' }],
    ['plain PKCE', { given: { ...PKCE, code_challenge_method: 'plain' }, want: 'invalid_request' }],
    [
      'PKCE without a method, which means plain',
      { given: { code_challenge: CHALLENGE }, want: 'invalid_request' },
    ],
    ['a method without a challenge', { given: { code_challenge_method: 'S256' }, want: 'invalid_request' }],
    ['a short challenge', { given: { ...PKCE, code_challenge: 'short' }, want: 'invalid_request' }],
  ]
  it.each(cases)('%s: at its redirect URI, with state and iss', async (_name, row) => {
    const client = row.public ? native : web
    const redirect_uri = row.public ? 'com.example.app:/cb' : CALLBACK
    const response = await ask(authorization(client, { redirect_uri, ...row.given }))
    expect(response.status).toBe(303)
    expect(Object.fromEntries(locationOf(response).searchParams)).toEqual({
      error: row.want,
      error_description: expect.any(String),
      state: 'af0ifjsldkj',
      iss: server.origin,
    })
  })

  it('a parameter twice', async () => {
    for (const more of ['&scope=prompts:read', '&state=other', '&response_type=code', '&nonce=1&nonce=2']) {
      const location = locationOf(await ask(authorization(web) + more))
      expect(location.searchParams.get('error')).toBe('invalid_request')
      expect(location.searchParams.has('state')).toBe(more !== '&state=other')
    }
  })

  it('keeps the query of the redirect URI', async () => {
    const redirect_uri = 'https://app.example.com/cb?kind=1'
    const location = locationOf(await ask(authorization(web, { redirect_uri, scope: 'x' })))
    expect([location.searchParams.get('kind'), location.searchParams.get('error')]).toEqual([
      '1',
      'invalid_scope',
    ])
  })
})

describe('state', () => {
  const states: [string, string][] = [
    ['of two thousand characters', 'x'.repeat(2000)],
    ['of other alphabets and signs', 'Ünïcödé 日本 🙂 "<>&\'%2B+=;/?#'],
    ['of blanks and line breaks', ' a\r\nb\t'],
  ]
  it.each(states)('%s comes back to the letter', async (_name, state) => {
    const visitor = await signedIn(server)
    const back = await visitor.allow(authorization(web, { state }))
    expect(back.get('state')).toBe(state)
  })

  it('that was not sent is not made up', async () => {
    const visitor = await signedIn(server)
    expect((await visitor.allow(authorization(web, { state: undefined }))).has('state')).toBe(false)
  })
})

describe('the consent form', () => {
  const query = () => authorization(web)
  const allow = { decision: 'allow', scope: 'prompts:read' }
  const send = async (visitor: Visitor, form: Record<string, string>, headers = {}) =>
    visitor.post(`/oauth/authorize?${query()}`, { ...allow, ...form }, headers)

  it('answers with 303, never a code that keeps the form', async () => {
    const visitor = await signedIn(server)
    expect((await send(visitor, await visitor.consentForm(query()))).status).toBe(303)
  })

  it('gives one code, however often it is sent', async () => {
    const visitor = await signedIn(server)
    const form = await visitor.consentForm(query())
    const responses = await Promise.all([1, 2, 3].map(() => send(visitor, form)))
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 403, 403])
  })

  it('without proof, with an altered one, or for another request is refused', async () => {
    const visitor = await signedIn(server)
    const { consent = '', organization = '' } = await visitor.consentForm(query())
    const [id, end, mac] = consent.split('.')
    for (const proof of ['', 'x.y.z', `${id}.${Number(end) + 1}.${mac}`, `other.${end}.${mac}`]) {
      expect((await send(visitor, { organization, consent: proof })).status).toBe(403)
    }
    const other = authorization(web, { state: 'other' })
    const elsewhere = await visitor.post(`/oauth/authorize?${other}`, { ...allow, organization, consent })
    expect(elsewhere.status).toBe(403)
  })

  it("with another user's proof is refused", async () => {
    const visitor = await signedIn(server)
    const other = new Visitor(server)
    await other.signIn(server.b)
    expect((await send(visitor, await other.consentForm(query()))).status).toBe(403)
  })

  it('for an organization of others is refused', async () => {
    const visitor = await signedIn(server)
    const form = await visitor.consentForm(query())
    expect((await send(visitor, { ...form, organization: server.b.id })).status).toBe(403)
  })

  it('from another site is refused, whatever it carries', async () => {
    const visitor = await signedIn(server)
    const form = await visitor.consentForm(query())
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await send(visitor, form, headers)).status).toBe(403)
    }
    expect(
      (await send(visitor, form, { origin: server.origin, 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(303)
  })

  it('after a quarter of an hour is refused', async () => {
    const visitor = await signedIn(server)
    const form = await visitor.consentForm(query())
    await server.clock.advance(15 * 60_000)
    expect((await send(visitor, form)).status).toBe(403)
  })

  it('without a session leads to the sign-in page', async () => {
    const response = await new Visitor(server).post(`/oauth/authorize?${query()}`, allow)
    expect([response.status, response.header('location')]).toEqual([303, `/oauth/sign-in?${query()}`])
  })

  it('cannot allow what was not asked for, nor nothing', async () => {
    const narrow = authorization(web, { scope: 'prompts:read' })
    const visitor = await signedIn(server)
    const code = (await visitor.allow(narrow, ['prompts:read', 'prompts:write', 'organization:admin'])).get(
      'code',
    )
    expect((await redeem(server, web, code ?? '')).json()).toMatchObject({ scope: 'prompts:read' })
    const form = await visitor.consentForm(narrow)
    const nothing = await visitor.post(`/oauth/authorize?${narrow}`, { ...form, decision: 'allow' })
    expect([nothing.status, fieldIn(nothing, 'consent') !== '']).toEqual([400, true])
    // Unticked scopes stay unticked.
    expect(nothing.body.toString()).toMatch(/<fieldset aria-describedby="problem">/)
    expect(nothing.body.toString()).not.toContain(' checked')
  })

  it('cannot allow what the role lacks', async () => {
    const { database } = server.services
    const role = (to: string) =>
      database.write((tx) =>
        tx.run('UPDATE memberships SET role = ? WHERE user_id = ?', to, server.a.ownerId),
      )
    const visitor = await signedIn(server)
    await role('viewer')
    try {
      const code = (await visitor.allow(query())).get('code')
      expect((await redeem(server, web, code ?? '')).json()).toMatchObject({ scope: 'prompts:read' })
    } finally {
      await role('owner')
    }
  })

  it('works for a native app with PKCE', async () => {
    const redirect_uri = 'http://127.0.0.1:49152/cb'
    const code = (await (await signedIn(server)).allow(authorization(native, { ...PKCE, redirect_uri }))).get(
      'code',
    )
    const response = await redeem(server, native, code ?? '', { redirect_uri, code_verifier: VERIFIER })
    expect(response.status).toBe(200)
  })
})
