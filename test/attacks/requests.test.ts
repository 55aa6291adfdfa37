import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../../generated/operations.ts'
import { callOf } from '../contract/recipes/index.ts'
import { createWorld, type World } from '../contract/world.ts'
import { createReceiver } from '../harness/receiver.ts'
import { startServer } from '../harness/server.ts'
import { casesOf } from '../harness/thorough.ts'
import type { WireRequest } from '../harness/wire.ts'
import { rowsAbout } from '../tenancy/rows.ts'
import { exchange, request } from './raw.ts'

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world.server.close()
  await world.receiver.close()
})

const ids = Object.keys(operations) as OperationId[]
const send = (method: string, path: string, more: Partial<WireRequest> = {}) =>
  world.server.wire.send({ method, path, key: world.server.a.key, ...more })
const everything = () => rowsAbout(world.server.services.database, world.server.a.id)

describe('SQL where text is expected', () => {
  const injections = [
    "'",
    "' OR 1=1 --",
    "x'; DROP TABLE prompts; --",
    '" OR ""="',
    "') UNION SELECT key FROM api_keys --",
    'createdAt; DELETE FROM prompts',
    '1) OR (1=1',
    '%',
    "\\'; VACUUM; --",
  ]
  const lists = ids.filter((id) => operations[id].parameters.some(({ name }) => name === 'cursor'))
  test.each(casesOf(lists, 3, 1))(
    'finds nothing more through any parameter of %s, and changes nothing',
    async (id) => {
      const call = await callOf(world, id)
      const all = (await send(call.method, call.path)).body.toString()
      await world.server.services.jobs.idle()
      const before = await everything()
      for (const parameter of operations[id].parameters.filter((one) => one.in === 'query')) {
        for (const text of injections) {
          const path = `${call.path}${call.path.includes('?') ? '&' : '?'}${parameter.name}=${encodeURIComponent(text)}`
          const { status, body } = await send('GET', path)
          if (status === 200) expect(body.length, path).toBeLessThanOrEqual(all.length)
          else expect(status, path).toBe(400)
        }
      }
      expect(await everything()).toEqual(before)
    },
  )

  test('is kept as text in a name', async () => {
    const name = "Robert'); DROP TABLE prompts; --"
    const { id } = await world.prompt({ name })
    expect((await send('GET', `/prompts/${id}`)).json()).toMatchObject({ name })
  })
})

describe('a path that is not the one that it looks like', () => {
  const cases: [name: string, { given: (promptId: string) => string; want: number[] }][] = [
    ['an encoded slash', { given: (id) => `/v1/prompts/${id}%2Fversions`, want: [404] }],
    ['an encoded backslash', { given: (id) => `/v1/prompts/${id}%5Cversions`, want: [404] }],
    ['dots', { given: (id) => `/v1/prompts/../prompts/${id}`, want: [404] }],
    ['encoded dots', { given: (id) => `/v1/prompts/%2e%2e/prompts/${id}`, want: [404] }],
    ['dots out of the API', { given: () => '/v1/../healthz', want: [404] }],
    ['an encoded NUL', { given: (id) => `/v1/prompts/${id}%00`, want: [404] }],
    ['an encoded line break', { given: (id) => `/v1/prompts/${id}%0d%0aX-Injected:%201`, want: [404] }],
    ['a broken escape', { given: (id) => `/v1/prompts/${id}%zz`, want: [404] }],
    ['an overlong escape', { given: () => '/v1/prompts/%c0%ae%c0%ae', want: [404] }],
    ['a double slash', { given: (id) => `/v1//prompts/${id}`, want: [404] }],
    ['a slash at the end', { given: (id) => `/v1/prompts/${id}/`, want: [404] }],
    ['capitals', { given: (id) => `/v1/Prompts/${id}`, want: [404] }],
    ['a parameter of the path', { given: (id) => `/v1/prompts;x=1/${id}`, want: [404] }],
    ['an absolute address', { given: () => 'https://example.com/v1/prompts', want: [400, 404] }],
    ['no slash', { given: () => 'v1/prompts', want: [400, 404] }],
    ['a member of every object', { given: () => '/v1/constructor/__proto__', want: [404] }],
  ]
  test.each(cases)('%s is nothing', async (_, { given, want }) => {
    const { id } = await world.prompt()
    const key = `Authorization: Bearer ${world.server.a.key}`
    const [response] = await exchange(world.server, request(`GET ${given(id)}`, [key]))
    expect(want).toContain(response?.status)
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false })
    expect(response?.headers).not.toHaveProperty('x-injected')
  })
  test.each(cases.slice(0, 4))('%s without a credential is no way around it', async (_, { given }) => {
    const { id } = await world.prompt()
    const [response] = await exchange(world.server, request(`GET ${given(id)}`))
    expect(response?.status).toBe(401)
  })
})

