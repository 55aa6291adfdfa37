/** Lists honour the filters that can be understood, report the others, and link to the mock's own pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type TestMock } from './startMock.ts'

const query = (name: string, schema: object = { type: 'string' }, more = {}) => ({
  name,
  in: 'query',
  schema,
  ...more,
})
const uri = { type: 'string', format: 'uri' }
const Room = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    price: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time' },
    owner: { type: 'object', properties: { id: { type: 'string' } } },
    self: uri,
  },
}
const ROOMS = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  servers: [{ url: 'https://api.rooms.example/v2' }],
  paths: {
    '/rooms': {
      get: {
        operationId: 'listRooms',
        parameters: [
          query('page', { type: 'integer', minimum: 1, default: 1 }),
          query('per_page', { type: 'integer', minimum: 1, default: 20 }),
          query('createdAfter', { type: 'string', format: 'date-time' }),
          query('min_price', { type: 'integer' }),
          query(
            'price',
            { type: 'object', properties: { gte: { type: 'integer' }, lt: { type: 'integer' } } },
            { style: 'deepObject' },
          ),
          query('tag_name'),
          query('ownerId'),
          query('filterBy'),
          query('filterValue'),
          query('mood'),
          query('startDate', { type: 'string', format: 'date' }),
        ],
        responses: {
          200: {
            description: 'Rooms',
            headers: { Link: { schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    rooms: { type: 'array', items: { $ref: '#/components/schemas/Room' } },
                    links: {
                      type: 'object',
                      properties: {
                        pages: {
                          anyOf: [
                            { type: 'object', properties: { first: uri, prev: uri } },
                            { type: 'object', properties: { next: uri, last: uri } },
                          ],
                        },
                      },
                    },
                  },
                },
                example: {
                  rooms: [
                    { id: 'r1', name: 'A', self: 'https://api.rooms.example/v2/rooms/r1' },
                    { id: 'r2', name: 'B', self: 'https://elsewhere.example/rooms/r2' },
                  ],
                  links: {
                    pages: {
                      first: 'https://api.rooms.example/v2/rooms?page=1',
                      last: 'https://api.rooms.example/v2/rooms?page=9',
                    },
                  },
                },
              },
            },
          },
        },
      },
      post: {
        operationId: 'createRoom',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } } },
        responses: {
          201: {
            description: 'Made',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } },
          },
        },
      },
    },
    '/rooms/{roomId}': {
      get: {
        operationId: 'getRoom',
        parameters: [{ name: 'roomId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'Room',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Room } },
}

let mock: TestMock
const logged: string[] = []
const list = async (search: string, target = mock) => {
  const response = await fetch(`${target.origin}/v2/rooms${search}`)
  const body = (await response.json()) as {
    rooms: { id: string; self?: string }[]
    links?: { pages?: Record<string, string> }
  }
  return { headers: response.headers, ...body, ids: body.rooms.map(({ id }) => id) }
}

beforeAll(async () => {
  mock = await startMock(ROOMS, { stateful: true, warn: (message) => void logged.push(message) })
  const rooms = [
    { id: 'a', name: 'A', price: 10, tags: ['sea'], createdAt: '2026-01-01T00:00:00Z', owner: { id: 'o1' } },
    {
      id: 'b',
      name: 'B',
      price: 20,
      tags: ['sea', 'sun'],
      createdAt: '2026-02-01T00:00:00Z',
      owner: { id: 'o2' },
    },
    { id: 'c', name: 'C', price: 30, tags: [], createdAt: '2026-03-01T00:00:00Z', owner: { id: 'o2' } },
  ]
  for (const room of rooms)
    await fetch(`${mock.origin}/v2/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(room),
    })
})
afterAll(() => mock?.[Symbol.asyncDispose]())

describe('filters of a list', () => {
  it.each([
    ['?createdAfter=2026-01-15T00:00:00Z', ['b', 'c']],
    ['?startDate=2026-02-15', ['c']],
    ['?min_price=20', ['b', 'c']],
    ['?price[gte]=20&price[lt]=30', ['b']],
    ['?tag_name=sea', ['a', 'b']],
    ['?ownerId=o2', ['b', 'c']],
    ['?filterBy=name&filterValue=C', ['c']],
    ['?min_price=20&tag_name=sun', ['b']],
  ])('%s', async (search, ids) => {
    const response = await list(search)
    expect(response.ids).toEqual(ids)
    expect(response.headers.get('x-mock-ignored')).toBeNull()
  })

  it('reports what it does not understand in a header that pages can read, and once in the log', async () => {
    const response = await list('?mood=calm&min_price=30')
    expect(response.ids).toEqual(['c'])
    expect(response.headers.get('x-mock-ignored')).toBe('mood')
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Mock-Ignored')
    await list('?mood=calm')
    expect(logged.filter((line) => line.includes('mood'))).toHaveLength(1)
  })
})

describe('a filter that a list does not honour is reported by', () => {
  const item = { type: 'object', properties: { id: { type: 'string' }, state: { type: 'string' } } }
  const [open, done] = [
    { id: '1', state: 'open' },
    { id: '2', state: 'done' },
  ]
  const array = (more: object = {}) => ({ type: 'array', items: item, ...more })
  it.each<[name: string, schema: object, example: unknown, search: string]>([
    ['a list of texts', { type: 'array', items: { type: 'string' } }, ['red', 'blue'], 'state=red'],
    ['a map', { type: 'object', additionalProperties: item }, { a: open, b: done }, 'state=open'],
    ['two lists', { type: 'object' }, { a: [open], b: [done] }, 'state=open'],
    ['a list that must have an item', array({ minItems: 1 }), [open, done], 'state=none'],
    ['an empty list', array(), [], 'state=open'],
    ['a list without what is negated', array(), [open, done], 'state!=open'],
    ['a list without what an option leaves out', array(), [open, done], 'includeDone=false'],
  ])('%s', async (_, schema, example, search) => {
    const names = ['state', 'state!']
    const parameters = [...names.map((name) => query(name)), query('includeDone', { type: 'boolean' })]
    const responses = { 200: { description: 'x', content: { 'application/json': { schema, example } } } }
    const list = { operationId: 'listStates', parameters, responses }
    await using lists = await startMock({
      openapi: '3.1.0',
      info: { title: 'States', version: '1' },
      paths: { '/states': { get: list } },
    })
    const { headers } = await fetch(`${lists.origin}/states?${search}`)
    const [name = ''] = search.split(/=(?!.*=)/)
    expect(headers.get('x-mock-ignored')).toBe(encodeURIComponent(name))
    expect((await fetch(`${lists.origin}/states`)).headers.get('x-mock-ignored')).toBeNull()
  })

  it('its name, also where every object of JavaScript has it', async () => {
    await using lists = await startMock({
      openapi: '3.1.0',
      info: { title: 'States', version: '1' },
      paths: {
        '/states': {
          get: {
            operationId: 'listStates',
            parameters: [query('constructor'), query('toString')],
            responses: {
              200: {
                description: 'x',
                content: { 'application/json': { schema: array(), example: [open] } },
              },
            },
          },
        },
      },
    })
    const ignoredIn = async (search: string) =>
      (await fetch(`${lists.origin}/states${search}`)).headers.get('x-mock-ignored')
    expect([await ignoredIn(''), await ignoredIn('?toString=1')]).toEqual([null, 'toString'])
  })
})

describe('a parameter is not reported as a filter by', () => {
  const text = { type: 'string' }
  const owner = { type: 'object', properties: { n: text } }
  const numbers = { type: 'object', additionalProperties: { type: 'number' } }
  const texts = { type: 'array', items: text }
  const object = (properties: object) => ({ type: 'object', properties })
  const one = { id: '1', owner: { n: 'Ada' } }
  it.each<[name: string, path: string, schema: object, example: unknown]>([
    ['a resource with an object', '/things/{id}', object({ id: text, owner }), one],
    ['a resource with a list', '/things/{id}', object({ id: text, tags: texts }), { id: '1', tags: ['a'] }],
    [
      'a resource with another identifier',
      '/things/{slug}',
      object({ slug: text, tags: texts }),
      { slug: '1', tags: ['a'] },
    ],
    ['a resource in an object', '/things/{id}', object({ thing: object({ id: text }) }), { thing: one }],
    ['a resource without a list', '/me', object({ id: text, tags: texts }), { id: '1', tags: ['a'] }],
    ['a result with a map', '/quote', object({ rates: numbers }), { rates: { a: 1 } }],
    ['a map of numbers', '/quote', numbers, { a: 1 }],
    [
      'a result that may have further properties',
      '/quote',
      { ...object({ from: owner }), additionalProperties: true },
      { from: { n: 'USD' } },
    ],
  ])('%s', async (_, path, schema, example) => {
    const names = path.match(/(?<=\{)[^}]+/g) ?? []
    const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: text }))
    const responses = { 200: { description: 'x', content: { 'application/json': { schema, example } } } }
    const get = { operationId: 'getOne', parameters: [...inPath, query('locale'), query('from')], responses }
    await using mock = await startMock({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: { [path]: { get } },
    })
    const { status, headers } = await fetch(`${mock.origin}${path.replace(/\{.*\}/, '1')}?locale=de&from=USD`)
    expect([status, headers.get('x-mock-ignored')]).toEqual([200, null])
  })
})

describe('links of a list', () => {
  it('lead to the other pages on the mock', async () => {
    const first = await list('?per_page=2')
    const address = first.links?.pages?.next ?? ''
    expect(address).toBe(`${mock.origin}/v2/rooms?per_page=2&page=2`)
    const second = (await (await fetch(address)).json()) as typeof first
    expect(second.rooms.map(({ id }) => id)).toEqual(['c'])
    expect(second.links?.pages).toMatchObject({ first: `${mock.origin}/v2/rooms?per_page=2&page=1` })
    expect(second.links?.pages?.next).toBeUndefined()
    expect(first.headers.get('link')).toContain(`<${address}>; rel="next"`)
  })

  it('and to the mock wherever an example names the server, in the stateless mock too', async () => {
    await using stateless = await startMock(ROOMS)
    const response = await list('?per_page=2', stateless)
    expect(response.rooms[0]?.self).toBe(`${stateless.origin}/v2/rooms/r1`)
    expect(response.rooms[1]?.self).toBe('https://elsewhere.example/rooms/r2')
    expect(JSON.stringify(response)).not.toContain('api.rooms.example')
  })
})
