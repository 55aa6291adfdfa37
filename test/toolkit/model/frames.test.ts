import { describe, expect, test } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { withoutFrames } from '../../../src/toolkit/model/frames.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { flatValue, thingIn, thingSchema } from '../../../src/toolkit/model/wrapping.ts'
import type { Json, JsonObject } from '../../../src/toolkit/openapi/document.ts'
import { validatorOf } from '../../../src/toolkit/schema/validators.ts'
import { membersOf, requiredOf, viewOf } from '../../../src/toolkit/schema/view.ts'

const text = { type: 'string' }
const exactly = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const linkage = (type: string): JsonObject => exactly({ type: { const: type }, id: text })
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } })

/** An API with one collection, whose POST and PATCH have the bodies. */
function apiOf(create: Json, update: Json, shown: Json, path = '/articles') {
  const root: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Frames', version: '1' },
    paths: {
      [path]: {
        post: {
          operationId: 'create',
          requestBody: json(create),
          responses: { 201: { description: 'Created', ...json(shown) } },
        },
      },
      [`${path}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        patch: {
          operationId: 'update',
          requestBody: json(update),
          responses: { 200: { description: 'Changed', ...json(shown) } },
        },
      },
      '/people': { post: { operationId: 'createPerson', responses: {} } },
      '/people/{id}': { get: { operationId: 'getPerson', responses: {} } },
    },
  }
  const document = {
    source: 'test',
    kind: 'openapi' as const,
    root,
    findings: [],
    positionOf: () => undefined,
  }
  const api = withoutFrames(createApi(document))
  const operation = (id: string) => {
    const found = api.byId.get(id)
    if (found === undefined) throw new Error(`no ${id}`)
    return found
  }
  return { api, create: operation('create'), update: operation('update') }
}

const attributes = exactly({ title: text, draft: { type: 'boolean' } }, ['title'])
const relationships = exactly(
  {
    author: exactly({ data: linkage('people') }),
    tags: exactly({ data: { type: 'array', items: linkage('tags') } }),
  },
  ['author'],
)
const resource = exactly({ type: { const: 'articles' }, id: text, attributes, relationships })
const jsonApi = apiOf(
  exactly({ data: exactly({ type: { const: 'articles' }, attributes, relationships }) }),
  exactly({
    data: exactly({ type: { const: 'articles' }, id: text, attributes: exactly({ title: text }, []) }),
  }),
  exactly({ data: resource }),
)

describe('resource objects of JSON:API', () => {
  test('have their properties and the ids of their relationships at the top', () => {
    const view = viewOf(jsonApi.api.document, jsonApi.create.body?.schema)
    expect(membersOf(view).map(([name]) => name)).toEqual(['title', 'draft', 'author', 'tags'])
    expect([...requiredOf(view)]).toEqual(['title', 'author'])
    expect(membersOf(viewOf(jsonApi.api.document, thingSchema(jsonApi.api, jsonApi.create)))).toHaveLength(5)
  })

  const shown: JsonObject = {
    type: 'articles',
    id: '7',
    attributes: { title: 'One' },
    relationships: {
      author: { data: { type: 'people', id: '1' } },
      tags: { data: [{ type: 'tags', id: '2' }] },
    },
  }
  test.each<[what: string, value: Json, flat: Json]>([
    ['a resource', shown, { id: '7', title: 'One', author: '1', tags: ['2'] }],
    [
      'an empty relationship',
      { id: '7', attributes: {}, relationships: { author: { data: null } } },
      { id: '7', author: null },
    ],
    [
      'a relationship with links only',
      { id: '7', attributes: {}, relationships: { author: { links: {} } } },
      { id: '7' },
    ],
    [
      'another object',
      { id: '7', attributes: { title: 'One' }, title: 'Two' },
      { id: '7', attributes: { title: 'One' }, title: 'Two' },
    ],
    ['a text', 'One', 'One'],
  ])('are read: %s', (_, value, flat) => expect(flatValue(value)).toEqual(flat))

  test('are read in responses', () => {
    expect(thingIn(jsonApi.api, jsonApi.create, { data: shown })).toEqual(flatValue(shown))
  })

  test('are written into requests, with the id of the path', () => {
    const sent = jsonApi.create.body?.frame?.encode({ title: 'One', author: '1', tags: ['2'] })
    const { id: _, ...withoutId } = shown
    expect(sent).toEqual({ data: withoutId })
    expect(jsonApi.update.body?.frame?.encode({ title: 'Two' }, { id: '7' })).toEqual({
      data: { type: 'articles', id: '7', attributes: { title: 'Two' } },
    })
  })

  test.each<[what: string, body: Json]>([
    ['a whole body', { data: { type: 'articles', attributes: {} } }],
    ['no object', ['One']],
  ])('leave %s as it is', (_, body) => expect(jsonApi.create.body?.frame?.encode(body)).toEqual(body))

  test.each([
    ['/title', '/data/attributes/title'],
    ['/author', '/data/relationships/author'],
    ['/tags/0', '/data/relationships/tags/data/0/id'],
  ])('have %s at %s', (inside, whole) => expect(jsonApi.create.body?.frame?.pointer(inside)).toBe(whole))

  test('are validated by their properties', () => {
    const validate = validatorOf(jsonApi.api.document, 'request')
    const pointer = jsonApi.create.body?.schemaPointer ?? ''
    expect(validate(pointer, { title: 'One', author: '1' })).toEqual([])
    expect(validate(pointer, { author: '1' })).toHaveLength(1)
    expect(jsonApi.create.body?.place).toBe(
      '/paths/~1articles/post/requestBody/content/application~1json/schema',
    )
  })

  test('refer to the resource that the type of a relationship names', () => {
    const graph = findResources(jsonApi.api)
    const schema = new Map(membersOf(viewOf(jsonApi.api.document, jsonApi.create.body?.schema))).get('author')
    expect(graph.referredBy('author', schema)?.collection).toBe('/people')
  })
})

describe('one property around a body', () => {
  const article = exactly({ title: text })
  test.each<[what: string, wrapper: string, framed: boolean]>([
    ['a general word', 'data', true],
    ['the name of the resource', 'article', true],
    ['another word', 'options', false],
  ])('%s', (_, wrapper, framed) => {
    const { create } = apiOf(exactly({ [wrapper]: article }), article, exactly({ id: text, title: text }))
    expect(create.body?.frame?.encode({ title: 'One' })).toEqual(
      framed ? { [wrapper]: { title: 'One' } } : undefined,
    )
    expect(create.body?.frame?.pointer('/title')).toEqual(framed ? `/${wrapper}/title` : undefined)
  })

  test('does not change an API without such bodies', () => {
    const plain = createApi({
      source: 'test',
      kind: 'openapi',
      root: { openapi: '3.1.0', paths: {} },
      findings: [],
      positionOf: () => undefined,
    })
    expect(withoutFrames(plain)).toBe(plain)
  })
})