describe('line breaks', () => {
  const texts = ['a\r\nX-Injected: 1', 'a\nb', 'a\rb', 'a\u2028b', 'a\u0085b', 'a\u0000b', 'a\u001bb']
  test.each(texts)('in the name of a prompt or folder are refused: %j', async (name) => {
    for (const [path, body] of [
      ['/prompts', { name, content: 'x' }],
      ['/folders', { name }],
    ] as const) {
      const response = await send('POST', path, { body })
      expect([response.status, response.json()]).toMatchObject([
        400,
        { error: { details: { field: 'name' } } },
      ])
    }
  })
  test.each(['a b', 'x'.repeat(129), 'ä', '"><script>', 'a,b', ''])(
    'and other things in a request id are not sent back: %j',
    async (id) => {
      const response = await exchange(world.server, request('GET /v1/prompts', [`X-Request-Id: ${id}`]))
      expect(response[0]?.headers['x-request-id']).toMatch(/^req_/)
      expect(response[0]?.body).not.toContain(id || 'X-Request-Id')
    },
  )
})

describe('a method that is not the one that was sent', () => {
  const overrides = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']
  test.each(overrides)('%s does not make a DELETE of a POST', async (name) => {
    const { id } = await world.prompt()
    const response = await send('POST', `/prompts/${id}`, { headers: { [name]: 'DELETE' }, body: {} })
    expect(response.status).toBe(405)
    expect(response.header('Allow')?.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'PATCH',
    ])
    const read = await send('GET', `/prompts/${id}`, { headers: { [name]: 'DELETE' } })
    expect(read.status).toBe(200)
    expect((await send('GET', `/prompts/${id}`)).status).toBe(200)
  })
  test('neither does a parameter', async () => {
    const { id } = await world.prompt()
    expect((await send('GET', `/prompts/${id}?_method=DELETE`)).status).toBe(400)
    expect((await send('GET', `/prompts/${id}`)).status).toBe(200)
  })
  test.each(['TRACE', 'PROPFIND', 'PUT'])('%s is refused, and echoes nothing', async (method) => {
    const key = `Authorization: Bearer ${world.server.a.key}`
    const [response] = await exchange(world.server, request(`${method} /v1/prompts`, [key]))
    expect(response?.status).toBe(405)
    expect(response?.headers.allow).toContain('GET')
    expect(response?.body).not.toContain(world.server.a.key)
  })
})

describe('HEAD and OPTIONS', () => {
  test.each(ids.filter((id) => operations[id].method === 'get'))(
    'HEAD is %s without its body',
    async (id) => {
      const { path } = await callOf(world, id)
      const [get, head] = [await send('GET', path), await send('HEAD', path)]
      const own = [
        'date',
        'ratelimit',
        'x-ratelimit-remaining',
        'x-request-id',
        'connection',
        'keep-alive',
        'transfer-encoding',
      ]
      const others = Object.fromEntries(Object.entries(get.headers).filter(([name]) => !own.includes(name)))
      expect(head.status).toBe(200)
      expect(head.body.length).toBe(0)
      expect(head.headers).toMatchObject(others)
    },
  )
  test.each([...new Set(ids.map((id) => operations[id].path))])(
    'OPTIONS on %s needs no credential, names the methods, and grants no cookies',
    async (path) => {
      const response = await send('OPTIONS', path.replaceAll(/\{\w+\}/g, 'x'), {
        key: null,
        headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'DELETE' },
      })
      const methods = ids
        .filter((id) => operations[id].path === path)
        .map((id) => operations[id].method.toUpperCase())
      expect(response.status).toBe(204)
      expect(response.header('Access-Control-Allow-Methods')?.split(', ')).toEqual(
        expect.arrayContaining(methods),
      )
      expect(response.header('Access-Control-Allow-Origin')).toBe('*')
      expect(response.header('Access-Control-Allow-Credentials')).toBeUndefined()
      expect(response.body.length).toBe(0)
    },
  )
})
