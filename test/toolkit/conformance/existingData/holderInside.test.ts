/** Creations inside of an existing item, where none can be created: they are sent only with permission. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const account = { type: 'object', properties: { sid: text } }
const call = { type: 'object', properties: { sid: text, phone: text } }
const below = { name: 'accountSid', in: 'path', required: true, schema: text }
const sending = (schema: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { 201: json(schema), 400: { description: '' }, 404: { description: '' } },
})
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Calls', version: '1' },
  paths: {
    '/accounts': {
      get: { responses: { 200: json({ type: 'array', items: account }) } },
      post: sending(account),
    },
    '/accounts/{accountSid}': { parameters: [below], get: { responses: { 200: json(account) } } },
    '/accounts/{accountSid}/calls': { parameters: [below], post: sending(call) },
    '/accounts/{accountSid}/calls/{sid}': {
      parameters: [below, { ...below, name: 'sid' }],
      get: { responses: { 200: json(call), 404: { description: '' } } },
    },
  },
})

async function run(allowExistingData: boolean) {
  const calls = new Map<string, object>()
  await using server = await startJson(({ method, url, body }) => {
    const [, , accountSid, , sid = ''] = url.split('/')
    if (url === '/accounts')
      return method === 'GET' ? [200, [{ sid: 'AC1' }]] : [404, { message: 'Not found' }]
    if (accountSid !== 'AC1') return [404, { message: 'Not found' }]
    if (!url.includes('/calls')) return [200, { sid: 'AC1' }]
    const found = calls.get(sid)
    if (method !== 'POST') return found === undefined ? [404, { message: 'Not found' }] : [200, found]
    const sent = (/^\{.*\}$/.test(body) ? JSON.parse(body) : {}) as { phone?: string }
    if (sent.phone !== undefined && !/^\+\d{11}$/.test(sent.phone))
      return [400, { message: 'phone is invalid' }]
    const made = { ...sent, sid: crypto.randomUUID() }
    calls.set(made.sid, made)
    return [201, made]
  })
  const { reached } = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'valid-request-succeeds'),
    allowExistingData,
    subscribers: [],
  })
  return { calls: calls.size, reached: reached.operations }
}

it.each([
  [false, 2],
  [true, 4],
])('allowed: %s', async (allowed, reached) => {
  const result = await run(allowed)
  expect(result.reached).toBe(reached)
  expect(result.calls > 0).toBe(allowed)
})
