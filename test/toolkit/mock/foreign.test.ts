/** A stateful mock of a document of other habits: version 3.0, properties of one direction, PUT next to PATCH, no body back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type TestMock } from './startMock.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const pet = { $ref: '#/components/schemas/Pet' }
const id = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }
const rejected = { '400': { description: 'no' }, '404': { description: 'no' } }

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'Pets.',
            ...json({
              type: 'object',
              required: ['pets'],
              properties: { pets: { type: 'array', items: pet }, nextCursor: { type: 'string' } },
            }),
          },
          ...rejected,
        },
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, ...json(pet) },
        responses: { '201': { description: 'Made.', ...json(pet) }, ...rejected },
      },
    },
    '/pets/{petId}': {
      parameters: [id],
      get: {
        operationId: 'getPet',
        responses: { '200': { description: 'One.', ...json(pet) }, ...rejected },
      },
      put: {
        operationId: 'replacePet',
        requestBody: { required: true, ...json(pet) },
        responses: { '200': { description: 'Replaced.', ...json(pet) }, ...rejected },
      },
      patch: {
        operationId: 'changePet',
        requestBody: {
          required: true,
          ...json({ type: 'object', properties: { name: { type: 'string' }, tag: { type: 'string' } } }),
        },
        responses: { '204': { description: 'Changed.' }, ...rejected },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'pin'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          tag: { type: 'string', nullable: true },
          pin: { type: 'string', writeOnly: true },
          age: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        },
      },
    },
  },
}

let mock: TestMock
beforeAll(async () => {
  mock = await startMock(DOCUMENT, { stateful: true })
})
afterAll(() => mock?.[Symbol.asyncDispose]())

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(mock.origin + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
const create = async (name: string) =>
  (await ask('POST', '/pets', { name, pin: '1234', tag: 'small' })).body as { id: number }

describe('a stateful mock of somebody else', () => {
  it('asks of a request what requests carry, and shows what answers carry', async () => {
    const made = await ask('POST', '/pets', { name: 'Rex', pin: '1234', tag: null })
    expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number), name: 'Rex', tag: null } })
    expect(made.body).not.toHaveProperty('pin')
    const read = await ask('GET', `/pets/${made.body.id}`)
    expect(read).toEqual({ status: 200, body: made.body })
    expect((await ask('POST', '/pets', { name: 'Rex' })).status).toBe(400)
    expect((await ask('POST', '/pets', { name: 'Rex', pin: '1', age: 0 })).status).toBe(400)
  })

  it('ignores read-only properties of a request', async () => {
    const made = await ask('POST', '/pets', { id: 1, name: 'Rex', pin: '1234' })
    expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number), name: 'Rex' } })
    expect(made.body.id).not.toBe(1)
    expect((await ask('GET', '/pets/1')).status).toBe(404)
  })

  it('pages to the end where the cursor is a plain text', async () => {
    for (const name of ['A', 'B', 'C']) await create(name)
    const seen: number[] = []
    let cursor = ''
    for (let page = 0; page < 20; page++) {
      const { status, body } = await ask(
        'GET',
        `/pets?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      expect(status).toBe(200)
      seen.push(...body.pets.map((one: { id: number }) => one.id))
      cursor = body.nextCursor
      if (cursor === undefined) break
    }
    expect(cursor).toBe(undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect((await ask('GET', '/pets?limit=0')).status).toBe(400)
  })

  it('replaces by PUT and merges by PATCH, whether or not a body comes back', async () => {
    const made = await create('Tom')
    expect((await ask('PATCH', `/pets/${made.id}`, { name: 'Tim' })).status).toBe(204)
    expect((await ask('GET', `/pets/${made.id}`)).body).toMatchObject({ name: 'Tim', tag: 'small' })
    const bare = (await ask('POST', '/pets', { name: 'Bare', pin: '1' })).body as { id: number }
    expect((await ask('PATCH', `/pets/${bare.id}`, { tag: 'new' })).status).toBe(204)
    expect((await ask('GET', `/pets/${bare.id}`)).body).toMatchObject({ name: 'Bare', tag: 'new' })
    const replaced = await ask('PUT', `/pets/${made.id}`, { name: 'Max', pin: '2' })
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({ id: made.id, name: 'Max' })
    expect(replaced.body.tag ?? null).toBe(null)
    expect((await ask('GET', `/pets/${made.id}`)).body).toEqual(replaced.body)
  })
})
