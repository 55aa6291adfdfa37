/** Handlers served by their document, with shapes of documents that are not ours, over a real listener. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { createListener, type Handler, type Keys } from '../../../src/toolkit/server/index.ts'

const OK_RESPONSES = { '200': { description: 'ok', content: { '*/*': { schema: { type: 'object' } } } } }
const rejections = {
  '400': { description: 'no' },
  '401': { description: 'no' },
  '403': { description: 'no' },
}
const responses = {
  ...OK_RESPONSES,
  ...rejections,
  default: { description: 'other' },
  'x-note': 'of no status',
}
const item = (more: object) => ({ operationId: 'shared', responses, ...more })
const filter = {
  type: 'object',
  properties: { color: { type: 'string' }, size: { type: 'integer' } },
}

const document = documentOf({
  openapi: '3.2.0',
  info: { title: 'Odd', version: '1' },
  servers: [{ url: 'https://example.com' }],
  paths: {
    'x-groups': ['a'],
    '/both': {
      get: {
        operationId: 'both',
        security: [{ appId: [], secret: [] }],
        responses,
      },
    },
    '/either': {
      get: { operationId: 'either', security: [{ oauth: ['write'] }, { apiKey: ['read'] }], responses },
    },
    '/filtered': {
      get: {
        operationId: 'filtered',
        security: [{ inQuery: [] }],
        parameters: [
          { name: 'where', in: 'query', style: 'form', explode: true, schema: filter },
          { name: 'flat', in: 'query', style: 'form', explode: false, schema: filter },
        ],
        responses,
      },
    },
    '/text': {
      post: {
        operationId: 'text',
        requestBody: {
          content: { 'text/plain': { schema: { type: 'string' } }, 'image/png': {} },
        },
        responses,
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['count'],
                properties: {
                  count: { type: 'integer' },
                  tags: { type: 'array', items: { type: 'string' } },
                },
              },
            },
          },
        },
        responses,
      },
    },
    '/copied': { additionalOperations: { COPY: { operationId: 'copy', responses } } },
    '/one': { $ref: '#/components/pathItems/shared' },
    '/two': { $ref: '#/components/pathItems/shared' },
    '/other': { get: { operationId: 'other', responses } },
  },
  components: {
    pathItems: { shared: { get: item({}) } },
    securitySchemes: {
      appId: { type: 'apiKey', in: 'header', name: 'X-App' },
      secret: { type: 'apiKey', in: 'header', name: 'X-Secret' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: { type: 'http', scheme: 'bearer' },
      inQuery: { type: 'apiKey', in: 'query', name: 'auth' },
    },
  },
})

/** As openapi-typescript makes it of one of these. */
interface Operation {
  parameters: { query: Record<string, unknown> }
  requestBody: { content: { '*/*': unknown } }
  responses: {
    200: { content: { '*/*': Record<string, unknown> } }
    default: { content?: never }
  }
}

const keys: Keys = new Map<string, readonly string[] | 'all'>([
  ['app', 'all'],
  ['secret', 'all'],
  ['reader', ['read']],
  ['oauth:writer', ['write']],
])

let server: Server
let origin: string
const reports: unknown[] = []
beforeAll(async () => {
  const echo: Handler<Operation> = async ({ query, body }) => ({
    status: 200,
    body: {
      query,
      body: body instanceof Uint8Array ? [...body] : body,
    },
  })
  const handlers: Record<string, Handler<Operation>> = {
    ...Object.fromEntries(
      ['both', 'either', 'filtered', 'text', 'form', 'copy', 'shared', 'GET /two'].map((id) => [id, echo]),
    ),
    other: async () => ({ status: 418, body: undefined }),
  }
  const report = (error: unknown) => reports.push(error)
  const listener = createListener<Record<string, Operation>>({ document, handlers, keys, report })
  server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(origin + path, init)
  const text = await response.text()
  const type = response.headers.get('content-type')
  return { status: response.status, type, body: type?.includes('json') ? JSON.parse(text) : text }
}

describe('credentials', () => {
  test.each<[what: string, path: string, headers: Record<string, string>, status: number]>([
    ['both of two', '/both', { 'x-app': 'app', 'x-secret': 'secret' }, 200],
    ['one of two', '/both', { 'x-app': 'app' }, 401],
    ['a known and an unknown one', '/both', { 'x-app': 'app', 'x-secret': 'wrong' }, 401],
    ['an unknown and a known one', '/both', { 'x-app': 'wrong', 'x-secret': 'secret' }, 401],
    ['a scope of another alternative', '/either', { authorization: 'Bearer reader' }, 403],
    ['the scope of its own alternative', '/either', { 'x-key': 'reader' }, 200],
    ['a token in place of a key', '/either', { 'x-key': 'writer' }, 401],
    ['a token where it belongs', '/either', { authorization: 'Bearer writer' }, 200],
    ['two, one of which suffices', '/either', { authorization: 'Bearer reader', 'x-key': 'reader' }, 200],
  ])('%s', async (_, path, headers, status) => {
    expect((await ask(path, { headers })).status).toBe(status)
  })
})

describe('what a handler gets', () => {
  test.each<[what: string, path: string, init: RequestInit, want: object]>([
    [
      'an object spread over the query',
      '/filtered?auth=app&color=red&size=2',
      {},
      { query: { where: { color: 'red', size: 2 } } },
    ],
    [
      'an object in one text',
      '/filtered?auth=app&flat=color,red,size,2',
      {},
      { query: { flat: { color: 'red', size: 2 } } },
    ],
    [
      'text',
      '/text',
      { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } },
      { body: 'a' },
    ],
    [
      'bytes',
      '/text',
      { method: 'POST', body: 'a', headers: { 'content-type': 'image/png' } },
      { body: [97] },
    ],
    [
      'a form',
      '/form',
      {
        method: 'POST',
        body: new URLSearchParams([
          ['count', '2'],
          ['tags', 'a'],
          ['tags', 'b'],
        ]),
      },
      { body: { count: 2, tags: ['a', 'b'] } },
    ],
    ['a method of version 3.2', '/copied', { method: 'COPY' }, {}],
    ['one path item at its first path', '/one', {}, {}],
    ['and at its second', '/two', {}, {}],
  ])('%s', async (_, path, init, want) => {
    const { status, type, body } = await ask(path, init)
    expect({ status, type }).toEqual({ status: 200, type: 'application/json' })
    expect(body).toMatchObject(want)
  })

  test('a form that its schema forbids is refused', async () => {
    const body = new URLSearchParams({ count: 'many' })
    expect((await ask('/form', { method: 'POST', body })).status).toBe(400)
  })
  test('a parameter that nothing declares is refused', async () => {
    expect((await ask('/filtered?auth=app&shape=round')).status).toBe(400)
  })
})

test('a status of the class or the default is a number', async () => {
  expect((await ask('/other')).status).toBe(418)
})
test('a path that is none is answered', async () => {
  expect((await ask('//')).status).toBe(404)
  expect(reports).toEqual([])
})
