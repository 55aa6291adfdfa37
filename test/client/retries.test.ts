import { describe, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient } from '../../src/client/index.ts'
import { type ScriptedResponse, startScriptedServer } from './scriptedServer.ts'

const fine = { status: 200, body: { id: 'prompt_1' } }
const rejection = (status: number, code: string, details = {}, headers = {}): ScriptedResponse => ({
  status,
  headers,
  body: { success: false, error: { code, message: code, details, requestId: 'req_1' } },
})
const busy = rejection(503, 'UNAVAILABLE')

const calls = {
  GET: (client: ReturnType<typeof createClient>, signal?: AbortSignal) =>
    client.GET('/prompts', { ...(signal && { signal }) }),
  POST: (client: ReturnType<typeof createClient>) =>
    client.POST('/prompts', { body: { name: 'Greeting', content: 'Hello' } }),
  PUT: (client: ReturnType<typeof createClient>) =>
    client.PUT('/prompts/{promptId}/labels/{label}', {
      params: { path: { promptId: 'prompt_1', label: 'live' } },
      body: { version: 1 },
    }),
  PATCH: (client: ReturnType<typeof createClient>) =>
    client.PATCH('/prompts/{promptId}', {
      params: { path: { promptId: 'prompt_1' } },
      body: { name: 'New' },
    }),
  DELETE: (client: ReturnType<typeof createClient>) =>
    client.DELETE('/prompts/{promptId}', { params: { path: { promptId: 'prompt_1' } } }),
} as const

/** Makes one call against the responses; returns how it ended, and its waits. */
async function outcome(
  method: keyof typeof calls,
  responses: ScriptedResponse[],
  more: Partial<ClientOptions> = {},
) {
  await using server = await startScriptedServer(responses)
  const waits: number[] = []
  const client = createClient({
    baseUrl: server.baseUrl,
    credential: 'svc_test_key',
    ...more,
    retry: {
      random: () => 1,
      sleep: async (milliseconds) => void waits.push(milliseconds),
      ...more.retry,
    },
  })
  const ended = await calls[method](client).then(
    ({ response }) => response.status as number | string,
    (error: Error) => error.name,
  )
  return { ended, waits, sent: server.received }
}

describe('what the client sends again', () => {
  it.each<[string, keyof typeof calls, ScriptedResponse[], { ended: number | string; waits: number[] }]>([
    ['503, twice', 'GET', [busy, busy, fine], { ended: 200, waits: [500, 1000] }],
    ['503 without end: the third is the answer', 'GET', [busy], { ended: 503, waits: [500, 1000] }],
    ['503 of a POST', 'POST', [busy, fine], { ended: 200, waits: [500] }],
    ['503 of a PATCH: nothing was done', 'PATCH', [busy, fine], { ended: 200, waits: [500] }],
    ['a cut connection of a GET', 'GET', ['drop', fine], { ended: 200, waits: [500] }],
    ['a cut connection of a POST, which has its key', 'POST', ['drop', fine], { ended: 200, waits: [500] }],
    ['a cut connection of a PUT', 'PUT', ['drop', fine], { ended: 200, waits: [500] }],
    ['a cut connection of a DELETE', 'DELETE', ['drop', fine], { ended: 200, waits: [500] }],
    ['not a PATCH that may have been done', 'PATCH', ['drop', fine], { ended: 'TypeError', waits: [] }],
    ['cut connections without end', 'GET', ['drop'], { ended: 'TypeError', waits: [500, 1000] }],
    [
      '429 after its Retry-After',
      'GET',
      [rejection(429, 'RATE_LIMIT_EXCEEDED', {}, { 'Retry-After': '7' }), fine],
      { ended: 200, waits: [7000] },
    ],
    [
      'not a 429 whose wait is longer than a minute',
      'GET',
      [rejection(429, 'RATE_LIMIT_EXCEEDED', {}, { 'Retry-After': '61' })],
      { ended: 429, waits: [] },
    ],
    [
      'not a 429 of the day, however near its end',
      'GET',
      [rejection(429, 'DAILY_QUOTA_EXCEEDED', {}, { 'Retry-After': '2' })],
      { ended: 429, waits: [] },
    ],
    [
      '409 of a request still under way',
      'POST',
      [rejection(409, 'IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 3 }), fine],
      { ended: 200, waits: [3000] },
    ],
    ['not a 409 of another kind', 'POST', [rejection(409, 'NAME_TAKEN')], { ended: 409, waits: [] }],
    [
      '503 after its Retry-After',
      'GET',
      [rejection(503, 'UNAVAILABLE', {}, { 'Retry-After': '2' }), fine],
      { ended: 200, waits: [2000] },
    ],
    [
      '503 after a Retry-After that is a date, here one that is over',
      'GET',
      [rejection(503, 'UNAVAILABLE', {}, { 'Retry-After': 'Mon, 02 Nov 2020 10:00:00 GMT' }), fine],
      { ended: 200, waits: [0] },
    ],
    [
      '502 of a proxy',
      'GET',
      [{ status: 502, body: '<h1>Bad gateway</h1>' }, fine],
      { ended: 200, waits: [500] },
    ],
    ['504 of a proxy to a POST with its key', 'POST', [{ status: 504 }, fine], { ended: 200, waits: [500] }],
    [
      'not a 502 of a proxy to a PATCH, which may have been done',
      'PATCH',
      [{ status: 502, body: '' }],
      { ended: 502, waits: [] },
    ],
    ['not a 500', 'GET', [rejection(500, 'INTERNAL_ERROR')], { ended: 500, waits: [] }],
    ['not a 502 of a model', 'POST', [rejection(502, 'MODEL_PROVIDER_ERROR')], { ended: 502, waits: [] }],
    ['not a 504 of a model', 'POST', [rejection(504, 'MODEL_TIMEOUT')], { ended: 504, waits: [] }],
    ...[400, 401, 403, 404, 412, 413, 415].map(
      (status) =>
        [`not a ${status}`, 'GET', [rejection(status, 'CODE')], { ended: status, waits: [] }] as [
          string,
          'GET',
          ScriptedResponse[],
          { ended: number; waits: number[] },
        ],
    ),
  ])('%s', async (_name, method, responses, want) => {
    const { ended, waits, sent } = await outcome(method, responses)
    expect({ ended, waits }).toEqual(want)
    expect(sent).toHaveLength(want.waits.length + 1)
  })

  it('carries one idempotency key through all attempts of a POST, and the body each time', async () => {
    const { sent } = await outcome('POST', ['drop', busy, fine])
    const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(1)
    expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent.slice(1).map(({ body }) => JSON.parse(body).name)).toEqual(['Greeting', 'Greeting'])
    const other = await outcome('POST', [fine])
    expect(other.sent[0]?.headers['idempotency-key']).not.toBe([...keys][0])
  })

  it('leaves a key of the caller’s alone, and gives none to other methods', async () => {
    await using server = await startScriptedServer([fine])
    const client = createClient({ baseUrl: server.baseUrl, credential: 'svc_test_key' })
    await client.POST('/prompts', {
      body: { name: 'Greeting', content: 'Hello' },
      params: { header: { 'Idempotency-Key': 'mine' } },
    })
    await client.GET('/prompts')
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined])
  })

  it('is nothing when attempts is 1', async () => {
    expect((await outcome('GET', [busy], { retry: { attempts: 1 } })).sent).toHaveLength(1)
  })

  it('spreads its waits over half of each', async () => {
    expect((await outcome('GET', [busy, fine], { retry: { random: () => 0 } })).waits).toEqual([250])
  })
})

