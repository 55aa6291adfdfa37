/** Lists of a stateful mock with items deep inside of the response, and the properties of the response about pages. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMock, type TestMock } from './startMock.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ description: 'Done.', ...json(schema) })
const located = (schema: object) => ({ ...ok(schema), headers: { Location: { schema: text } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, required: string[] = []) => ({ type: 'object', required, properties })
const list = (items: object) => ({ type: 'array', items })
const path = (name: string) => [{ name, in: 'path', required: true, schema: text }]
const query = (name: string, schema: object, description?: string) => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
})
const text = { type: 'string' }
const integer = { type: 'integer' }
const lost = { '404': { description: 'Lost.' } }
const href = object({ href: text }, ['href'])

/** A collection whose list response has a form of its own. */
function collection(name: string, schema: string, response: object, parameters: object[]) {
  const sent = object({ name: text }, ['name'])
  return {
    [`/${name}`]: {
      get: { parameters, responses: { 200: ok(response) } },
      post: { requestBody: json(sent), responses: { 201: ok(ref(schema)) } },
    },
    [`/${name}/{id}`]: {
      parameters: path('id'),
      get: { responses: { 200: ok(ref(schema)), ...lost } },
      patch: { requestBody: json(sent), responses: { 200: ok(ref(schema)), ...lost } },
      delete: { responses: { '204': { description: 'Gone.' }, ...lost } },
    },
  }
}

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  servers: [{ url: 'https://api.example.com/v2' }],
  security: [],
  paths: {
    ...collection(
      'things',
      'Thing',
      object(
        {
          _embedded: object({ things: list(ref('Thing')) }),
          _links: object({ self: href, next: href, prev: href }, ['self']),
          page: object({ size: integer, totalElements: integer, totalPages: integer, number: integer }),
        },
        ['_embedded', '_links', 'page'],
      ),
      [query('page', { ...integer, minimum: 0 }), query('size', integer)],
    ),
    ...collection(
      'parts',
      'Part',
      object({
        data: object({
          items: list(ref('Part')),
          nextCursor: { type: ['string', 'null'] },
          hasMore: { type: 'boolean' },
        }),
        errors: list(text),
        total: integer,
        count: integer,
      }),
      [
        query('limit', integer),
        query('cursor', text),
        query('name', text, 'Items whose name contains this text.'),
        query('search', text, 'Looks for the text.'),
      ],
    ),
    ...collection(
      'rows',
      'Part',
      object({
        result: object({ total: integer, page: integer, rows: list(object({ id: text, name: text })) }),
      }),
      [
        query('page', integer),
        query('per_page', integer),
        query('name', text, 'The name.'),
        query('name_prefix', text),
      ],
    ),
    ...collection(
      'deep',
      'Part',
      object({
        response: {
          anyOf: [
            { type: 'null' },
            object(
              {
                meta: object({ pagination: object({ total: integer, current_page: integer }) }, [
                  'pagination',
                ]),
                body: object({ entries: list(ref('Part')) }),
              },
              ['meta'],
            ),
          ],
        },
      }),
      [],
    ),
    ...collection('books', 'Book', object({ 'hydra:member': list(ref('Book')) }), []),
    '/Products': {
      get: {
        parameters: [
          query('$top', integer),
          query('$skip', integer),
          query('$filter', text),
          query('$count', { type: 'boolean' }),
        ],
        responses: {
          200: ok(
            object({ '@odata.count': integer, '@odata.nextLink': text, value: list(ref('Product')) }, [
              'value',
            ]),
          ),
        },
      },
      post: { requestBody: json(object({ Name: text })), responses: { 201: located(ref('Product')) } },
    },
    '/Products({id})': {
      parameters: [{ ...path('id')[0], schema: integer }],
      get: { responses: { 200: ok(ref('Product')), ...lost } },
      patch: { requestBody: json(object({ Name: text })), responses: { 200: ok(ref('Product')), ...lost } },
      put: { requestBody: json(object({ Name: text })), responses: { 200: ok(ref('Product')), ...lost } },
      delete: { responses: { '204': { description: 'Gone.' }, ...lost } },
    },
    '/Airports': {
      get: { responses: { 200: ok(object({ value: list(ref('Airport')) })) } },
      post: { requestBody: json(object({ Code: text })), responses: { 201: located(ref('Airport')) } },
    },
    "/Airports('{code}')": {
      parameters: path('code'),
      get: { responses: { 200: ok(ref('Airport')), ...lost } },
      patch: { requestBody: json(object({ Name: text })), responses: { 200: ok(ref('Airport')), ...lost } },
      delete: { responses: { '204': { description: 'Gone.' }, ...lost } },
    },
    '/account': {
      get: { responses: { 200: ok(object({ account: object({ mail: text, keys: list(ref('Part')) }) })) } },
      put: {
        requestBody: json(object({ account: object({ mail: text }) })),
        responses: { 200: ok(object({ account: object({ mail: text, keys: list(ref('Part')) }) })) },
      },
    },
  },
  components: {
    schemas: {
      Thing: object({ id: text, name: text, _links: object({ self: href }) }, ['id', 'name', '_links']),
      Book: object(
        {
          '@id': text,
          id: integer,
          name: text,
          url: { ...text, format: 'uri' },
          cover: object({ url: text }),
        },
        ['@id', 'id', 'url'],
      ),
      Product: object({ '@odata.id': text, ID: integer, Name: text }, ['@odata.id', 'ID']),
      Airport: object({ Code: text, Name: text }, ['Code']),
      Part: object({ id: text, name: text }, ['id', 'name']),
    },
  },
}

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(DOCUMENT, { stateful: true })
})
afterAll(() => mock?.[Symbol.asyncDispose]())
beforeEach(() => fetch(`${mock.origin}/__mock/reset`, { method: 'POST' }))

