/** A stateful mock of items that are made, listed and named in other places and ways than by their own path. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMock, type TestMock } from './startMock.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ description: 'Done.', ...json(schema) })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, required: string[] = []) => ({ type: 'object', required, properties })
const list = (items: object) => ({ type: 'array', items })
const path = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
const text = { type: 'string' }
const lost = { '404': { description: 'Lost.' } }
const gone = { '204': { description: 'Gone.' }, ...lost }
const field = (type: string, schema: object) => ({ required: true, content: { [type]: { schema } } })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const team = object({ id: { type: 'integer' }, slug: text }, ['id', 'slug'])

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Places', version: '1' },
  security: [],
  paths: {
    '/teams': {
      post: { requestBody: json(object({ slug: text }, ['slug'])), responses: { 201: ok(ref('Team')) } },
      get: { responses: { 200: ok(list(ref('Team'))) } },
    },
    '/teams/{team}': { parameters: path('team'), get: { responses: { 200: ok(ref('Team')), ...lost } } },
    '/teams/{team}/boards': {
      parameters: path('team'),
      get: { responses: { 200: ok(list(ref('Board'))), ...lost } },
      post: {
        requestBody: json(object({ name: text }, ['name'])),
        responses: {
          201: { ...ok(ref('Board')), headers: { Location: { schema: text } } },
          ...lost,
        },
      },
    },
    '/boards': { get: { responses: { 200: ok(list(ref('Board'))) } } },
    '/boards/{board}': {
      parameters: path('board'),
      get: { responses: { 200: ok(object({ data: ref('Board') }, ['data'])), ...lost } },
      patch: { requestBody: json(object({ name: text })), responses: { 200: ok(ref('Board')), ...lost } },
      delete: { responses: gone },
    },
    '/rates': { get: { responses: { 200: ok(list(ref('Rate'))) } } },
    '/rates/{from}/{to}': {
      parameters: path('from', 'to'),
      get: { responses: { 200: ok(ref('Rate')), ...lost } },
      put: { requestBody: json(object({ factor: { type: 'number' } })), responses: { 200: ok(ref('Rate')) } },
    },
    '/notes': {
      get: {
        parameters: [query('limit', { type: 'integer' }), query('starting_after', text)],
        responses: { 200: ok(object({ data: list(ref('Note')), has_more: { type: 'boolean' } })) },
      },
      post: {
        requestBody: json(object({ notes: list(object({ text }, ['text'])) }, ['notes'])),
        responses: { 201: ok(object({ notes: list(ref('Note')) })), 400: { description: 'No.' } },
      },
    },
    '/notes/{id}': { parameters: path('id'), get: { responses: { 200: ok(ref('Note')), ...lost } } },
    '/banner': {
      get: { responses: { 200: ok(object({ text })), ...lost } },
      put: { requestBody: json(object({ text })), responses: { 200: ok(object({ text })) } },
      delete: { responses: gone },
    },
    '/people': {
      post: {
        requestBody: field(
          'application/x-www-form-urlencoded',
          object({
            name: text,
            age: { type: 'integer' },
            home: object({ city: text, floor: { type: 'integer' } }),
            tags: list(text),
            pets: list(object({ name: text }, ['name'])),
          }),
        ),
        responses: { 201: ok(ref('Person')), 400: ok(object({ message: text })) },
      },
    },
    '/people/{id}': { parameters: path('id'), get: { responses: { 200: ok(ref('Person')), ...lost } } },
    '/files': {
      post: {
        requestBody: field(
          'multipart/form-data',
          object({ kind: { enum: ['logo', 'proof'] }, file: { type: 'string', format: 'binary' } }, [
            'kind',
            'file',
          ]),
        ),
        responses: { 201: ok(ref('File')), 400: ok(object({ message: text })) },
      },
    },
    '/files/{id}': { parameters: path('id'), get: { responses: { 200: ok(ref('File')), ...lost } } },
  },
  components: {
    schemas: {
      Team: team,
      Board: object({ id: text, name: text }, ['id', 'name']),
      Rate: object({ from: text, to: text, factor: { type: 'number' } }),
      Note: object({ id: text, text }, ['id', 'text']),
      Person: object({ id: text, name: text, age: {}, home: {}, tags: {}, pets: {} }, ['id']),
      File: object({ id: text, kind: text }, ['id', 'kind']),
    },
  },
}

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(DOCUMENT, { stateful: true })
})
afterAll(() => mock?.[Symbol.asyncDispose]())
beforeEach(() => fetch(`${mock.origin}/__mock/reset`, { method: 'POST' }))

async function send(method: string, url: string, init: RequestInit = {}) {
  const response = await fetch(mock.origin + url, { method, ...init })
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, body, location: response.headers.get('location') }
}
const call = (method: string, url: string, body?: unknown) =>
  send(method, url, {
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const form = (fields: string) =>
  send('POST', '/people', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: fields })

describe('a stateful mock', () => {
  it('reads, changes, deletes and lists at their own path what is made below another', async () => {
    await call('POST', '/teams', { slug: 'red' })
    await call('POST', '/teams', { slug: 'blue' })
    const made = await call('POST', '/teams/red/boards', { name: 'Plan' })
    expect(made).toMatchObject({ status: 201, location: `/boards/${made.body.id}` })
    const other = (await call('POST', '/teams/blue/boards', { name: 'Retro' })).body
    expect((await call('GET', `/boards/${made.body.id}`)).body).toEqual({ data: made.body })
    expect((await call('GET', '/boards')).body).toEqual([made.body, other])
    expect((await call('PATCH', `/boards/${made.body.id}`, { name: 'Done' })).status).toBe(200)
    expect((await call('GET', '/teams/red/boards')).body).toEqual([{ ...made.body, name: 'Done' }])
    expect((await call('DELETE', `/boards/${made.body.id}`)).status).toBe(204)
    expect((await call('GET', `/boards/${made.body.id}`)).status).toBe(404)
    expect((await call('GET', '/teams/red/boards')).body).toEqual([])
    expect((await call('GET', '/teams/green/boards')).status).toBe(404)
  })

  it('finds an item by its slug as by its identifier, also along a path', async () => {
    const { body } = await call('POST', '/teams', { slug: 'red' })
    expect((await call('GET', '/teams/red')).body).toEqual(body)
    await call('POST', '/teams/red/boards', { name: 'Plan' })
    expect((await call('GET', `/teams/${body.id}/boards`)).body).toHaveLength(1)
  })

  it('gathers in one list what has several keys', async () => {
    await call('PUT', '/rates/EUR/USD', { factor: 1.2 })
    await call('PUT', '/rates/GBP/USD', { factor: 1.4 })
    const pairs = (await call('GET', '/rates')).body.map(
      (one: { from: string; to: string }) => one.from + one.to,
    )
    expect(pairs).toEqual(['EURUSD', 'GBPUSD'])
  })

  it('makes several at once, and pages behind the last item, to an end', async () => {
    const notes = ['a', 'b', 'c'].map((one) => ({ text: one }))
    const made = await call('POST', '/notes', { notes })
    expect(made.body.notes).toMatchObject(notes)
    expect((await call('GET', `/notes/${made.body.notes[1].id}`)).body).toEqual(made.body.notes[1])
    const first = (await call('GET', '/notes?limit=2')).body
    expect(first).toEqual({ data: made.body.notes.slice(0, 2), has_more: true })
    const rest = (await call('GET', `/notes?limit=2&starting_after=${first.data[1].id}`)).body
    expect(rest).toEqual({ data: made.body.notes.slice(2), has_more: false })
  })

  it('deletes what there is once, until it is put again', async () => {
    await call('PUT', '/banner', { text: 'Sale' })
    expect((await call('DELETE', '/banner')).status).toBe(204)
    expect((await call('GET', '/banner')).status).toBe(404)
    expect((await call('DELETE', '/banner')).status).toBe(404)
    await call('PUT', '/banner', { text: 'Again' })
    expect((await call('GET', '/banner')).body).toEqual({ text: 'Again' })
  })

  it.each<[string, object]>([
    ['name=Ada&age=36', { name: 'Ada', age: 36 }],
    ['home[city]=Rome&home[floor]=2', { home: { city: 'Rome', floor: 2 } }],
    ['home={"city":"Rome"}', { home: { city: 'Rome' } }],
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['pets[0][name]=Rex&pets[1][name]=Tom', { pets: [{ name: 'Rex' }, { name: 'Tom' }] }],
  ])('reads the form %s', async (fields, expected) => {
    const { status, body } = await form(fields)
    expect(status).toBe(201)
    expect((await call('GET', `/people/${body.id}`)).body).toMatchObject(expected)
  })

  it('names the member of a form that is wrong', async () => {
    const { status, body } = await form('home[floor]=two')
    expect(status).toBe(400)
    expect(body.message).toContain('home.floor')
  })

  it('reads the fields of an upload, and holds them to the document', async () => {
    const upload = (kind: string) => {
      const body = new FormData()
      body.set('kind', kind)
      body.set('file', new Blob(['\u0000\u0001']), 'a.png')
      return send('POST', '/files', { body })
    }
    const { status, body } = await upload('logo')
    expect(status).toBe(201)
    expect((await call('GET', `/files/${body.id}`)).body).toEqual({ id: body.id, kind: 'logo' })
    const rejected = await upload('song')
    expect(rejected.status).toBe(400)
    expect(rejected.body.message).toContain('kind')
  })
})
