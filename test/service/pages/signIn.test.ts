import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessionsOf } from '../../../src/service/features/oauth/queries.ts'
import { changePassword } from '../../../src/service/features/organization/model/organization.ts'
import { nextPasswordCheck } from '../../harness/passwordChecks.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import {
  authorization,
  letSignIn,
  makeClient,
  PASSWORD,
  post,
  type TestClient,
} from '../features/oauth/fixture.ts'
import { fieldIn, signedIn, Visitor } from '../features/oauth/visitor.ts'

let server: TestServer
let web: TestClient
beforeAll(async () => {
  server = await startServer()
  web = await makeClient(server)
})
afterAll(() => server.close())

const sessionsOf = async (userId: string) =>
  (
    await server.services.database.read((tx) =>
      tx.all('SELECT digest FROM sessions WHERE user_id = ?', userId),
    )
  ).length
const ask = async (query: string, visitor?: Visitor) =>
  (visitor ?? (await signedIn(server))).get(`/oauth/authorize?${query}`)

describe('signing in', () => {
  it('begins another session each time, in a cookie that scripts and other sites do not get', async () => {
    const visitor = new Visitor(server)
    const response = await visitor.signIn(server.a, authorization(web))
    expect([response.status, response.header('location')]).toEqual([
      303,
      `/oauth/authorize?${authorization(web)}`,
    ])
    const line = [response.headers['set-cookie']].flat().find((text) => text?.includes('session'))
    expect(line).toMatch(
      /^__Host-development-session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Lax$/,
    )
    const before = visitor.cookies.get('__Host-development-session')
    await visitor.post(`/oauth/sign-out`, { csrf: fieldIn(await visitor.get('/settings'), 'csrf') })
    await visitor.signIn()
    expect(visitor.cookies.get('__Host-development-session')).not.toBe(before)
    visitor.cookies.set('__Host-development-session', before ?? '')
    expect((await visitor.get('/settings')).header('location')).toBe('/oauth/sign-in')
  })

  it('ends by itself after twelve hours', async () => {
    const visitor = new Visitor(server)
    await visitor.signIn()
    await server.clock.advance(12 * 3_600_000 - 1)
    expect((await ask(authorization(web), visitor)).status).toBe(200)
    await server.clock.advance(1)
    expect((await ask(authorization(web), visitor)).status).toBe(303)
  })

  it('needs the form of the sign-in page in this browser', async () => {
    const form = { email: 'owner1@example.com', password: 'x', csrf: '' }
    expect((await new Visitor(server).post('/oauth/sign-in', form)).status).toBe(403)
    const other = new Visitor(server)
    const csrf = fieldIn(await other.get('/oauth/sign-in'), 'csrf')
    expect((await new Visitor(server).post('/oauth/sign-in', { ...form, csrf })).status).toBe(403)
  })

  it('sounds the same for an unknown address and a wrong password', async () => {
    const responses = []
    for (const email of ['owner2@example.com', 'nobody@example.com']) {
      const { status, body } = await new Visitor(server).attempt(email, 'wrong')
      responses.push([
        status,
        body
          .toString()
          .replace(email, '')
          .replaceAll(/value="[^"]*"/g, ''),
      ])
    }
    expect(responses[0]).toEqual(responses[1])
    expect(responses[0]?.[0]).toBe(400)
  })

  describe('by guessing', () => {
    /** Sign-ins with any forwarded address. */
    async function guesser(own: TestServer, visitor = new Visitor(own)) {
      const csrf = fieldIn(await visitor.get('/oauth/sign-in'), 'csrf')
      return async (from: string, password: string, email = 'Owner1@example.com') => {
        const form = { csrf, email, password }
        const response = await visitor.post('/oauth/sign-in', form, { 'x-forwarded-for': from })
        return [response.status, Number(response.header('retry-after') ?? 0)] as const
      }
    }
    /** As if an account, an address or a network had been guessed at so often: each attempt needs a quarter of a second. */
    const pretend = (own: TestServer, kind: string, attempts: number) =>
      own.services.database.write(async (tx) => {
        const like = `${kind} %`
        await tx.run('UPDATE sign_in_attempts SET attempts = ? WHERE subject LIKE ?', attempts, like)
      })
    const proxied = { trustProxy: ['127.0.0.0/8'] }
    const patient = { timeout: 60_000 }

    it('is slower with each attempt of an address, the right password too', patient, async () => {
      await using own = await startServer(proxied)
      await letSignIn(own, own.a)
      const attempt = await guesser(own)
      // Parallel guesses count as they come; no more than the queue accepts from one network.
      for (const size of [3, 3, 3, 1]) {
        const responses = await Promise.all(Array.from({ length: size }, () => attempt('192.0.2.1', 'wrong')))
        expect(new Set(responses.map(([status]) => status))).toEqual(new Set([400]))
      }
      for (const seconds of [1, 2, 4]) {
        expect(await attempt('192.0.2.1', PASSWORD)).toEqual([429, seconds])
        await own.clock.advance(seconds * 1000)
        expect(await attempt('192.0.2.1', 'wrong')).toEqual([400, 0])
      }
      expect((await attempt('192.0.2.1', 'wrong', 'nobody@example.com'))[0]).toBe(429)
      await pretend(own, 'address', 1000)
      await own.clock.advance(8000)
      await attempt('192.0.2.1', 'wrong')
      expect(await attempt('192.0.2.1', 'wrong')).toEqual([429, 900])
      await own.clock.advance(900_000)
      expect((await attempt('192.0.2.1', PASSWORD))[0]).toBe(303)
    })

    it('of strangers locks nobody out', patient, async () => {
      await using own = await startServer(proxied)
      await letSignIn(own, own.a)
      const attempt = await guesser(own)
      await attempt('192.0.2.1', 'wrong')
      await pretend(own, 'account', 49)
      expect((await attempt('198.51.100.7', PASSWORD))[0]).toBe(303)
      await attempt('192.0.2.1', 'wrong')
      await pretend(own, 'account', 100_000)
      // A person who knew the password from here before continues as ever; any other waits half a minute, once.
      expect((await attempt('198.51.100.9', PASSWORD))[0]).toBe(303)
      await attempt('192.0.2.1', 'wrong')
      await pretend(own, 'account', 100_000)
      const owner = '203.0.113.5'
      expect(await attempt(owner, PASSWORD)).toEqual([429, 30])
      for (let second = 0; second < 30; second += 10) {
        await attempt('192.0.2.1', 'wrong')
        await attempt(`192.0.2.${second}`, 'wrong')
        expect(await attempt(owner, PASSWORD)).toEqual([429, 30 - second])
        await own.clock.advance(10_000)
      }
      expect((await attempt(owner, PASSWORD))[0]).toBe(303)
    })

    it('of the account takes each network one attempt a wait', patient, async () => {
      await using own = await startServer(proxied)
      const attempt = await guesser(own)
      await attempt('192.0.2.1', 'wrong')
      await pretend(own, 'account', 100_000)
      expect(await attempt('203.0.113.5', 'wrong')).toEqual([429, 30])
      await own.clock.advance(30_000)
      expect(await attempt('203.0.113.5', 'wrong')).toEqual([400, 0])
      expect(await attempt('203.0.113.6', 'wrong')).toEqual([429, 30])
    })

    it.each([
      ['a /24', '192.0.2.1', '192.0.2.200', '192.0.3.1'],
      ['a /48', '2001:db8:1:2::1', '2001:db8:1:ffff::1', '2001:db8:2::1'],
    ])('is slowed by network too: %s', patient, async (_, first, neighbour, elsewhere) => {
      await using own = await startServer(proxied)
      const attempt = await guesser(own)
      await attempt(first, 'wrong')
      await pretend(own, 'network', 70)
      await attempt(neighbour, 'wrong')
      expect((await attempt(first, 'wrong', 'other@example.com'))[0]).toBe(429)
      expect((await attempt(elsewhere, 'wrong'))[0]).toBe(400)
    })
  })

  it('counts IPv6 by /64, for who has one address has all of it', { timeout: 60_000 }, async () => {
    await using own = await startServer({ trustProxy: ['127.0.0.0/8'] })
    const visitor = new Visitor(own)
    const csrf = fieldIn(await visitor.get('/oauth/sign-in'), 'csrf')
    const attempt = (index: number, network = '2001:db8:1:2') =>
      visitor.post(
        '/oauth/sign-in',
        { csrf, email: `person${index}@example.com`, password: 'wrong' },
        { 'x-forwarded-for': `${network}:${index.toString(16)}::1` },
      )
    expect((await attempt(1)).status).toBe(400)
    // As if many had come from there: each needs a quarter of a second.
    await own.services.database.write((tx) =>
      tx.run(
        "UPDATE sign_in_attempts SET not_before = ? WHERE subject LIKE 'address %'",
        own.clock.now() + 1000,
      ),
    )
    expect((await attempt(2)).status).toBe(429)
    expect((await attempt(3, '2001:db8:1:3')).status).toBe(400)
  })

  it('gives who is signed in an allowance of his own, whoever else is behind the same address', async () => {
    await using own = await startServer({
      plans: { unauthenticated: { perMinute: 6, burst: 6 } },
    })
    const [member, stranger] = [new Visitor(own), new Visitor(own)]
    await member.signIn()
    while ((await stranger.get('/oauth/sign-in')).status === 200);
    const statuses = async () => [
      (await member.get('/settings')).status,
      (await stranger.get('/settings')).status,
    ]
    expect(await statuses()).toEqual([200, 429])
    while ((await member.get('/settings')).status === 200);
    expect(await statuses()).toEqual([429, 429])
  })

  it('begins no session with a password that was changed while it was looked at', async () => {
    const visitor = new Visitor(server)
    const email = await letSignIn(server, server.b)
    const { database } = server.services
    const looking = nextPasswordCheck()
    const attempt = visitor.attempt(email, PASSWORD)
    await looking
    await database.write(async (tx) => {
      await changePassword(tx, server.b.ownerId, 'another hash', server.clock.now())
      await endSessionsOf(tx, server.b.ownerId)
    })
    expect((await attempt).status).toBe(400)
    expect(await sessionsOf(server.b.ownerId)).toBe(0)
  })

  it('leaves one session a browser, whoever signs in', async () => {
    const visitor = new Visitor(server)
    const email = await letSignIn(server, server.b)
    const csrf = fieldIn(await visitor.get('/oauth/sign-in'), 'csrf')
    const before = await sessionsOf(server.b.ownerId)
    for (const _ of [1, 2]) {
      expect((await visitor.post('/oauth/sign-in', { csrf, email, password: PASSWORD })).status).toBe(303)
    }
    expect(await sessionsOf(server.b.ownerId)).toBe(before + 1)
  })

  it('signs nobody out with a form from elsewhere', async () => {
    const visitor = new Visitor(server)
    await visitor.signIn()
    expect((await visitor.post('/oauth/sign-out', { csrf: 'guessed' })).status).toBe(403)
    expect((await ask(authorization(web), visitor)).status).toBe(200)
  })
})