async function call(method: string, url: string, sent?: unknown) {
  const response = await fetch(`${mock.origin}/v2${url}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, body, location: response.headers.get('location') }
}
const make = async (collection: string, ...names: string[]) => {
  const made: { id: string }[] = []
  for (const name of names) made.push((await call('POST', collection, { name })).body)
  return made
}

type PlainResponse = Awaited<ReturnType<typeof call>>['body']

describe('a stateful mock', () => {
  it.each<[string, (response: PlainResponse) => unknown[]]>([
    ['/things', (response) => response._embedded.things],
    ['/parts', (response) => response.data.items],
    ['/rows', (response) => response.result.rows],
    ['/deep', (response) => response.response.body.entries],
  ])('makes, lists, changes and deletes in %s', async (at, itemsOf) => {
    const items = async () => itemsOf((await call('GET', at)).body)
    expect(await items()).toEqual([])
    const [one, two] = await make(at, 'One', 'Two')
    expect(await items()).toEqual([one, two])
    await call('PATCH', `${at}/${one?.id}`, { name: 'New' })
    expect(await items()).toEqual([{ ...one, name: 'New' }, two])
    expect((await call('DELETE', `${at}/${two?.id}`)).status).toBe(204)
    expect(await items()).toEqual([{ ...one, name: 'New' }])
  })

  it('tells of pages beside the list and above it', async () => {
    for (const at of ['/things', '/parts', '/rows']) await make(at, 'A', 'B', 'C')
    const things = (await call('GET', '/things?size=2')).body
    expect(things.page).toEqual({ size: 2, totalElements: 3, totalPages: 2, number: 0 })
    expect(things._links).toEqual({
      self: { href: `${mock.origin}/v2/things?size=2` },
      next: { href: `${mock.origin}/v2/things?size=2&page=1` },
    })
    const last = (await call('GET', '/things?size=2&page=1')).body
    expect(last._embedded.things).toHaveLength(1)
    expect(last._links.next).toBeUndefined()
    expect(last._links.prev).toEqual({ href: `${mock.origin}/v2/things?size=2&page=0` })
    const parts = (await call('GET', '/parts?limit=2')).body
    expect(parts).toMatchObject({ total: 3, count: 2, data: { hasMore: true } })
    const rest = (await call('GET', `/parts?limit=2&cursor=${parts.data.nextCursor}`)).body
    expect(rest).toMatchObject({
      count: 1,
      data: { items: [{ name: 'C' }], nextCursor: null, hasMore: false },
    })
    await make('/deep', 'A', 'B')
    const { pagination } = (await call('GET', '/deep')).body.response.meta
    expect(pagination).toEqual({ total: 2, current_page: 1 })
    expect((await call('GET', '/rows?per_page=2&page=2')).body.result).toMatchObject({ total: 3, page: 2 })
  })

  it('lets an item name itself by its own path', async () => {
    const [thing] = await make('/things', 'One')
    expect(thing).toMatchObject({ _links: { self: { href: `/v2/things/${thing?.id}` } } })
    const [book] = await make('/books', 'One')
    const at = `/v2/books/${book?.id}`
    expect(book).toMatchObject({ '@id': at, url: mock.origin + at })
    expect((await call('GET', `/books/${book?.id}`)).body).toEqual(book)
  })

  it('keeps items whose keys stand in parentheses', async () => {
    const { body, location } = await call('POST', '/Products', { Name: 'One' })
    expect(location).toBe(`/v2/Products(${body.ID})`)
    expect(body).toEqual({ '@odata.id': location, ID: expect.any(Number), Name: 'One' })
    expect((await call('GET', `/Products(${body.ID})`)).body).toEqual(body)
    for (const [method, name] of [
      ['PATCH', 'Two'],
      ['PUT', 'Three'],
    ] as const) {
      await call(method, `/Products(${body.ID})`, { Name: name })
      expect((await call('GET', '/Products')).body.value).toEqual([{ ...body, Name: name }])
    }
    expect((await call('DELETE', `/Products(${body.ID})`)).status).toBe(204)
    expect((await call('GET', `/Products(${body.ID})`)).status).toBe(404)
    expect((await call('GET', '/Products')).body.value).toEqual([])
    expect((await call('POST', '/Airports', { Code: 'RO' })).location).toBe("/v2/Airports('RO')")
    expect((await call('PATCH', "/Airports('RO')", { Name: 'Rome' })).status).toBe(200)
    expect((await call('GET', "/Airports('RO')")).body).toEqual({ Code: 'RO', Name: 'Rome' })
    expect((await call('DELETE', "/Airports('RO')")).status).toBe(204)
    expect((await call('GET', "/Airports('RO')")).status).toBe(404)
  })

  it('pages by the words of OData, to an end', async () => {
    for (const name of ['A', 'B', 'C']) await call('POST', '/Products', { Name: name })
    const first = (await call('GET', '/Products?$top=2&$count=true')).body
    expect(first).toMatchObject({ '@odata.count': 3, value: [{ Name: 'A' }, { Name: 'B' }] })
    const next = await fetch(first['@odata.nextLink'])
    const last = (await next.json()) as object
    expect(last).toMatchObject({ '@odata.count': 3, value: [{ Name: 'C' }] })
    expect(Object.keys(last)).not.toContain('@odata.nextLink')
  })

  it('compares by part where the document says so, and exactly elsewhere', async () => {
    for (const at of ['/parts', '/rows']) await make(at, 'Q1', 'Q2', 'Plan Q1')
    const parts = async (asked: string) => (await call('GET', `/parts?${asked}`)).body.data.items.length
    const rows = async (asked: string) => (await call('GET', `/rows?${asked}`)).body.result.rows.length
    expect([await parts('name=q1'), await parts('search=plan'), await parts('name=')]).toEqual([2, 1, 3])
    expect([await rows('name=q1'), await rows('name=Q1'), await rows('name_prefix=q')]).toEqual([0, 1, 2])
  })

  it('keeps apart what is there once and holds a list', async () => {
    await call('PUT', '/account', { account: { mail: 'a@example.com' } })
    expect((await call('GET', '/account')).body.account.mail).toBe('a@example.com')
  })
})
