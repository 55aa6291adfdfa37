/** Error responses state what is so: their code is that of their cause, and all that was wrong is in them. */
import { describe, expect, it } from 'vitest'
import { createListener, HttpError } from '../../../src/toolkit/server/index.ts'
import {
  type AnyHandler,
  type AnyOptions,
  documentWith,
  listening,
  type Operations,
  serve,
} from './serving.ts'

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } })
const entry = { type: 'object', properties: { field: { type: 'string' }, issue: { type: 'string' } } }
const errorSchema = (code: object, more: object = {}) => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code, message: { type: 'string' }, field: { type: 'string' }, ...more },
    },
  },
})
const example = { error: { code: 'VALIDATION_ERROR', message: 'title: too long', field: 'title' } }
const documentOfErrors = (schema: object) =>
  documentWith({
    '/tasks': {
      post: {
        operationId: 'createTask',
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['title', 'count'],
            properties: { title: { type: 'string' }, count: { type: 'integer' } },
          }),
        },
        responses: {
          200: {
            description: 'ok',
            ...json({ type: 'object', required: ['total'], properties: { total: { type: 'integer' } } }),
          },
          400: { description: 'no', ...json(schema, { example }) },
        },
      },
    },
  })
const free = errorSchema({ type: 'string' })
const listed = errorSchema({ type: 'string' }, { details: { type: 'array', items: entry } })
const closed = errorSchema({ enum: ['VALIDATION_ERROR'] })
const withCodes = errorSchema({
  enum: [
    'VALIDATION_ERROR',
    'RESPONSE_INVALID',
    'METHOD_NOT_ALLOWED',
    'UNSUPPORTED_MEDIA_TYPE',
    'NOT_ACCEPTABLE',
  ],
})

const respond: AnyHandler = async ({ body }) => {
  if (body.title === 'conflict') throw new HttpError(409, 'There is such a task.')
  return { status: 200, body: body.title === 'right' ? { total: 1 } : { total: 'secret' } }
}

