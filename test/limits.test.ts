import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPlans, type PlanName } from '../src/service/server/steps/rateLimit/plans.ts'
import { startServer, type TestServer } from './harness/server.ts'
import { casesOf } from './harness/thorough.ts'
import type { WireRequest, WireResponse } from './harness/wire.ts'

let server: TestServer
/** Fifty connections with twenty requests in progress on each, a thousand in parallel. */
let crowd: Agent
beforeAll(async () => {
  server = await startServer({ plans: defaultPlans })
  crowd = new Agent({ connect: { ca: server.ca }, connections: 50, pipelining: 20 })
})
afterAll(async () => {
  await crowd.close()
  await server.close()
})

const START = Date.UTC(2026, 10, 2, 10) / 1000

async function get(path: string, headers: Record<string, string>) {
  const response = await request(server.origin + path, { dispatcher: crowd, headers })
  return { status: response.statusCode, headers: response.headers, body: await response.body.text() }
}
type Reply = Awaited<ReturnType<typeof get>>

/** The number of responses of each status. */
function tally(responses: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = <T>(count: number, action: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)))

describe('a thousand requests at one instant', () => {
  const plans: [PlanName, { want: Record<number, number> }][] = [
    ['free', { want: { 200: 10, 429: 990 } }],
    ['pro', { want: { 200: 50, 429: 950 } }],
    ['business', { want: { 200: 100, 429: 900 } }],
    ['enterprise', { want: { 200: 200, 429: 800 } }],
  ]
  test.each(casesOf(plans, 4, 1))('on the plan %s', async (plan, { want }) => {
    const { key } = await server.organization(plan)
    const responses = await times(1_000, () => get('/v1/prompts', { authorization: `Bearer ${key}` }))
    expect(tally(responses)).toEqual(want)
    const { perMinute, burst } = defaultPlans[plan]
    const remaining = responses.filter(({ status }) => status === 200).map(left)
    expect(remaining.sort((a, b) => b - a)).toEqual(
      Array.from({ length: burst }, (_, index) => perMinute - 1 - index),
    )
    for (const { status, headers, body } of responses) {
      expect(headers['x-ratelimit-limit']).toBe(String(perMinute))
      expect(headers['x-ratelimit-policy']).toBe(`${perMinute}/minute`)
      expect(headers['x-ratelimit-reset']).toBe(String(START + 60))
      expect(headers['retry-after']).toBe(status === 429 ? '1' : undefined)
      if (status === 429) expect(JSON.parse(body).error.code).toBe('RATE_LIMIT_EXCEEDED')
    }
  })

  test('through two keys of one organization, that share its limits', async () => {
    const organization = await server.organization('free')
    const keys = [organization.key, await server.keyWith(organization, ['prompts:read'])]
    const responses = await times(100, (index) =>
      get('/v1/prompts', { authorization: `Bearer ${keys[index % 2]}` }),
    )
    expect(tally(responses)).toEqual({ 200: 10, 429: 90 })
  })
})

const left = ({ headers }: Reply) => Number(headers['x-ratelimit-remaining'])

