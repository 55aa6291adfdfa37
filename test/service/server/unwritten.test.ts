/** Operations without a handler: in development the real server responds with the example of the document. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import openapi from '../../../generated/openapi.v1.json' with { type: 'json' }
import { documentedResponses } from '../../../src/service/cli/serve/documentedResponses.ts'
import { handlers } from '../../../src/service/features/handlers.ts'
import type { CallHandler } from '../../../src/service/server/surface.ts'
import { handlerRecord } from '../../../src/toolkit/generate/handlerRecord.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { startServer, type TestServer } from '../../harness/server.ts'

const { createPrompt: _, ...rest } = handlers
/** As `stub` makes it: `writeMe` exists nowhere. */
const stub = new Function('throw writeMe("getPrompt")') as CallHandler
const written = { ...rest, getPrompt: stub } as unknown as Record<string, CallHandler>
const documentedResponse = documentedResponses(openapi)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ validator: 'strict', handlers: written, documentedResponse })
})
afterAll(() => server.close())

const ask = (method: string, path: string, key: string | null, body?: unknown, headers = {}) =>
  server.wire.send({ method, path: `/v1${path}`, outside: true, key, body, headers })
const body = { name: 'Greeting', content: 'Hello' }

test('the answer is 501 with the documented example, after what every request passes', async () => {
  const response = await ask('POST', '/prompts', server.a.key, body)
  expect(response.status).toBe(501)
  expect(response.header('x-ratelimit-limit')).toBeDefined()
  const { error } = response.json() as { error: { details: { example: object } } }
  expect(error).toMatchObject({
    code: 'NOT_IMPLEMENTED',
    message: expect.stringContaining('createPrompt (POST /prompts)'),
    requestId: response.header('x-request-id'),
    details: { operation: 'createPrompt', status: 201, example: { object: 'prompt' } },
  })
})

test.each([
  [401, null, body],
  [403, 'reader', body],
  [400, 'all', { name: 'Greeting' }],
])('a request that is refused with %d is refused as ever', async (status, who, sent) => {
  const key = who === 'reader' ? await server.keyWith(server.a, ['prompts:read']) : server.a.key
  expect((await ask('POST', '/prompts', who === null ? null : key, sent)).status).toBe(status)
})

test('an idempotency key is free again', async () => {
  const twice = [1, 2].map(() =>
    ask('POST', '/prompts', server.a.key, body, { 'Idempotency-Key': 'once-and-again' }),
  )
  for (const response of twice) expect((await response).status).toBe(501)
})

test('a stub that is not written yet counts as none', async () => {
  const response = await ask('GET', '/prompts/prompt_01m6b1yq00f37s7f7t118jw0gc', server.a.key)
  expect(response.status).toBe(501)
  expect(response.json()).toMatchObject({ error: { details: { operation: 'getPrompt', status: 200 } } })
  expect((await ask('GET', '/prompts', server.a.key)).status).toBe(200)
})

test('without the flag, and in production, the start is refused', async () => {
  await expect(startServer({ handlers: written })).rejects.toThrow(
    'The operation createPrompt has no handler.',
  )
  await expect(startServer({ name: 'production', handlers: written, documentedResponse })).rejects.toThrow(
    'An operation without a handler is not allowed in production.',
  )
})

test('the record leaves out what has no file, so that its type names it', () => {
  const record = handlerRecord(
    documentOf(openapi),
    () => 'prompts',
    (file) => file !== 'prompts/createPrompt.ts',
  )
  expect(record).not.toMatch(/\bcreatePrompt\b/)
  expect(record).toContain("import { getPrompt } from './prompts/getPrompt.ts'\n")
  expect(record).toContain('export const handlers: Handlers = {\n')
})
