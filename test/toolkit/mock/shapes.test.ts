/** A stateful mock of documents of other shapes: envelopes, lists without item paths, items without a creating operation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type TestMock } from './startMock.ts'

const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})
const ok = (schema: object, example?: unknown) => ({ description: 'Done.', ...json(schema, example) })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, required: string[] = []) => ({ type: 'object', required, properties })
const path = (name: string, schema: object) => [{ name, in: 'path', required: true, schema }]
const text = { type: 'string' }
const lost = { '404': { description: 'Lost.' } }
const article = object({ article: ref('Article') }, ['article'])
const account = object({ user: ref('User') }, ['user'])

/** A collection whose own path ends in a slash, and its items. */
const slashed = (thing: string, collection: string, item: string) => ({
  [collection]: {
    get: { responses: { 200: ok({ type: 'array', items: ref(thing) }) } },
    post: { requestBody: json(object({ name: text })), responses: { 201: ok(ref(thing)) } },
  },
  [item]: {
    parameters: path('id', { type: 'integer' }),
    get: { responses: { 200: ok(ref(thing)), ...lost } },
    delete: { responses: { 204: { description: 'Gone.' }, ...lost } },
  },
})

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shapes', version: '1' },
  security: [],
  paths: {
    '/articles': {
      get: {
        responses: { 200: ok(object({ articles: { type: 'array', items: ref('Article') } })), ...lost },
      },
      post: { requestBody: json(article), responses: { 201: ok(article) } },
    },
    '/articles/{slug}': {
      parameters: path('slug', { ...text, pattern: '^s-[0-9]+$' }),
      get: { responses: { 200: ok(article), ...lost } },
      put: { requestBody: json(article), responses: { 200: ok(article), ...lost } },
      delete: { responses: lost },
    },
    '/articles/{slug}/comments': {
      parameters: path('slug', text),
      get: { responses: { 200: ok({ type: 'array', items: object({ body: text }) }), ...lost } },
      post: {
        requestBody: json(object({ body: text })),
        responses: { 204: { description: 'Kept.', ...json({}) }, ...lost },
      },
    },
    '/user': {
      get: { responses: { 200: ok(account) } },
      put: { requestBody: json(account), responses: { 200: ok(account) } },
    },
    '/devices/{deviceId}': {
      parameters: path('deviceId', { type: 'integer' }),
      get: { responses: { 200: ok(ref('Device'), { id: 'seven', name: 8 }), ...lost } },
      patch: { requestBody: json(object({ name: text })), responses: { 200: ok(ref('Device')), ...lost } },
      delete: { responses: { 204: { description: 'Gone.' }, ...lost } },
    },
    ...slashed('Room', '/rooms/', '/rooms/{id}/'),
    ...slashed('Hall', '/halls/', '/halls/{id}'),
  },
  components: {
    schemas: {
      Article: object({ slug: text, title: text, secret: { ...text, writeOnly: true } }, ['slug', 'title']),
      User: object({ email: text, bio: text }, ['email']),
      Room: object({ id: { type: 'integer' }, name: text }, ['id', 'name']),
      Hall: object({ id: { type: 'integer' }, name: text }, ['id', 'name']),
      Device: object({ id: { type: 'integer' }, name: text }, ['id', 'name']),
    },
  },
}

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(DOCUMENT, { stateful: true })
})
afterAll(() => mock?.[Symbol.asyncDispose]())

async function call(method: string, url: string, body?: unknown) {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(mock.origin + url, {
    ...init,
    headers: { 'content-type': 'application/json' },
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe('a stateful mock', () => {
  it('keeps what an envelope holds, by an identifier that the path takes', async () => {
    const sent = { slug: 's-1', title: 'One', secret: 'hidden' }
    const stored = { article: { slug: 's-1', title: 'One' } }
    expect(await call('POST', '/articles', { article: sent })).toEqual({ status: 201, body: stored })
    expect(await call('GET', '/articles/s-1')).toEqual({ status: 200, body: stored })
    expect((await call('GET', '/articles')).body.articles).toEqual([stored.article])
    const changed = { article: { slug: 's-1', title: 'Two' } }
    expect(await call('PUT', '/articles/s-1', changed)).toEqual({ status: 200, body: changed })
    expect((await call('GET', '/articles/s-1')).body).toEqual(changed)
  })

  it('keeps what a list without item paths is given, and answers 204 without content whatever is declared', async () => {
    expect(await call('POST', '/articles/s-1/comments', { body: 'Fine.' })).toEqual({
      status: 204,
      body: undefined,
    })
    expect((await call('GET', '/articles/s-1/comments')).body).toEqual([{ body: 'Fine.' }])
    expect((await call('POST', '/articles/s-9/comments', { body: 'Fine.' })).status).toBe(404)
  })

  it('deletes where the document declares no success', async () => {
    expect((await call('DELETE', '/articles/s-1')).status).toBe(204)
    expect((await call('GET', '/articles/s-1')).status).toBe(404)
  })

  it('keeps what there is once', async () => {
    const sent = { user: { email: 'a@example.com', bio: 'Short.' } }
    expect((await call('GET', '/user')).status).toBe(200)
    expect((await call('PUT', '/user', sent)).body).toEqual(sent)
    expect((await call('GET', '/user')).body).toEqual(sent)
  })

  it('has every item that nobody makes, whatever its example breaks, until it is deleted', async () => {
    expect((await call('GET', '/devices/7')).body).toMatchObject({ id: 7, name: expect.any(String) })
    expect((await call('PATCH', '/devices/7', { name: 'Lamp' })).body).toEqual({ id: 7, name: 'Lamp' })
    expect((await call('GET', '/devices/7')).body).toEqual({ id: 7, name: 'Lamp' })
    expect((await call('DELETE', '/devices/7')).status).toBe(204)
    expect((await call('GET', '/devices/7')).status).toBe(404)
  })

  it.each([
    ['all paths', '/rooms/', '/'],
    ['collections alone', '/halls/', ''],
  ])('keeps things where %s end in a slash', async (_, collection, end) => {
    const { status, body } = await call('POST', collection, { name: 'East' })
    const item = `${collection}${body.id}${end}`
    expect([status, body.name]).toEqual([201, 'East'])
    expect((await call('GET', collection)).body).toEqual([body])
    expect((await call('GET', item)).body).toEqual(body)
    expect((await call('DELETE', item)).status).toBe(204)
    expect((await call('GET', item)).status).toBe(404)
    expect((await call('GET', collection)).body).toEqual([])
  })
})