describe('every page', () => {
  it('runs nothing, is framed by nobody and kept by nobody', async () => {
    const visitor = await signedIn(server)
    const pages: [string, Visitor][] = [
      [`/oauth/authorize?${authorization(web)}`, visitor],
      ['/oauth/authorize', visitor],
      ['/settings', visitor],
      ['/', visitor],
      ['/oauth/sign-in', new Visitor(server)], // who is signed in is sent on from here
    ]
    for (const [path, who] of pages) {
      const { header } = await who.get(path)
      expect(header('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
      expect(header('content-security-policy')).not.toMatch(/script-src|unsafe/)
      expect([header('x-frame-options'), header('cache-control')]).toEqual(['DENY', 'no-store'])
      expect(header('access-control-allow-origin')).toBeUndefined()
    }
  })

  it('escapes what a client named', async () => {
    const hostile = await makeClient(server, { name: '"><script>alert(1)</script>' })
    const page = await ask(authorization(hostile, { state: '"><script>alert(2)</script>' }))
    expect(page.body.toString()).not.toContain('<script')
  })

  it('is found from the address of the server', async () => {
    const page = (await new Visitor(server).get('/')).body.toString()
    expect(page).toContain('href="/settings"')
    expect(page).toContain(`${server.origin}/v1`)
    expect(
      (await server.oauthWire.send({ method: 'GET', path: '/elsewhere', key: null, outside: true })).json(),
    ).toMatchObject({
      success: false,
      error: { code: 'NOT_FOUND' },
    })
  })

  it('is only for the methods that it has', async () => {
    const request = { method: 'PUT', path: '/oauth/authorize', key: null, outside: true }
    const response = await server.oauthWire.send(request)
    expect([response.status, response.header('allow')]).toEqual([405, 'GET, POST, HEAD'])
  })

  it('takes forms of 64 KiB at most, and nothing but forms', async () => {
    const visitor = new Visitor(server)
    await visitor.get('/oauth/sign-in')
    expect((await visitor.post('/oauth/sign-in', { csrf: 'x'.repeat(70_000) })).status).toBe(413)
    const json = await post(server, '/oauth/sign-in', '{}', { 'content-type': 'application/json' })
    expect(json.status).toBe(400)
  })
})
