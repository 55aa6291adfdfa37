/** The server in ordinary applications: among middleware of Express, behind `fetch`, called by pages of other origins. */
import express, { type ErrorRequestHandler } from 'express'
import { describe, expect, it } from 'vitest'
import { createFetchHandler, createListener, HttpError } from '../../../src/toolkit/server/index.ts'
import {
  type AnyHandler,
  type AnyOptions,
  documentWith,
  listening,
  type Operations,
  serve,
  type User,
} from './serving.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const text = { type: 'string' }
const responses = { 200: { description: 'ok', ...json({}) }, default: { description: 'no' } }
const task = {
  type: 'object',
  required: ['title'],
  properties: { title: text, tags: { type: 'array', items: text } },
}
const document = documentWith({
  '/tasks': {
    get: { operationId: 'listTasks', responses },
    post: {
      operationId: 'createTask',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: task },
          'application/x-www-form-urlencoded': { schema: task },
          'text/plain': { schema: text },
          'multipart/form-data': { schema: task },
        },
      },
      responses,
    },
  },
})
const handlers: Record<string, AnyHandler> = {
  listTasks: async ({ query }) => ({ status: 200, body: query }),
  createTask: async ({ body }) => {
    if (body.title === 'fail') throw new Error('lost')
    return { status: 200, body: { received: body } }
  },
}

describe('in Express', () => {
  const application = (options: AnyOptions = {}) => {
    const app = express()
    app.use(express.json(), express.urlencoded({ extended: true }), express.text())
    app.use('/api', createListener<Operations, User>({ document, handlers, ...options }))
    app.get('/api/other', (_, response) => void response.json({ later: true }))
    app.use(((error, _request, response, _next) => {
      response.status(503).json({ caught: error.message })
    }) satisfies ErrorRequestHandler)
    return listening(app)
  }
  const post = async (origin: string, body: string, type: string) => {
    const response = await fetch(`${origin}/api/tasks`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
    return { status: response.status, body: await response.json() }
  }

  it.each([
    ['application/json', '{"title": "a", "tags": ["b"]}', { title: 'a', tags: ['b'] }],
    ['application/x-www-form-urlencoded', 'title=a&tags=b&tags=c', { title: 'a', tags: ['b', 'c'] }],
    ['text/plain', 'a', 'a'],
  ])('takes a body of %s that middleware in front has parsed', async (type, sent, received) => {
    expect(await post(await application(), sent, type)).toEqual({ status: 200, body: { received } })
  })

  it('validates what middleware has parsed', async () => {
    expect((await post(await application(), '{"title": 1}', 'application/json')).status).toBe(400)
  })

  it('names what is wrong where middleware left nothing of a body', async () => {
    const app = express()
    app.use((request, _, next) => void request.on('end', () => next()).resume())
    app.use('/api', createListener<Operations, User>({ document, handlers }))
    app.use(((error, _request, response, _next) => {
      response.status(500).json({ caught: error.message })
    }) satisfies ErrorRequestHandler)
    const { body } = await post(await listening(app), '{"title": "a"}', 'application/json')
    expect(body.caught).toMatch(
      /middleware in front has read the application\/json body .* Mount the API before/,
    )
  })

  it('leaves paths that are not in the document to later routes', async () => {
    const origin = await application()
    expect(await (await fetch(`${origin}/api/other`)).json()).toEqual({ later: true })
    expect((await fetch(`${origin}/api/none`)).headers.get('content-type')).toMatch('text/html')
  })

  it('leaves unexpected errors to the error handlers, unless it is to respond', async () => {
    const fail = '{"title": "fail"}'
    expect(await post(await application(), fail, 'application/json')).toEqual({
      status: 503,
      body: { caught: 'lost' },
    })
    const reports: unknown[] = []
    const report = (error: unknown) => void reports.push(error)
    const own = await application({ unexpectedErrors: 'respond', report })
    expect(await post(own, fail, 'application/json')).toMatchObject({
      status: 500,
      body: { code: 'INTERNAL_ERROR' },
    })
    expect(reports).toEqual([new Error('lost')])
  })
})

describe('with fetch', () => {
  const handle = createFetchHandler<Operations, User>({
    document,
    handlers,
    basePath: '/api',
    report: () => {},
  })
  const send = async (path: string, init?: RequestInit) => {
    const response = await handle(new Request(`http://any${path}`, init))
    return [response.status, response.status === 204 ? '' : await response.json()]
  }
  it('serves below a path', async () => {
    expect(await send('/api/tasks')).toEqual([200, {}])
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"title": "a"}'
    expect(await send('/api/tasks', { method: 'POST', headers, body })).toEqual([
      200,
      { received: { title: 'a' } },
    ])
    expect(await send('/api/tasks', { method: 'DELETE' })).toMatchObject([
      405,
      { code: 'METHOD_NOT_ALLOWED' },
    ])
    expect(await send('/tasks')).toMatchObject([404, { code: 'NOT_FOUND' }])
    expect(await send('/api/tasks', { method: 'POST', headers, body: '{"title": "fail"}' })).toMatchObject([
      500,
      { code: 'INTERNAL_ERROR' },
    ])
  })
  it('leaves other paths to the application', async () => {
    const shared = createFetchHandler<Operations, User>({
      document,
      handlers,
      notFound: () => new Response('later'),
    })
    expect(await (await shared(new Request('http://any/none'))).text()).toBe('later')
  })
})

