import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demand } from './harness/responses.ts'
import type { WireRequest, WireResponse } from './harness/wire.ts'
import { type Fixture, openFixture } from './service/features/prompts/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const fifty = <T>(action: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, index) => action(index)))
const send = (method: string, path: string, more: Partial<WireRequest> = {}): Promise<WireResponse> =>
  fixture.server.wire.send({ method, path, key: fixture.server.a.key, ...more })
const statuses = (responses: readonly WireResponse[]) => responses.map(({ status }) => status).sort()
const ofEach = (counts: Record<number, number>) =>
  Object.entries(counts).flatMap(([status, count]) => Array<number>(count).fill(Number(status)))

describe('fifty parallel publishes', () => {
  test('of version 1 are fifty versions, 2 to 51, and as many events', async () => {
    const { id } = await fixture.prompt()
    await fixture.events()
    const responses = await fifty(() => send('POST', `/prompts/${id}/versions`, { body: { fromVersion: 1 } }))
    expect(statuses(responses)).toEqual(ofEach({ 201: 50 }))
    const numbers = (list: unknown[]) => (list as { version: number }[]).map(({ version }) => version)
    const ascending = Array.from({ length: 50 }, (_, index) => index + 2)
    expect(numbers(responses.map((response) => response.json())).sort((a, b) => a - b)).toEqual(ascending)
    const { versions } = (await send('GET', `/prompts/${id}/versions?limit=100&order=asc`)).json() as {
      versions: unknown[]
    }
    expect(numbers(versions)).toEqual([1, ...ascending])
    expect((await fixture.events()).map(({ type }) => type)).toEqual(Array(50).fill('prompt.version.created'))
  })

  test('of one draft are one version', async () => {
    const { id } = await fixture.prompt({ draft: true })
    const responses = await fifty(() => send('POST', `/prompts/${id}/versions`, { body: {} }))
    expect(statuses(responses)).toEqual(ofEach({ 201: 1, 409: 49 }))
  })
})

describe('one idempotency key, fifty times at once', () => {
  /** The created resource, and how many of it there are. */
  const cases: [
    name: string,
    { given: () => Promise<[path: string, body: object]>; effects(path: string): Promise<number> },
  ][] = [
    [
      'a prompt',
      {
        given: async () => ['/prompts', { name: 'Only one of these', content: 'x' }],
        effects: async () =>
          (await demand(fixture.api.GET('/prompts', { params: { query: { name: 'Only one of these' } } })))
            .prompts.length,
      },
    ],
    [
      'a version',
      {
        given: async () => [`/prompts/${(await fixture.prompt()).id}/versions`, { fromVersion: 1 }],
        effects: async (path) => ((await send('GET', path)).json() as { versions: [] }).versions.length - 1,
      },
    ],
    [
      'an execution',
      {
        given: async () => [
          `/prompts/${(await fixture.prompt()).id}/execute`,
          { variables: { name: 'Ada' } },
        ],
        effects: async (path) =>
          ((await send('GET', path.replace('execute', 'executions'))).json() as { executions: [] }).executions
            .length,
      },
    ],
    [
      'a webhook, with the secret that is told once',
      {
        given: async () => ['/webhooks', { url: 'https://127.0.0.1/once', events: ['report.created'] }],
        effects: async () =>
          (await demand(fixture.api.GET('/webhooks'))).webhooks.filter(({ url }) => url.endsWith('/once'))
            .length,
      },
    ],
  ]
  test.each(cases)(
    '%s: one effect, the rest the identical replay or 409',
    async (name, { given, effects }) => {
      const [path, body] = await given()
      const headers = { 'Idempotency-Key': name }
      const responses = await fifty(() => send('POST', path, { body, headers }))
      const done = responses.filter(({ status }) => status < 300)
      const first = done.filter((response) => response.header('Idempotent-Replayed') === undefined)
      expect(first).toHaveLength(1)
      for (const response of done) {
        expect(response.status).toBe(first[0]?.status)
        expect(response.body.toString()).toBe(first[0]?.body.toString())
      }
      for (const response of responses.filter((one) => !done.includes(one))) {
        expect(response.status).toBe(409)
        expect(response.json()).toMatchObject({ error: { code: 'IDEMPOTENCY_IN_PROGRESS' } })
      }
      expect(await effects(path)).toBe(1)
      const after = await send('POST', path, { body, headers })
      expect(after.header('Idempotent-Replayed')).toBe('true')
      expect(after.body.toString()).toBe(first[0]?.body.toString())
      expect(await effects(path)).toBe(1)
    },
  )
})

describe('fifty parallel changes with one ETag', () => {
  const webhook = () =>
    demand(
      fixture.api.POST('/webhooks', { body: { url: 'https://127.0.0.1/x', events: ['report.created'] } }),
    )
  const cases: [name: string, { given: () => Promise<string>; change: (index: number) => object }][] = [
    [
      'a prompt',
      {
        given: async () => `/prompts/${(await fixture.prompt()).id}`,
        change: (index) => ({ content: `Draft ${index}` }),
      },
    ],
    [
      'a folder',
      {
        given: async () => `/folders/${(await fixture.folder('Before')).id}`,
        change: (index) => ({ name: `After ${index}` }),
      },
    ],
    [
      'a webhook',
      {
        given: async () => `/webhooks/${(await webhook()).id}`,
        change: (index) => ({ description: `After ${index}` }),
      },
    ],
  ]
  test.each(cases)('%s: one wins, 49 are told that it changed', async (_, { given, change }) => {
    const path = await given()
    const headers = { 'If-Match': (await send('GET', path)).header('ETag') ?? '' }
    const responses = await fifty((index) => send('PATCH', path, { body: change(index), headers }))
    expect(statuses(responses)).toEqual(ofEach({ 200: 1, 412: 49 }))
    const winner = responses.findIndex(({ status }) => status === 200)
    expect((await send('GET', path)).json()).toMatchObject(change(winner))
  })

  test.each(cases)('%s is deleted once', async (_, { given }) => {
    const path = await given()
    const responses = await fifty(() => send('DELETE', path))
    expect(statuses(responses)).toEqual(ofEach({ 204: 1, 404: 49 }))
  })
})
