import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatFinding } from '../../../src/toolkit/conformance/index.ts'
import { serviceContract } from '../../harness/wire.ts'
import { startMock, type TestMock } from './startMock.ts'

const BUNDLE = 'generated/openapi.v1.json'

let mock: TestMock
beforeAll(async () => {
  const keys = new Map<string, readonly string[] | 'all'>([
    ['svc_test_all', 'all'],
    ['svc_test_read', ['prompts:read']],
  ])
  mock = await startMock(BUNDLE, { keys, rateLimit: 0 })
})
afterAll(() => mock?.[Symbol.asyncDispose]())

interface Sent {
  method?: string
  path: string
  key?: string | null
  headers?: Record<string, string>
  body?: string
}

/** Sends a request; its response is checked against the document. */
async function ask({ method = 'GET', path, key = 'svc_test_all', headers = {}, body }: Sent, at = mock) {
  const response = await fetch(at.origin + path, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const fields = Object.fromEntries(response.headers)
  const exchange = { method, url: path, status: response.status, headers: fields, body: bytes }
  if (response.status !== 405 && !path.includes('nothing'))
    expect(serviceContract.check(exchange).map(formatFinding)).toEqual([])
  return { status: response.status, headers: response.headers, json: JSON.parse(bytes.toString() || 'null') }
}

const post = (body: unknown) => ({ method: 'POST', path: '/v1/prompts', body: JSON.stringify(body) })

describe('the mock refuses, in the error form of the document', () => {
  it.each<[string, Sent, { status: number; code: string; field?: string }]>([
    ['no credential', { path: '/v1/prompts', key: null }, { status: 401, code: 'UNAUTHORIZED' }],
    [
      'an unknown key',
      { path: '/v1/prompts', key: 'svc_test_other' },
      { status: 401, code: 'INVALID_API_KEY' },
    ],
    ['an expired token', { path: '/v1/prompts', key: 'expired' }, { status: 401, code: 'TOKEN_EXPIRED' }],
    [
      'a missing scope',
      { ...post({ name: 'A', content: 'x' }), key: 'svc_test_read' },
      { status: 403, code: 'INSUFFICIENT_SCOPE' },
    ],
    ['an unknown path', { path: '/v1/nothing' }, { status: 404, code: 'NOT_FOUND' }],
    ['an identifier of another form', { path: '/v1/prompts/42' }, { status: 404, code: 'NOT_FOUND' }],
    ['another method', { method: 'PUT', path: '/v1/prompts' }, { status: 405, code: 'METHOD_NOT_ALLOWED' }],
    [
      'a body that is not JSON',
      { method: 'POST', path: '/v1/prompts', body: '{' },
      { status: 400, code: 'INVALID_JSON' },
    ],
    ['a missing member', post({ name: 'A' }), { status: 400, code: 'VALIDATION_ERROR', field: 'content' }],
    [
      'a member of the wrong type',
      post({ name: 'A', content: 7 }),
      { status: 400, code: 'VALIDATION_ERROR', field: 'content' },
    ],
    [
      'an unknown member',
      post({ name: 'A', content: 'x', colour: 1 }),
      { status: 400, code: 'VALIDATION_ERROR', field: 'colour' },
    ],
    [
      'a member deep inside',
      post({ name: 'A', content: 'x', tags: ['a', 7] }),
      { status: 400, code: 'VALIDATION_ERROR', field: 'tags[1]' },
    ],
    [
      'a parameter out of range',
      { path: '/v1/prompts?limit=101' },
      { status: 400, code: 'VALIDATION_ERROR', field: 'query.limit' },
    ],
    [
      'an unknown parameter',
      { path: '/v1/prompts?colour=blue' },
      { status: 400, code: 'VALIDATION_ERROR', field: 'query.colour' },
    ],
    [
      'another media type',
      { ...post({}), headers: { 'Content-Type': 'text/plain' } },
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      'an Accept that nothing fits',
      { path: '/v1/prompts', headers: { Accept: 'image/png' } },
      { status: 406, code: 'NOT_ACCEPTABLE' },
    ],
  ])('%s', async (_name, sent, { status, code, field }) => {
    const response = await ask(sent)
    expect(response.status).toBe(status)
    expect(response.json).toMatchObject({ success: false, error: { code } })
    expect(response.json.error.requestId).toBe(response.headers.get('x-request-id'))
    if (field !== undefined) {
      expect(response.json.error.details.field).toBe(field)
      expect(response.json.error.message).toContain(field)
    }
    if (status === 405) expect(response.headers.get('allow')).toBe('GET, POST, DELETE, PATCH, HEAD, OPTIONS')
  })

  it('what comes after the minute is used up, and says when the next begins', async () => {
    await using small = await startMock(BUNDLE, { rateLimit: 3 })
    const list = { path: '/v1/prompts' }
    const remaining: (string | null)[] = []
    for (let turn = 0; turn < 3; turn++)
      remaining.push((await ask(list, small)).headers.get('x-ratelimit-remaining'))
    expect(remaining).toEqual(['2', '1', '0'])
    const rejected = await ask(list, small)
    expect(rejected.status).toBe(429)
    expect(rejected.json.error.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(Object.fromEntries(rejected.headers)).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-policy': '3/minute',
      'x-ratelimit-reset': String(Date.parse('2026-11-02T10:01:00Z') / 1000),
    })
    expect((await ask({ ...list, key: 'another' }, small)).status).toBe(200)
    small.advance(60_000)
    expect((await ask(list, small)).status).toBe(200)
  })

  it.each<[string, Partial<Parameters<typeof startMock>[1]>, Sent, number]>([
    ['by Prefer', {}, { path: '/v1/prompts', headers: { Prefer: 'code=429' } }, 0],
    ['when the minute is used up', { rateLimit: 1 }, { path: '/v1/prompts' }, 1],
    ['on purpose', { flaky: 1, random: () => 0 }, { path: '/v1/prompts' }, 0],
  ])('429 %s says one number in all places', async (_name, settings, sent, before) => {
    await using limited = await startMock(BUNDLE, settings)
    for (let turn = 0; turn < before; turn++) await ask(sent, limited)
    const { status, headers, json } = await ask(sent, limited)
    expect(status).toBe(429)
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(json.error.details.retryAfterSeconds).toBe(wait)
    for (const [said] of json.error.message.matchAll(/\d+(?= seconds?)/g)) expect(Number(said)).toBe(wait)
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(Date.parse('2026-11-02T10:00:00Z') / 1000 + wait)
  })

  it.each<[string, Sent, object]>([
    [
      'Accept',
      { path: '/v1/prompts', headers: { Accept: 'image/png' } },
      { field: 'header.Accept', received: 'image/png', available: ['application/json'] },
    ],
    [
      'Content-Type',
      { ...post({}), headers: { 'Content-Type': 'text/plain' } },
      { field: 'header.Content-Type', received: 'text/plain', expected: ['application/json'] },
    ],
    [
      'a scope',
      { ...post({ name: 'A', content: 'x' }), key: 'svc_test_read' },
      { missing: ['prompts:write'] },
    ],
    ['a method', { method: 'PUT', path: '/v1/prompts' }, {}],
  ])('%s with the facts of the request', async (_name, sent, details) => {
    const reported = (await ask(sent)).json.error.details
    expect(reported).toMatchObject(details)
    if (!('field' in details)) expect(reported).not.toHaveProperty('field')
  })

  it('on purpose, the share that is asked for', async () => {
    await using flaky = await startMock(BUNDLE, { flaky: 0.5, random: () => 0.4 })
    expect((await ask({ path: '/v1/prompts' }, flaky)).status).toBeGreaterThanOrEqual(429)
    await using sound = await startMock(BUNDLE, { flaky: 0.5, random: () => 0.6 })
    expect((await ask({ path: '/v1/prompts' }, sound)).status).toBe(200)
  })
})

