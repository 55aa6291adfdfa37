import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import openapi from '../generated/openapi.v1.json' with { type: 'json' }
import { type ErrorCode, errorRegistry } from '../src/service/errors.ts'
import { defaultPlans } from '../src/service/server/steps/rateLimit/plans.ts'
import { exchange, request } from './attacks/raw.ts'
import { startServer, type TestServer } from './harness/server.ts'
import type { WireRequest } from './harness/wire.ts'
import { clientToken, makeClient } from './service/features/oauth/fixture.ts'

const codes = Object.keys(errorRegistry) as ErrorCode[]

/** Codes and statuses as a text lists them: `400 \`A\` \`B\`; 401 …`. */
function listedIn(text: string): Record<string, number> {
  const listed: Record<string, number> = {}
  let status = 0
  for (const [, number, code] of text.matchAll(/\b([1-5]\d\d)\b|`([A-Z][A-Z_]+)`/g)) {
    if (number !== undefined) status = Number(number)
    else if (code !== undefined) listed[code] = status
  }
  return listed
}
const registry = Object.fromEntries(codes.map((code) => [code, errorRegistry[code].status]))

describe('the codes of the registry are those', () => {
  const { enum: values, description } = openapi.components.schemas.ErrorCode
  test('the document lists', () => {
    expect([...values].sort()).toEqual([...codes].sort())
  })
  test('the document explains, under the same statuses', () => {
    expect(listedIn(description)).toEqual(registry)
  })
  test('the decisions list, under the same statuses', () => {
    const row = readFileSync('docs/internals/decisions.md', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('| codes |'))
    expect(listedIn(row ?? '')).toEqual(registry)
  })
})

let server: TestServer
beforeAll(async () => {
  const free = { ...defaultPlans.free, perMinute: 100, burst: 1 }
  server = await startServer({ plans: { free, pro: { perMinute: 100, burst: 100, perDay: 1 } } })
})
afterAll(() => server.close())

const send = (method: string, path: string, body?: unknown, more: Partial<WireRequest> = {}) =>
  server.wire.send({ method, path, key: server.a.key, body, ...more })
const make = async (path: string, body: object): Promise<string> =>
  ((await send('POST', path, body)).json() as { id: string }).id
let made = 0
const prompt = () => make('/prompts', { name: `Prompt ${++made}`, content: 'x' })
const folder = (name = `Folder ${++made}`) => make('/folders', { name })
const webhook = { url: 'https://127.0.0.1/x', events: ['prompt.created'] }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Codes that no request brings about, with the reason. */
const unseen: Partial<Record<ErrorCode, string>> = {
  HTTP_VERSION_NOT_SUPPORTED: 'seen in test/attacks/targets.test.ts: clients write no such request line',
  REQUEST_TIMEOUT: "seen in test/service/transport/listener.test.ts: it takes the machine's time",
  RESOURCE_IN_USE: 'reserved: nothing that can be deleted is held by another resource yet',
}

