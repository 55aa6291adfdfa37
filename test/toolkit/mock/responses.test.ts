import { describe, expect, it } from 'vitest'
import { startMock } from './startMock.ts'

const json = (schema: object, more: object = {}) => ({
  description: 'x',
  content: { 'application/json': { schema, ...more } },
})
const documentOf = (paths: object, schemas: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths,
  components: { schemas },
})
const CARD = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }

describe('Prefer: example=NAME', () => {
  const document = documentOf({
    '/payment': {
      get: {
        operationId: 'getPayment',
        responses: {
          200: json(CARD, {
            examples: { Card: { value: { kind: 'card' } }, 'Bank account': { value: { wrong: true } } },
          }),
          402: json(CARD, { examples: { Declined: { value: { kind: 'declined' } } } }),
        },
      },
    },
  })
  const ask = async (prefer: string) => {
    await using mock = await startMock(document)
    const response = await fetch(`${mock.origin}/payment`, { headers: { Prefer: prefer } })
    return { status: response.status, text: await response.text() }
  }

  it.each([
    ['example=Card', 200, '{"kind":"card"}'],
    // The example violates the schema, but a client that names it wants it all the same.
    ['example="Bank account"', 200, '{"wrong":true}'],
    ['code=402, example=Declined', 402, '{"kind":"declined"}'],
  ])('%s returns that example', async (prefer, status, text) => {
    expect(await ask(prefer)).toEqual({ status, text })
  })

  it('returns 404 with the names that there are, and the status that has the name', async () => {
    const { status, text } = await ask('example=Declined')
    expect(status).toBe(404)
    expect(text).toContain('Use one of: Card, Bank account.')
    expect(text).toContain('add code=402')
  })
})

describe('Accept: application/xml', () => {
  const item = {
    type: 'object',
    xml: { name: 'pet' },
    properties: {
      id: { type: 'integer', xml: { attribute: true } },
      name: { type: 'string' },
      tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
    },
  }
  const example = { id: 7, name: 'Rex & Co <3', tags: ['a', 'b'] }
  const document = documentOf({
    '/pet': {
      get: {
        operationId: 'getPet',
        responses: {
          200: {
            description: 'x',
            content: {
              'application/json': { schema: item, example },
              'application/xml': { schema: item, example },
              'text/xml': { schema: item, example: '<pet id="8"/>' },
            },
          },
        },
      },
    },
  })
  it.each([
    [
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="7"><name>Rex &amp; Co &lt;3</name><tags><tag>a</tag><tag>b</tag></tags></pet>',
    ],
    ['text/xml', '<pet id="8"/>'],
    ['application/json', JSON.stringify(example)],
  ])('%s is what it says', async (type, text) => {
    await using mock = await startMock(document)
    const response = await fetch(`${mock.origin}/pet`, { headers: { Accept: type } })
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await response.text()).toBe(text)
  })
})