describe('the mock answers', () => {
  it('a list of 25 items page by page, each once, and ends', async () => {
    const ids: string[] = []
    let cursor = ''
    do {
      const { json } = await ask({ path: `/v1/prompts?limit=10${cursor}` })
      ids.push(...json.prompts.map(({ id }: { id: string }) => id))
      cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`
      expect(json.hasMore).toBe(cursor !== '')
    } while (cursor !== '')
    expect(ids).toHaveLength(25)
    expect(new Set(ids).size).toBe(25)
  })

  it('with the identifier of the path and the members of the body', async () => {
    const id = 'prompt_01m6dsg7e0e8qra54038hz5kzz'
    expect((await ask({ path: `/v1/prompts/${id}` })).json.id).toBe(id)
    expect((await ask(post({ name: 'My own', content: 'x' }))).json.name).toBe('My own')
  })

  it('the same for the same seed, another for another', async () => {
    const wish = {
      path: '/v1/prompts/prompt_01m6dsg7e0e8qra54038hz5kj6',
      headers: { Prefer: 'dynamic=true' },
    }
    const [first, again] = [await ask(wish), await ask(wish)]
    expect(again.json).toEqual(first.json)
    await using other = await startMock(BUNDLE, { seed: '2' })
    expect((await ask(wish, other)).json).not.toEqual(first.json)
  })

  it('late, as told', async () => {
    await using slow = await startMock(BUNDLE, { latency: 200 })
    await ask({ path: '/v1/prompts' }, slow)
    await ask({ path: '/v1/prompts', headers: { Prefer: 'delay=700' } }, slow)
    expect(slow.waits).toEqual([200, 700])
  })

  it('a preflight, without a credential', async () => {
    const response = await fetch(`${mock.origin}/v1/prompts`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization')
    expect(response.headers.get('access-control-allow-origin')).toBe('http://app.example')
  })
})