async function ask(schema: object, init: RequestInit, options: AnyOptions = {}) {
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const origin = await serve(documentOfErrors(schema), { createTask: respond }, { report, ...options })
  const response = await fetch(`${origin}/tasks`, { method: 'POST', ...init })
  const body = await response.json()
  return { status: response.status, headers: response.headers, body, error: body.error ?? body, reports }
}
const sending = (body: object, headers: object = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const invalid = sending({ title: 'any', count: 1 })

describe('a response that the document forbids', () => {
  it.each([
    ['a code of any text', free],
    ['a list of codes with it', withCodes],
    ['a list of codes without it', closed],
  ])('is a 500 of its own where the document has %s', async (_, schema) => {
    const { status, error, reports } = await ask(schema, invalid, { explain: true })
    expect(status).toBe(500)
    expect(error.code).toBe('RESPONSE_INVALID')
    expect(JSON.stringify(error)).toMatch(/response\.body\.total|\/total/)
    expect(JSON.stringify(error)).not.toContain('VALIDATION_ERROR')
    expect(String(reports[0])).toContain('/total')
  })
  it('is not explained in production', async () => {
    for (const schema of [free, closed, withCodes]) {
      const { status, body, error } = await ask(schema, invalid, { explain: false })
      expect([status, error.code]).toEqual([500, 'RESPONSE_INVALID'])
      expect(JSON.stringify(body)).not.toMatch(/total|secret/)
    }
  })
})

describe('errors of requests', () => {
  it.each<[what: string, init: RequestInit, status: number, code: string]>([
    ['a method', { method: 'DELETE' }, 405, 'METHOD_NOT_ALLOWED'],
    ['a media type', { headers: { 'Content-Type': 'text/csv' }, body: 'a' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a content coding', sending({}, { 'Content-Encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['what is accepted', sending({}, { Accept: 'image/png, application/json;q=0' }), 406, 'NOT_ACCEPTABLE'],
  ])('about %s have its code', async (_, init, status, code) => {
    for (const schema of [free, closed, withCodes, listed]) {
      const response = await ask(schema, init)
      expect([response.status, response.error.code]).toEqual([status, code])
      expect(response.error).not.toHaveProperty('field')
      if (status === 405) expect(response.headers.get('allow')).toBe('POST')
    }
  })
  it('that the document does not have are not passed off as others', async () => {
    for (const schema of [free, closed])
      expect((await ask(schema, sending({ title: 'conflict', count: 1 }))).error).toMatchObject({
        code: 'CONFLICT',
      })
  })
  it.each(['application/json', 'application/*', '*/*;q=0.1', 'text/html, application/json;q=0.5'])(
    'are none for Accept: %s',
    async (accept) => {
      expect((await ask(free, sending({ title: 'right', count: 1 }, { Accept: accept }))).status).toBe(200)
    },
  )
})

describe('several errors of one request', () => {
  const wrong = sending({ title: 1, count: 'a' })
  it('are all in the list that the document has for them', async () => {
    const { status, error } = await ask(listed, wrong)
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', field: 'count' })
    expect(error.details.map(({ field }: { field: string }) => field)).toEqual(['count', 'title'])
  })
  it('are all in the message where it has none', async () => {
    const { error } = await ask(free, wrong)
    expect(error.field).toBe('count')
    expect(error.message).toMatch(/count: .*; title: /)
  })
})

describe('a response that cannot be sent', () => {
  const document = documentWith({
    '/rows/{id}': {
      get: {
        operationId: 'getRow',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'size', in: 'cookie', schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'x', ...json({ type: 'object' }) }, 400: { description: 'x' } },
      },
    },
  })
  const failing = async (handler: () => unknown, init: RequestInit = {}) => {
    const reports: unknown[] = []
    const options = { report: (error: unknown) => void reports.push(error), explain: true }
    const origin = await serve(document, { getRow: async () => handler() as never }, options)
    const response = await fetch(`${origin}/rows/1`, init)
    return { status: response.status, headers: response.headers, text: await response.text(), reports }
  }
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const raise = (status: number) => () => {
    throw new HttpError(status, 'odd')
  }

  it.each<[string, () => unknown, RegExp]>([
    ['nothing', () => undefined, /the handler returned undefined; expected an object with a status/],
    ['null', () => null, /the handler returned null/],
    ['a BigInt', () => ({ status: 200, body: { a: 1n } }), /its body is not JSON .*BigInt/],
    ['a circle', () => ({ status: 200, body: circle }), /its body is not JSON .*circular/],
    [
      'an impossible header',
      () => ({ status: 200, headers: { 'X Y': 'a' }, body: {} }),
      /X Y.* is not a valid name/,
    ],
    [
      'a line break in a header',
      () => ({ status: 200, headers: { 'X-Y': 'a\r\nb' }, body: {} }),
      /the header X-Y contains the character U\+000D; expected/,
    ],
    [
      'a secret with an emoji in a header',
      () => ({ status: 200, headers: { 'Set-Cookie': ['a=b', 'session=😀'] }, body: {} }),
      /the header Set-Cookie contains the character U\+1F600; expected/,
    ],
    [
      'a BigInt in a header',
      () => ({ status: 200, headers: { 'X-Y': 1n }, body: {} }),
      /the header X-Y has a value of the type bigint; expected/,
    ],
    ['a Symbol', () => Symbol('row'), /the handler returned Symbol\(row\); expected an object/],
    ['an error of the status 200', raise(200), /HttpError has the status 200; expected 400 to 599/],
    ['an error of the status 700', raise(700), /HttpError has the status 700/],
  ])(
    'because it has %s is a 500 that says so, and names the operation in the report',
    async (_, handler, reason) => {
      const { status, text, reports } = await failing(handler)
      expect([status, JSON.parse(text).error?.code ?? JSON.parse(text).code]).toEqual([
        500,
        'RESPONSE_INVALID',
      ])
      expect(text).toMatch(reason)
      expect(text + reports).not.toContain('session=')
      expect(String(reports[0])).toMatch(/The response of getRow cannot be sent/)
    },
  )

  it('has no header where the handler set undefined, and text where it set a number', async () => {
    const sent = () => ({ status: 200, headers: { 'X-None': undefined, 'X-Count': 3 }, body: {} })
    const { status, headers } = await failing(sent)
    expect([status, headers.get('x-none'), headers.get('x-count')]).toEqual([200, null, '3'])
  })

  it('is sent from an instance of a class and from Headers, with each cookie', async () => {
    class Row {
      readonly headers = new Headers([
        ['X-Row', 'a'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ])
      get status() {
        return 200
      }
      get body() {
        return { id: 1 }
      }
    }
    const { status, headers, text } = await failing(() => new Row())
    expect([status, text, headers.get('x-row')]).toEqual([200, '{"id":1}', 'a'])
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it.each(['a=b; size=x', 'size=x; size=1'])(
    'and an error about a cookie has what was received: %s',
    async (Cookie) => {
      const { status, text } = await failing(() => ({ status: 200, body: {} }), { headers: { Cookie } })
      expect([status, text]).toEqual([400, expect.stringContaining('received \\"x\\"; expected an integer')])
    },
  )
})

it.each([undefined, '', 'route'])(
  'middleware passes %j that a handler throws on as an error',
  async (thrown) => {
    const document = documentWith({
      '/rows': { get: { operationId: 'getRows', responses: { 200: { description: 'x' } } } },
    })
    const getRows = async () => {
      throw thrown
    }
    const listener = createListener<Operations>({ document, handlers: { getRows } })
    const passed = new Promise((resolve) => {
      void listening((request, response) => {
        listener(request, response, (error) => {
          resolve(error)
          response.end()
        })
      }).then((origin) => fetch(`${origin}/rows`))
    })
    expect(await passed).toMatchObject({ message: `A handler threw ${String(thrown)}.` })
  },
)