describe('the rate-limit headers stand on', () => {
  const names = ['limit', 'remaining', 'reset', 'policy'].map((name) => `x-ratelimit-${name}`)
  const cases: [status: number, { given: Partial<WireRequest> }][] = [
    [200, { given: {} }],
    [304, { given: { headers: { 'If-None-Match': '*' } } }],
    [400, { given: { path: '/prompts?limit=0' } }],
    [401, { given: { key: null } }],
    [401, { given: { key: 'svc_test_unknown' } }],
    [404, { given: { path: '/nothing' } }],
    [405, { given: { method: 'PUT' } }],
    [406, { given: { headers: { Accept: 'image/png' } } }],
    [
      413,
      {
        given: {
          method: 'POST',
          body: Buffer.alloc(2 ** 20 + 1, ' '),
          headers: { 'Content-Type': 'application/json' },
        },
      },
    ],
    [415, { given: { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } } }],
  ]
  const sendTo = (given: Partial<WireRequest>) =>
    server.wire.send({ method: 'GET', path: '/prompts', key: server.a.key, ...given })
  const expectHeaders = (headers: WireResponse['headers'], status: number) => {
    for (const name of names)
      expect(headers[name], name).toMatch(name.endsWith('policy') ? /^\d+\/minute$/ : /^\d+$/)
    expect(headers['retry-after'] !== undefined).toBe(status === 429)
  }
  test.each(cases)('%i', async (status, { given }) => {
    const reply = await sendTo(given)
    expect(reply.status).toBe(status)
    expectHeaders(reply.headers, status)
  })
  test('403', async () => {
    const reply = await sendTo({ key: await server.keyWith(server.a, ['webhooks:read']) })
    expect(reply.status).toBe(403)
    expectHeaders(reply.headers, 403)
  })
  test('429, with the seconds to wait', async () => {
    const { key } = await server.organization('free')
    await times(10, () => sendTo({ key }))
    const reply = await sendTo({ key })
    expect(reply.status).toBe(429)
    expectHeaders(reply.headers, 429)
    expect(reply.header('Retry-After')).toBe('1')
  })
  test.each([
    ['defect', 500],
    ['storage', 503],
  ] as const)('the answer after a %s: %i', async (fault, status) => {
    const reply = await server.faults.during(fault, () => sendTo({}))
    expect(reply.status).toBe(status)
    expectHeaders(reply.headers, status)
  })
  test('what has no operation at all', async () => {
    const reply = await server.wire.send({ method: 'GET', path: '/nowhere', outside: true, key: null })
    expect(reply.status).toBe(404)
    expectHeaders(reply.headers, 404)
  })
})

describe('a page of another origin', () => {
  const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' }
  const ask = async (path: string, headers: Record<string, string>) => {
    const reply = await request(server.origin + path, { dispatcher: crowd, method: 'OPTIONS', headers })
    await reply.body.dump()
    return reply
  }

  test('asks before each of a hundred addresses, and has its calls left', async () => {
    await server.clock.advance(60_000)
    const asked = await times(100, (index) => ask(`/v1/prompts?limit=${index + 1}`, preflight))
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    const { status } = await get('/v1/prompts', { authorization: 'Bearer svc_test_unknown' })
    expect(status).toBe(401)
  })

  test('may read that there is nothing at a wrong address', async () => {
    const asked = await ask('/prompts', preflight)
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': '*', 'x-ratelimit-limit': '60' })
    expect(asked.headers['x-request-id']).toMatch(/^req_/)
    const { status, headers } = await get('/prompts', { origin: preflight.origin })
    expect([status, headers['access-control-allow-origin']]).toEqual([404, '*'])
  })

  test('that asks over plain HTTP has its calls left, too', async () => {
    await server.clock.advance(60_000)
    const plain = server.origin.replace('https:', 'http:')
    for (let asked = 0; asked < 15; asked++) {
      const options = { method: 'OPTIONS', headers: preflight, reset: true } as const
      const { statusCode, body } = await request(`${plain}/v1/prompts`, options)
      await body.dump()
      expect(statusCode).toBe(204)
    }
    const { status } = await get('/v1/prompts', { authorization: 'Bearer svc_test_unknown' })
    expect(status).toBe(401)
  })

  test('is counted for another OPTIONS', async () => {
    const statuses = (await times(100, () => ask('/v1/prompts', {}))).map(({ statusCode }) => statusCode)
    expect(statuses).toContain(429)
    await server.clock.advance(60_000)
  })
})

describe('a spoofed address', () => {
  const forged = (index: number) => ({
    'X-Forwarded-For': `203.0.113.${index}`,
    Forwarded: `for=203.0.113.${index}`,
    'X-Real-IP': `203.0.113.${index}`,
    'X-Client-IP': `203.0.113.${index}`,
  })
  test('gets a client without a credential no further', async () => {
    await server.clock.advance(3_600_000)
    const responses = await times(30, (index) => get('/v1/prompts', forged(index)))
    expect(tally(responses)).toEqual({ 401: 10, 429: 20 })
  })
  test('gets a guesser of keys no further', async () => {
    await server.clock.advance(3_600_000)
    const responses = await times(30, (index) =>
      get('/v1/prompts', { ...forged(index), authorization: `Bearer svc_test_${index}` }),
    )
    expect(tally(responses)).toEqual({ 401: 10, 429: 20 })
  })
  test('gets an organization no further', async () => {
    const { key } = await server.organization('free')
    const responses = await times(30, (index) =>
      get('/v1/prompts', { ...forged(index), authorization: `Bearer ${key}` }),
    )
    expect(tally(responses)).toEqual({ 200: 10, 429: 20 })
  })
})
