/** More than a hundred parallel sign-ins from as many addresses, while others get tokens and send compressed bodies. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'
import { inCi } from '../harness/thorough.ts'
import { clientToken, letSignIn, makeClient, PASSWORD } from '../service/features/oauth/fixture.ts'
import { fieldIn, Visitor } from '../service/features/oauth/visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.0/8'] })
})
afterAll(() => server.close())

const STORM = 200

describe('a storm of sign-ins', { timeout: 120_000 }, () => {
  const storm = async (addressOf: (index: number) => string) => {
    const visitor = new Visitor(server)
    const csrf = fieldIn(await visitor.get('/oauth/sign-in'), 'csrf')
    return Array.from({ length: STORM }, (_, index) =>
      visitor.post(
        '/oauth/sign-in',
        { csrf, email: `person${index}@example.com`, password: 'wrong' },
        { 'x-forwarded-for': addressOf(index) },
      ),
    )
  }

  test.runIf(inCi)(
    'is bounded, says so on the form, and holds up neither tokens nor compressed bodies',
    async () => {
      const client = await makeClient(server)
      await clientToken(server, client)
      const onSharedThreads = vi.spyOn(crypto, 'scrypt')
      syncBuiltinESMExports()
      let responses: Awaited<ReturnType<typeof storm>> = []
      try {
        let over = 0
        responses = (await storm((index) => `198.18.${index}.1`)).map((response) =>
          response.finally(() => over++),
        )
        const body = gzipSync(JSON.stringify({ name: 'Inflated', content: 'x'.repeat(50_000) }))
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
        const made = server.wire.send({ method: 'POST', path: '/prompts', key: server.a.key, headers, body })
        await Promise.all([...Array.from({ length: 10 }, () => clientToken(server, client)), made])
        expect((await made).status).toBe(201)
        expect(over).toBeLessThan(STORM) // their responses came while passwords were still checked
        const all = await Promise.all(responses)
        const statuses = all.map(({ status }) => status)
        expect(new Set(statuses)).toEqual(new Set([400, 503]))
        expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(1)
        const full = all.find(({ status }) => status === 503)
        expect(full?.body.toString()).toMatch(/Too many people sign in at this moment.*<form method="post"/s)
        expect(full?.header('retry-after')).toBeUndefined()
        expect(onSharedThreads).not.toHaveBeenCalled()
      } finally {
        await Promise.allSettled(responses) // the next test begins without them
        vi.restoreAllMocks()
        syncBuiltinESMExports()
      }
    },
  )

  test('from one network leaves room for others', async () => {
    const email = await letSignIn(server, server.b)
    const visitor = new Visitor(server)
    const csrf = fieldIn(await visitor.get('/oauth/sign-in'), 'csrf')
    const responses = await storm((index) => `2001:db8:7:${index.toString(16)}::1`)
    await responses.at(-1)
    const other = await visitor.post(
      '/oauth/sign-in',
      { csrf, email, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.77' },
    )
    expect(other.status).toBe(303)
    await Promise.all(responses)
  })
})

test("a network of IPv6 has ten addresses' worth of requests, however many addresses it has", async () => {
  await using own = await startServer({
    trustProxy: ['127.0.0.0/8'],
    plans: { unauthenticated: { perMinute: 6, burst: 6 } },
  })
  const ask = async (from: string) => {
    const headers = { 'x-forwarded-for': from }
    return (await own.wire.send({ method: 'GET', path: '/prompts', key: null, headers })).status
  }
  const statuses: number[] = []
  for (let index = 0; index < 62; index++) statuses.push(await ask(`2001:db8:9:${index.toString(16)}::1`))
  expect(statuses).toEqual([...Array(60).fill(401), 429, 429])
  expect([await ask('2001:db8:a::1'), await ask('192.0.2.1')]).toEqual([401, 401])
})