/** A request that brings each code about. */
const exercised: Partial<Record<ErrorCode, () => Promise<{ status: number; body: Buffer | string }>>> = {
  VALIDATION_ERROR: () => send('POST', '/prompts', { name: 'x', content: '' }),
  INVALID_JSON: () => send('POST', '/prompts', '{', { headers: JSON_TYPE }),
  UNAUTHORIZED: () => send('GET', '/prompts', undefined, { key: null }),
  INVALID_API_KEY: () => send('GET', '/prompts', undefined, { key: 'svc_test_x' }),
  INVALID_TOKEN: () => send('GET', '/prompts', undefined, { key: 'a.b.c' }),
  async TOKEN_EXPIRED() {
    const key = await clientToken(server, await makeClient(server))
    await server.clock.advance(15 * 60_000)
    return send('GET', '/prompts', undefined, { key })
  },
  async WRONG_ENVIRONMENT() {
    await using production = await startServer({ name: 'production' })
    return await send('GET', '/prompts', undefined, { key: production.a.key })
  },
  async INSECURE_TRANSPORT() {
    const [response] = await exchange(server, request('GET /v1/prompts'), false)
    return response ?? { status: 0, body: '' }
  },
  INSUFFICIENT_SCOPE: async () =>
    send('GET', '/prompts', undefined, { key: await server.keyWith(server.a, ['webhooks:read']) }),
  async FORBIDDEN() {
    // The user of a client is not a member of the organization, so that no key could act as it.
    const key = await clientToken(server, await makeClient(server, { scopes: ['organization:admin'] }))
    return send('POST', '/organization/api-keys', { name: 'Key', scopes: ['organization:admin'] }, { key })
  },
  NOT_FOUND: () => send('GET', '/prompts/none'),
  async HEADER_FIELDS_TOO_LARGE() {
    const [response] = await exchange(server, request('GET /v1/prompts', [`X: ${'x'.repeat(20_000)}`]))
    return response ?? { status: 0, body: '' }
  },
  METHOD_NOT_ALLOWED: () => send('PUT', '/prompts'),
  NOT_ACCEPTABLE: () => send('GET', '/prompts', undefined, { headers: { Accept: 'image/png' } }),
  async CONFLICT() {
    const { key } = await server.organization('enterprise')
    for (let count = 0; count < 100; count++) await send('POST', '/webhooks', webhook, { key })
    return send('POST', '/webhooks', webhook, { key })
  },
  async NAME_TAKEN() {
    await folder('Taken')
    return send('POST', '/folders', { name: 'Taken' })
  },
  async FOLDER_NOT_EMPTY() {
    const parentId = await folder()
    await make('/folders', { name: 'Inside', parentId })
    return send('DELETE', `/folders/${parentId}`)
  },
  VERSION_UNCHANGED: async () => send('POST', `/prompts/${await prompt()}/versions`, {}),
  async INVALID_STATE() {
    const id = await make('/webhooks', webhook)
    await send('PATCH', `/webhooks/${id}`, { status: 'paused' })
    return send('POST', `/webhooks/${id}/test`, { eventType: 'prompt.created' })
  },
  async IDEMPOTENCY_KEY_REUSED() {
    const headers = { 'Idempotency-Key': 'reused' }
    await send('POST', '/folders', { name: 'First' }, { headers })
    return send('POST', '/folders', { name: 'Second' }, { headers })
  },
  async IDEMPOTENCY_IN_PROGRESS() {
    const path = `/prompts/${await prompt()}/execute`
    const call = () =>
      send('POST', path, { variables: {}, model: 'mock/slow' }, { headers: { 'Idempotency-Key': 'at once' } })
    const both = [call(), call()]
    const second = await Promise.race(both) // the first waits for its model, and that for the clock
    await server.clock.advance(5_000)
    await Promise.all(both)
    return second
  },
  PRECONDITION_FAILED: async () =>
    send('PATCH', `/prompts/${await prompt()}`, { name: 'x' }, { headers: { 'If-Match': '"other"' } }),
  PAYLOAD_TOO_LARGE: () => send('POST', '/prompts', Buffer.alloc(2 ** 20 + 1, ' '), { headers: JSON_TYPE }),
  UNSUPPORTED_MEDIA_TYPE: () => send('POST', '/prompts', 'x', { headers: { 'Content-Type': 'text/plain' } }),
  async RATE_LIMIT_EXCEEDED() {
    const { key } = await server.organization('free')
    await send('GET', '/prompts', undefined, { key })
    return send('GET', '/prompts', undefined, { key })
  },
  async DAILY_QUOTA_EXCEEDED() {
    const { key } = await server.organization('pro')
    await send('GET', '/prompts', undefined, { key })
    return send('GET', '/prompts', undefined, { key })
  },
  INTERNAL_ERROR: () => server.faults.during('defect', () => send('GET', '/prompts')),
  MODEL_PROVIDER_ERROR: async () =>
    send('POST', `/prompts/${await prompt()}/execute`, { variables: {}, model: 'mock/error-500' }),
  UNAVAILABLE: () => server.faults.during('storage', () => send('GET', '/prompts')),
  MODEL_TIMEOUT: async () =>
    send('POST', `/prompts/${await prompt()}/execute`, { variables: {}, model: 'mock/error-timeout' }),
}

describe('on the wire', () => {
  test.each(codes.filter((code) => unseen[code] === undefined))('%s has its one status', async (code) => {
    const exercise = exercised[code]
    if (exercise === undefined)
      throw new Error(`Nothing brings ${code} about: add it, or the reason why nothing does.`)
    const { status, body } = await exercise()
    expect([JSON.parse(body.toString()).error?.code, status]).toEqual([code, errorRegistry[code].status])
  })
  test('every other one has its reason, and is used nowhere in vain', () => {
    for (const [code, reason] of Object.entries(unseen)) {
      expect(reason).not.toBe('')
      expect(exercised[code as ErrorCode]).toBeUndefined()
    }
  })
})