describe('a list without state', () => {
  const list = (item: object, items: unknown[]) =>
    documentOf({
      '/things': {
        get: {
          operationId: 'listThings',
          responses: { 200: json({ type: 'array', items: item }, { example: items }) },
        },
      },
    })
  const itemsOf = async (document: object, query = '') => {
    await using mock = await startMock(document)
    return (await (await fetch(`${mock.origin}/things${query}`)).json()) as Record<string, unknown>[]
  }

  it('gives each item an identity and a name of its own', async () => {
    const item = {
      type: 'object',
      properties: {
        uuid: { type: 'string', format: 'uuid' },
        name: { type: 'string' },
        size: { type: 'integer' },
      },
    }
    const document = list(item, [{ uuid: '123e4567-e89b-42d3-a456-426614174000', name: 'Inbox', size: 3 }])
    const items = await itemsOf(document)
    expect(items).toHaveLength(25)
    expect(new Set(items.map(({ uuid }) => uuid)).size).toBe(25)
    expect(new Set(items.map(({ name }) => name)).size).toBe(25)
    expect(await itemsOf(document)).toEqual(items)
  })

  it('has links of each item that lead to it', async () => {
    const item = { type: 'object', properties: { id: { type: 'integer' } } }
    const links = { self: '/things/17?full=1', parts: [{ href: 'https://things.example/things/17/parts' }] }
    const items = await itemsOf(list(item, [{ id: 17, owner: '/users/17a', links }]))
    expect(items).toHaveLength(25)
    for (const { id, ...rest } of items)
      expect(rest).toEqual({
        owner: '/users/17a',
        links: {
          self: `/things/${id}?full=1`,
          parts: [{ href: `https://things.example/things/${id}/parts` }],
        },
      })
  })

  it.each<[name: string, paths: string[], links: (id: unknown) => Record<string, unknown>]>([
    [
      'of another resource with the same identity',
      ['/posts', '/posts/{id}'],
      (id) => ({
        self: `https://api.x.com/v1/posts/${id}`,
        author: 'https://api.x.com/v1/users/1',
        seen: '/x?at=/posts/1',
      }),
    ],
    [
      'of a part with the same identity',
      ['/posts', '/posts/{id}', '/posts/{id}/parts/{part}'],
      (id) => ({ part: `/posts/${id}/parts/1` }),
    ],
    [
      'of the thing that contains it',
      ['/things/{thing}/posts', '/things/{thing}/posts/{id}'],
      (id) => ({ self: `/things/1/posts/${id}`, thing: '/things/1' }),
    ],
    [
      'of another resource, for a list without items',
      ['/me/posts'],
      (id) => ({ self: `/posts/${id}`, me: '/users/1' }),
    ],
  ])('leaves links %s', async (_, [path = '', ...others], links) => {
    const item = { type: 'object', properties: { id: { type: 'integer' } } }
    const get = (schema: object, more = {}) => ({ get: { responses: { 200: json(schema, more) } } })
    const list = get({ type: 'array', items: item }, { example: [{ id: 1, ...links(1) }] })
    await using mock = await startMock(
      documentOf({ [path]: list, ...Object.fromEntries(others.map((one) => [one, get(item)])) }),
    )
    const response = await fetch(mock.origin + path.replace('{thing}', '1'))
    const items = (await response.json()) as Record<string, unknown>[]
    expect(items).toHaveLength(25)
    for (const { id, ...rest } of items) expect(rest).toEqual(links(id))
  })

  it('has UUIDs where the example has one, and as many items as its schema allows', async () => {
    const uuid = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    const document = list({ type: 'object', properties: { id: { type: 'string' } } }, [{ id: uuid }])
    const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    for (const { id } of await itemsOf(document)) expect(id).toMatch(form)
    const schema = { type: 'array', maxItems: 3, items: { type: 'object' } }
    const responses = { 200: json(schema, { example: [{ id: uuid }] }) }
    const short = documentOf({ '/things': { get: { operationId: 'listThings', responses } } })
    expect(await itemsOf(short)).toHaveLength(3)
  })

  it.each([
    [
      'items without an identity',
      { type: 'object', properties: { slug: { enum: ['a', 'b'] } } },
      [{ slug: 'a' }, { slug: 'b' }],
    ],
    ['lists of lists', { type: 'array', items: { type: 'integer' } }, [[1, 2], [3]]],
    ['text', { type: 'string' }, ['one', 'two']],
    [
      'items with the same identity',
      { type: 'object', properties: { id: { type: 'integer' } } },
      [{ id: 1 }, { id: 1 }],
    ],
  ])('shows %s as the document does', async (_name, item, items) => {
    expect(await itemsOf(list(item, items))).toEqual(items)
  })
})

describe('invalid JSON', () => {
  const problem = {
    type: 'object',
    required: ['code', 'line', 'column', 'offset'],
    properties: {
      code: { type: 'string' },
      line: { type: 'integer' },
      column: { type: 'integer' },
      offset: { type: 'integer' },
    },
  }
  const document = documentOf({
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          201: json({ type: 'object' }),
          400: json(problem, { example: { code: 'INVALID_JSON', line: 9, column: 9, offset: 99 } }),
        },
      },
    },
  })
  it.each<[string, string | Uint8Array<ArrayBuffer>, object]>([
    ['a property without a value', '{"a":}', { line: 1, column: 6, offset: 5 }],
    ['a word in the second line', '{"é":\n x}', { line: 2, column: 2, offset: 8 }],
    ['the end of a body that is cut off', '{"a": [1', { line: 1, column: 9, offset: 8 }],
    ['an invalid escape', '{"a":"\\x"}', { line: 1, column: 7, offset: 6 }],
    ['text behind the end', '{} {}', { line: 1, column: 4, offset: 3 }],
    [
      'a long text that is not closed',
      `"${'a'.repeat(900_000)}`,
      { line: 1, column: 900_002, offset: 900_001 },
    ],
    [
      'a byte that is not UTF-8',
      new Uint8Array([0x22, 0xc3, 0xa9, 0xff, 0x22]),
      { line: 1, column: 3, offset: 3 },
    ],
    ['a byte order mark', '\ufeff{}', { line: 1, column: 1, offset: 0 }],
  ])('is reported at %s', async (_name, body, place) => {
    await using mock = await startMock(document)
    const response = await fetch(`${mock.origin}/things`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'INVALID_JSON', ...place })
  })
})