describe('a call ends early', () => {
  it('at its timeout, when nothing answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const timeout = 20_000
      // The time passes as soon as a request is there, and not before.
      const { ended, waits, sent } = await outcome('GET', [() => vi.advanceTimersByTime(timeout)], {
        timeout,
      })
      expect(ended).toBe('TimeoutError')
      expect(waits).toEqual([500, 1000])
      expect(sent).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('when the caller aborts, without another attempt', async () => {
    await using server = await startScriptedServer(['hang'])
    const abort = new AbortController()
    const client = createClient({
      baseUrl: server.baseUrl,
      credential: 'svc_test_key',
      fetch: (request) => {
        queueMicrotask(() => abort.abort())
        return fetch(request)
      },
    })
    await expect(calls.GET(client, abort.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.received.length).toBeLessThan(2)
  })

  it('when the caller aborts during a wait', async () => {
    await using server = await startScriptedServer([rejection(429, 'X', {}, { 'Retry-After': '50' })])
    const abort = new AbortController()
    const client = createClient({
      baseUrl: server.baseUrl,
      credential: 'svc_test_key',
      fetch: async (request) => {
        const response = await fetch(request)
        setTimeout(() => abort.abort(), 0)
        return response
      },
    })
    await expect(calls.GET(client, abort.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a credential that is a function', () => {
  it('is asked again, once, when its token has expired', async () => {
    const expired = rejection(401, 'TOKEN_EXPIRED')
    const asked: (string | undefined)[] = []
    const credential = (reason?: 'expired') => {
      asked.push(reason)
      return reason === 'expired' ? 'new' : 'old'
    }
    const renewed = await outcome('POST', [expired, fine], { credential })
    expect(renewed.ended).toBe(200)
    expect(renewed.sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(asked).toEqual([undefined, 'expired'])
    expect((await outcome('GET', [expired], { credential })).ended).toBe(401)
  })
})

it('an API key in a browser is refused before anything is sent, but for the mock and the demo', async () => {
  const globals = globalThis as { document?: unknown }
  globals.document = {}
  const sent: string[] = []
  const fetch = async ({ url }: Request) => {
    sent.push(url)
    return Response.json({ prompts: [], hasMore: false, nextCursor: null })
  }
  const ask = (baseUrl: string, credential: string) =>
    createClient({ baseUrl, credential, fetch }).GET('/prompts')
  try {
    for (const baseUrl of [
      'https://localhost:8444/v1',
      'http://localhost.example.com/v1',
      'http://10.0.0.1/v1',
    ])
      await expect(ask(baseUrl, 'svc_test_key')).rejects.toThrow('Received an API key in a browser')
    expect(sent).toEqual([])
    await ask('https://localhost:8444/v1', 'eyJhbGciOi')
    await ask('http://localhost:8444/v1', 'svc_test_key')
    await ask('http://127.0.0.1:4010/v1', 'svc_test_key')
    expect(sent).toHaveLength(3)
  } finally {
    delete globals.document
  }
})
