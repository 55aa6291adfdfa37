/** Existing items that a run meets under another path, in a response, or by a number, and that it must not write to. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'
import { collection, object, parameter, sending, type Thing } from '../runner/smallApi.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const shown = (schema: object) => ({
  responses: {
    200: { description: '', content: { 'application/json': { schema } } },
    404: { description: '' },
  },
})
const JOB = '0b7c2d1e-6f5a-4c3b-9a88-7d6e5f4a3b2c'
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Machines', version: '1' },
  paths: {
    // The response to a new record is how many rows were changed.
    '/records': { post: { ...sending({ name: text }, 'Row'), responses: { 200: { description: '' } } } },
    '/records/{id}': { parameters: [parameter('id')], get: shown({ type: 'object' }), delete: shown({}) },
    // Items that exist are shown here, and actions accept them.
    '/status': {
      get: shown({
        type: 'object',
        properties: { jobs: { type: 'array', items: object({}) }, apps: { type: 'array', items: text } },
      }),
    },
    '/jobs/{jobId}/cancel': { parameters: [parameter('jobId')], post: sending(undefined, 'Row', 200) },
    '/deploy': {
      post: {
        parameters: [{ name: 'app', in: 'query', required: true, schema: text }],
        responses: { 200: { description: '' }, 404: { description: '' } },
      },
    },
    // The items of a list are counted from 1, and those of another path are counted elsewhere.
    ...collection('/lists', 'List', { name: text }),
    '/lists/{id}/items': { parameters: [parameter('id')], post: sending({ name: text }, 'Row') },
    '/lists/{id}/items/{itemId}': {
      parameters: [parameter('id'), parameter('itemId')],
      get: shown({ type: 'object' }),
    },
    '/items/{itemId}/tags': { parameters: [parameter('itemId')], post: sending({ name: text }, 'Row') },
    // The environments of each project are those of the whole system.
    ...collection('/projects', 'Project', { name: text }),
    '/projects/{id}/environments': {
      parameters: [parameter('id')],
      get: shown({ type: 'array', items: { type: 'object', properties: { name: text } } }),
    },
    '/environments/{environment}/disable': {
      parameters: [parameter('environment')],
      post: sending(undefined, 'Row', 200),
    },
  },
  components: {
    schemas: Object.fromEntries(['Row', 'List', 'Project'].map((name) => [name, object({ name: text })])),
  },
})

const EXISTING = /^\/(?:records\/\d+|jobs\/0b7c2d1e|deploy\?app=web|items\/\d|environments\/production)/

function sentIn(body: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(body) as object) }
  } catch {
    return {}
  }
}

/** Requests that would change what was there before the run. */
async function writesToExisting(): Promise<string[]> {
  const writes: string[] = []
  const things = new Map<string, Thing>()
  await using server = await startJson(({ method, url, body }) => {
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && EXISTING.test(url)) {
      writes.push(`${method} ${url}`)
      return [200, {}]
    }
    const { pathname } = new URL(url, 'http://target')
    const [kind = '', id = '', inner] = pathname.slice(1).split('/')
    if (pathname === '/status') return [200, { jobs: [{ id: JOB }], apps: ['web'] }]
    if (method === 'POST' && pathname === '/records') return [200, 1]
    if (inner === 'environments') return things.has(id) ? [200, [{ name: 'production' }]] : [404]
    if (method === 'POST' && inner === 'items' && things.has(id)) return [201, { id: '1' }]
    if (inner === 'items') return things.has(id) ? [200, { id: '1' }] : [404]
    if (method === 'POST' && id === '') {
      const sent = sentIn(body)
      if (typeof sent.name !== 'string') return [422, { message: 'name is required' }]
      const made = { ...sent, id: `${kind}-${crypto.randomUUID()}` }
      things.set(made.id, made)
      return [201, made]
    }
    return things.has(id) ? [200, things.get(id)] : [404, { message: 'Not found' }]
  })
  await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules,
    subscribers: [],
  })
  return writes
}

it('are left alone', { timeout: 120_000 }, async () => {
  expect(await writesToExisting()).toEqual([])
})
