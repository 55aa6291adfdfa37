import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, createOAuthSession, type OAuthOptions, unwrap } from '../../src/client/index.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { makeClient, type TestClient } from '../service/features/oauth/fixture.ts'
import { signedIn } from '../service/features/oauth/visitor.ts'
import { trustingFetch } from './trustingFetch.ts'

let server: TestServer
let application: TestClient
let fetch: ReturnType<typeof trustingFetch>
beforeAll(async () => {
  server = await startServer()
  application = await makeClient(server, { type: 'public' })
  fetch = trustingFetch(server.ca)
})
afterAll(async () => {
  await fetch?.[Symbol.asyncDispose]()
  await server?.close()
})

const REDIRECT = 'https://app.example.com/callback'

function sessionWith(more: Partial<OAuthOptions> = {}) {
  const calls: string[] = []
  const session = createOAuthSession({
    issuer: server.origin,
    clientId: application.id,
    redirectUri: REDIRECT,
    scopes: ['prompts:read', 'prompts:write'],
    now: () => server.clock.now(),
    fetch: (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
      return fetch(input as string, init)
    },
    ...more,
  })
  /** Lets the person allow the request; returns the address that the browser comes back to. */
  const allowed = async (scopes?: string[]) => {
    const visitor = await signedIn(server)
    const response = await visitor.allow(new URL(await session.authorizeUrl()).search.slice(1), scopes)
    return `${REDIRECT}?${response}`
  }
  return { session, calls, allowed }
}

describe('a session of OAuth', () => {
  it('signs in with PKCE, calls, renews what is over, and signs out', async () => {
    const { session, calls, allowed } = sessionWith()
    expect(await session.complete(await allowed(['prompts:read']))).toEqual(['prompts:read'])
    const client = createClient({ baseUrl: `${server.origin}/v1`, credential: session.credential, fetch })
    unwrap(await client.GET('/prompts'))
    const first = await session.credential()
    expect(await session.credential()).toBe(first)

    await server.clock.advance(15 * 60_000 - 20_000)
    const [second, third] = await Promise.all([session.credential(), session.credential()])
    expect(second).not.toBe(first)
    expect(third).toBe(second)
    unwrap(await client.GET('/prompts'))
    expect(calls.filter((call) => call === 'POST /oauth/token')).toHaveLength(2)

    await session.signOut()
    await expect(session.credential()).rejects.toMatchObject({ code: 'login_required' })
    expect(
      (await createClient({ baseUrl: `${server.origin}/v1`, credential: second, fetch }).GET('/prompts'))
        .response.status,
    ).toBe(401)
  })

  it('is renewed when the service says that the token is over, whatever the clock here says', async () => {
    const stopped = server.clock.now()
    const { session, allowed } = sessionWith({ now: () => stopped })
    await session.complete(await allowed())
    const client = createClient({ baseUrl: `${server.origin}/v1`, credential: session.credential, fetch })
    await server.clock.advance(16 * 60_000)
    expect(unwrap(await client.GET('/prompts')).prompts).toEqual([])
  })

  it('outlives a reload in the storage that it is given', async () => {
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }
    const before = sessionWith({ storage })
    const back = await before.allowed()
    await sessionWith({ storage }).session.complete(back)
    expect(await sessionWith({ storage }).session.credential()).toBe(await before.session.credential())
  })

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'other'), 'state_mismatch'],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'issuer_mismatch'],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'issuer_mismatch'],
    ['a foreign code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43)), 'invalid_grant'],
  ])('refuses a redirect with %s', async (_name, change, code) => {
    const { session, allowed } = sessionWith()
    const back = new URL(await allowed())
    change(back)
    await expect(session.complete(back.href)).rejects.toMatchObject({ name: 'OAuthError', code })
    await expect(session.credential()).rejects.toMatchObject({ code: 'login_required' })
  })

  it('takes a redirect once, and tells that the person denied', async () => {
    const { session, allowed } = sessionWith()
    const back = await allowed()
    await session.complete(back)
    await expect(session.complete(back)).rejects.toMatchObject({ code: 'state_mismatch' })
    const state = new URL(await session.authorizeUrl()).searchParams.get('state') ?? ''
    const denied = `${REDIRECT}?${new URLSearchParams({ error: 'access_denied', state, iss: server.origin })}`
    await expect(session.complete(denied)).rejects.toMatchObject({ code: 'access_denied' })
  })
})