describe('CORS', () => {
  const page = 'https://app.example'
  const preflight = {
    method: 'OPTIONS',
    headers: {
      Origin: page,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization, content-type',
    },
  }
  it('is off by default', async () => {
    const origin = await serve(document, handlers)
    expect((await fetch(`${origin}/tasks`, preflight)).status).toBe(405)
    expect((await fetch(`${origin}/tasks`)).headers.has('access-control-allow-origin')).toBe(false)
  })
  it('lets any page call and read responses and errors', async () => {
    const origin = await serve(document, handlers, { cors: true })
    const allowed = await fetch(`${origin}/tasks`, preflight)
    expect(allowed.status).toBe(204)
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type',
    })
    for (const [path, status] of [
      ['/tasks', 200],
      ['/tasks?none=1', 400],
      ['/none', 404],
    ] as const) {
      const response = await fetch(origin + path, { headers: { Origin: page } })
      expect(response.status).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
  it('lets listed pages call with cookies, and no other', async () => {
    const origin = await serve(document, handlers, { cors: { origins: [page], credentials: true } })
    const own = await fetch(`${origin}/tasks`, preflight)
    expect(own.headers.get('access-control-allow-origin')).toBe(page)
    expect(own.headers.get('access-control-allow-credentials')).toBe('true')
    const other = await fetch(`${origin}/tasks`, { headers: { Origin: 'https://evil.example' } })
    expect(other.headers.has('access-control-allow-origin')).toBe(false)
    expect(other.headers.get('vary')).toBe('Origin')
  })
  it('rejects cookies from any origin', () => {
    expect(() =>
      createListener<Operations, User>({ document, handlers, cors: { credentials: true } }),
    ).toThrow('cors.credentials requires cors.origins')
  })
})

describe('authenticate', () => {
  const secured = (security: object[]) =>
    documentWith(
      { '/me': { get: { operationId: 'me', security, responses } } },
      {
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer' },
            session: { type: 'apiKey', in: 'cookie', name: 'sid' },
            app: { type: 'apiKey', in: 'header', name: 'X-App' },
          },
        },
      },
    )
  const users: Record<string, User> = {
    'bearer ann': { name: 'Ann', scopes: ['read'] },
    'session 1': { name: 'Bob' },
    'app a': { name: 'App' },
  }
  const me: AnyHandler = async ({ caller }) => ({
    status: 200,
    body: caller ? { who: caller.identity.name, all: Object.keys(caller.identities) } : null,
  })
  const authenticate: AnyOptions['authenticate'] = async (_, { name, credential }) => {
    await Promise.resolve()
    if (credential === 'blocked') throw new HttpError(403, 'The account is blocked.')
    return users[`${name} ${credential}`]
  }
  const [ann, session, app] = [{ authorization: 'Bearer ann' }, { cookie: 'sid=1' }, { 'x-app': 'a' }]
  const wrong = { authorization: 'Bearer eve' }
  const either = [{ bearer: ['read'] }, { session: [] }]
  const both = [{ bearer: ['read'], app: [] }]
  it.each<
    [what: string, security: object[], headers: Record<string, string>, status: number, who?: object | null]
  >([
    ['no credential', either, {}, 401],
    ['the first alternative', either, ann, 200, { who: 'Ann', all: ['bearer'] }],
    ['the second alternative', either, session, 200, { who: 'Bob', all: ['session'] }],
    [
      'a wrong and a right alternative',
      either,
      { ...wrong, ...session },
      200,
      { who: 'Bob', all: ['session'] },
    ],
    ['a wrong credential', either, wrong, 401],
    ['one of two schemes', both, ann, 401],
    ['both of two schemes', both, { ...ann, ...app }, 200, { who: 'Ann', all: ['bearer', 'app'] }],
    ['one right of two schemes', both, { ...wrong, ...app }, 401],
    ['a scope that is missing', [{ bearer: ['write'] }], ann, 403],
    ['an error of its own', either, { authorization: 'Bearer blocked' }, 403],
    ['an optional credential that is missing', [{}, { bearer: [] }], {}, 200, null],
    ['an optional credential', [{}, { bearer: [] }], ann, 200, { who: 'Ann', all: ['bearer'] }],
    ['a name of Object.prototype', either, { authorization: 'Bearer constructor' }, 401],
  ])('with %s', async (_, security, headers, status, who) => {
    const origin = await serve(secured(security), { me }, { authenticate })
    const response = await fetch(`${origin}/me`, { headers })
    expect(response.status).toBe(status)
    if (status === 200) expect(await response.json().catch(() => null)).toEqual(who)
    if (status === 401) expect(response.headers.has('www-authenticate')).toBe(true)
  })
  it('asks keys first', async () => {
    const keys = new Map([['static', ['read']]])
    const seen: string[] = []
    const origin = await serve(
      secured(either),
      { me: async ({ caller }) => ({ status: 200, body: caller?.scopes }) },
      {
        keys,
        authenticate: (_, { credential }) => {
          seen.push(credential)
          return undefined
        },
      },
    )
    const status = async (key: string) =>
      (await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${key}` } })).status
    expect([await status('static'), await status('other')]).toEqual([200, 401])
    expect(seen).toEqual(['other'])
  })
})
