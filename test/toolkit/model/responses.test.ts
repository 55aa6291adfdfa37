/** Resources and lists whose paths or responses are unusual. */
import { expect, test } from 'vitest'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: object) => ({ type: 'object', properties })
const array = (items: object) => ({ type: 'array', items })
const described = (schema: object, description: string) => ({ ...schema, description })

interface Given {
  /** Method, path and schema of the response. */
  operations: Record<string, object>
  status?: string
  description?: string
  key?: object
  query?: string[]
}

function modelWith({ operations, status = '200', description = 'OK', key = text, query = [] }: Given) {
  const paths: Record<string, object> = {}
  for (const [operationId, schema] of Object.entries(operations)) {
    const [method = '', path = ''] = operationId.split(' ')
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: key,
    }))
    const inQuery = path.endsWith('}') ? [] : query.map((name) => ({ name, in: 'query', schema: integer }))
    const responses = { [status]: { description, content: { 'application/json': { schema } } } }
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { operationId, parameters: [...inPath, ...inQuery], responses },
    }
  }
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths }
  return modelOf(documentOf(root as never, 'things.json'))
}

const thing = object({ id: text, title: text })

test.each<[status: string, description: string, items: string | undefined]>([
  ['200', 'OK', ''],
  ['default', '', ''],
  ['default', 'Things', ''],
  ['default', 'Unexpected error', undefined],
])('a response %s, "%s", is a list at %j', (status, description, items) => {
  const operations = { 'GET /things': array(thing), 'GET /things/{id}': thing }
  expect(modelWith({ operations, status, description }).resources[0]?.list?.items).toBe(items)
})

test('the root of an API may be a collection', () => {
  const operations = {
    'GET /': object({ _embedded: object({ things: array(thing) }), total_items: integer }),
    'POST /': thing,
    'GET /{id}': thing,
    'DELETE /{id}': thing,
  }
  const { resources } = modelWith({ operations, query: ['page', 'page_size'] })
  expect(resources).toHaveLength(1)
  expect(resources[0]).toMatchObject({
    collection: '/',
    item: '/{id}',
    list: {
      items: '/_embedded/things',
      total: '/total_items',
      pagination: { style: 'page', parameter: 'page' },
    },
  })
  expect(resources[0]?.operations.map(({ role }) => role)).toEqual(['list', 'create', 'read', 'delete'])
})

test.each<[entry: object, operations: string[], isItem: boolean]>([
  [object({ key: text, title: text }), [], false],
  [object({ organization: text, title: text }), [], true],
  [object({ key: text, title: text }), ['DELETE'], true],
])('a path whose GET returns an array of %j, with %j, is of one item: %s', (entry, further, isItem) => {
  const path = '/models/{organization}'
  const operations = {
    'GET /models': array(entry),
    [`GET ${path}`]: array(entry),
    ...Object.fromEntries(further.map((method) => [`${method} ${path}`, entry])),
  }
  expect(modelWith({ operations }).resources.some(({ item }) => item === path)).toBe(isItem)
})

test.each<[around: object, query: string[], total: string | undefined]>([
  [{ meta: object({ count: integer }) }, [], '/meta/count'],
  [{ meta: object({ count: integer }) }, ['limit'], undefined],
  [{ count: text }, [], undefined],
  [
    {
      pagination: object({
        count: described(integer, 'Total number of items returned.'),
        total_count: integer,
      }),
    },
    ['limit', 'offset'],
    '/pagination/total_count',
  ],
  [{ count: described(integer, 'Total number of items returned.') }, ['limit'], undefined],
  [{ size: described(integer, 'Total number of items on this page') }, ['limit'], undefined],
  [{ count: described({ type: 'number' }, 'The total record count on the backend') }, ['limit'], '/count'],
  [{ count: described(integer, 'Total number of things available in the database') }, ['limit'], undefined],
  [{ count: described(integer, 'The total page count') }, ['limit'], undefined],
  [{ matches: described({ type: 'number' }, 'Total number of things') }, ['limit'], '/matches'],
  [{ meta: object({ count: integer, limit: integer, offset: integer }) }, ['limit', 'offset'], '/meta/count'],
  [{ meta: object({ count: integer, offset: integer }) }, ['limit', 'offset'], undefined],
  [{ numberOfThings: integer }, ['limit'], '/numberOfThings'],
  [{ meta: object({ found: integer, page: integer }) }, ['limit'], '/meta/found'],
  [{ totalThings: integer }, ['limit'], '/totalThings'],
  [{ numberOfOwners: integer }, ['limit'], undefined],
  [{ numberOfPages: described(integer, 'The total count of pages') }, ['limit'], undefined],
])('next to %j, with the parameters %j, the total is at %s', (around, query, total) => {
  const operations = { 'GET /things': object({ data: array(thing), ...around }), 'GET /things/{id}': thing }
  expect(modelWith({ operations, query }).resources[0]?.list?.total).toBe(total)
})

test.each<[collection: string, parameter: string, properties: object, id: string | undefined]>([
  ['/levels', 'subclass_level', { index: text, level: integer }, 'level'],
  ['/levels', 'subclass_level', { id: text, level: integer }, 'id'],
  ['/levels', 'floor', { index: text, level: integer }, undefined],
  ['/levels', 'code', { identifier: text, title: text }, 'identifier'],
  ['/levels', 'level', { levelKey: text, title: text }, 'levelKey'],
])('the identifier of %s/{%s} with %j is %s', (collection, parameter, properties, id) => {
  const operations = {
    [`GET ${collection}`]: array(object(properties)),
    [`GET ${collection}/{${parameter}}`]: object(properties),
  }
  expect(modelWith({ operations }).resources[0]?.id.property).toBe(id)
})

test('without a declared property, only a path parameter `id` names the identifier reliably', () => {
  const confidences = ['id', 'sub_id'].map((parameter) => {
    const { resources } = modelWith({ operations: { [`GET /things/{${parameter}}`]: {} } })
    return resources[0]?.id.evidence.confidence
  })
  expect(confidences).toEqual([0.8, 0.5])
})

test.each([
  ['route_key', 'routeKey', 'result'],
  ['label', 'routeKey', undefined],
])('an object with %s at /routes/{%s} is in the envelope %s', (own, parameter, envelope) => {
  const route = object({ [own]: text, path: text })
  const operations = {
    'GET /routes': object({ result: array(route) }),
    [`GET /routes/{${parameter}}`]: object({ result: route }),
  }
  expect(modelWith({ operations }).resources[0]?.envelope).toBe(envelope)
})

test.each<[name: string, schema: object, users: string | undefined]>([
  ['created_by', integer, '/users'],
  ['updatedBy', { type: 'string', format: 'uuid' }, '/users'],
  ['closed_by_id', text, '/users'],
  ['resolved_by', described(text, 'ID of user who resolved it'), '/users'],
  ['created_by', text, undefined],
  ['used_by', described(integer, 'Number of projects that use it'), undefined],
  ['created_by', described(text, 'The name of the user who created it'), undefined],
  ['sorted_by', text, undefined],
])('%s, %j, refers to %s', (name, schema, users) => {
  const item = object({ id: text, [name]: schema })
  const user = object({ id: integer, email: text })
  const { resources } = modelWith({
    operations: {
      'GET /things': array(item),
      'GET /things/{id}': item,
      'GET /users': array(user),
      'GET /users/{user}': user,
    },
  })
  expect(resources[0]?.properties.find(({ property }) => property === name)?.refersTo).toBe(users)
})

test('a parameter name of several kinds of resources refers to none of them', () => {
  const kind = object({ index: text, title: text })
  const item = object({ id: text, index: text, spell_index: text })
  const { resources } = modelWith({
    operations: {
      ...Object.fromEntries(
        ['spells', 'traits'].flatMap((name) => [
          [`GET /${name}`, array(kind)],
          [`GET /${name}/{index}`, kind],
        ]),
      ),
      'GET /things': array(item),
      'GET /things/{id}': item,
    },
  })
  expect(resources.find(({ collection }) => collection === '/things')?.properties).toEqual([
    expect.objectContaining({ property: 'id', role: 'id' }),
  ])
})

test('a success under `default` next to errors is a list, except where another status is a success', () => {
  const error = { description: 'Bad request' }
  const of = (further: object) => {
    const shown = { description: 'OK', content: { 'application/json': { schema: array(thing) } } }
    const get = { operationId: 'list', responses: { 400: error, default: shown, ...further } }
    const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: { '/things': { get } } }
    return modelOf(documentOf(root as never, 'things.json')).lists.length
  }
  expect([of({}), of({ 204: { description: 'None' } })]).toEqual([1, 0])
})

test.each<[name: string, description: string, collection: string | undefined]>([
  ['parent', 'Code of the parent product model.', '/product-models'],
  ['parent', 'Code of the parent', '/things'],
  ['changeOrderType', 'The kind of change', undefined],
])('%s, "%s", refers to %s', (name, description, collection) => {
  const item = object({ id: text, [name]: described(text, description) })
  const { resources } = modelWith({
    operations: {
      'GET /things': array(item),
      'GET /things/{id}': item,
      'GET /product-models': array(thing),
      'GET /product-models/{id}': thing,
      'GET /changes': array(thing),
      'GET /changes/{changeOrderType}': thing,
    },
  })
  expect(resources[0]?.properties.find(({ property }) => property === name)?.refersTo).toBe(collection)
})

test.each<[response: object, items: string | undefined]>([
  [
    object({
      ids: array(text),
      result: array(object({ title: text })),
      columns: array(object({ label: text })),
    }),
    '/result',
  ],
  [object({ data: { anyOf: [array(thing), array({ type: 'object' })] }, errors: array(thing) }), '/data'],
  [object({ data: { anyOf: [array(thing), thing] } }), undefined],
])('the items of %j are at %s', (response, items) => {
  const operations = { 'GET /things': response, 'GET /things/{id}': thing }
  expect(modelWith({ operations }).resources[0]?.list?.items).toBe(items)
})

test.each<[name: string, schema: object, collection: string | undefined]>([
  ['owner', described(text, 'Owner ID'), '/owners'],
  ['owner', described(text, "The owner's unique identifier"), '/owners'],
  ['owner', described(text, 'Unique identifier of the *Owner*'), '/owners'],
  ['owner', { type: 'string', format: 'uuid' }, '/owners'],
  ['handover_owner', described(text, 'Id of the `Owner`. The thing is delivered there.'), '/owners'],
  ['handover_owner', described(text, 'Name of the `Owner`.'), undefined],
  ['kv_owner', described(text, 'Unique identifier for the value.'), undefined],
  ['organization_id', text, '/orgs'],
  ['batchId', described(text, 'The ID of the owner batch'), undefined],
  ['uniqueThingId', described(text, 'The thing ID'), undefined],
  ['newThingId', described(text, 'Formatted thing ID'), undefined],
  ['replacedThingId', described(text, 'The thing that it replaces'), '/things'],
  ['ownerIdArray', array(text), '/owners'],
  ['owner_ids_list', array(text), '/owners'],
  ['owner', described(text, 'The name of the owner'), undefined],
  ['owner', text, undefined],
])('%s, %j, refers to the item of %s', (name, schema, collection) => {
  const item = object({ id: text, [name]: schema })
  const operations = {
    'GET /things': array(item),
    'GET /things/{id}': item,
    'GET /owners': array(thing),
    'GET /owners/{id}': thing,
    'GET /orgs/{id}': thing,
  }
  const { resources } = modelWith({ operations })
  expect(resources[0]?.properties.find(({ property }) => property === name)?.refersTo).toBe(collection)
})

test('properties that only a list shows have roles', () => {
  const listed = object({ id: text, title: text, comment_count: integer })
  const { resources } = modelWith({ operations: { 'GET /things': array(listed), 'GET /things/{id}': thing } })
  expect(resources[0]?.properties.map(({ property, role }) => [property, role])).toEqual([
    ['id', 'id'],
    ['title', 'name'],
    ['comment_count', 'count'],
  ])
})

test('the identifier and filters may be properties of each form of an item', () => {
  const form = (own: object) => object({ id: text, title: text, ...own })
  const forms = { oneOf: [form({ score: integer }), form({ color: text })] }
  const operations = { 'GET /things': object({ things: array(forms) }), 'GET /things/{thingID}': forms }
  const [resource] = modelWith({ operations, query: ['title', 'color'] }).resources
  expect(resource?.id).toMatchObject({ property: 'id', evidence: { confidence: 0.8 } })
  expect(resource?.list?.filters.map(({ properties }) => properties)).toEqual([[['title']]])
})

test('a path whose GET returns the response of the collection is not one of an item', () => {
  const refers = { $ref: '#/paths/~1things/get/responses/200/content/application~1json/schema' }
  const list = object({ things: array(object({ title: text, owner: text })) })
  const { resources } = modelWith({
    operations: {
      'GET /things': list,
      'GET /all': refers,
      'GET /things/{owner}': refers,
      'GET /all/{user}': refers,
      'GET /others': list,
      'GET /others/{other_id}': {
        $ref: '#/paths/~1others/get/responses/200/content/application~1json/schema',
      },
    },
  })
  expect(resources.map(({ item }) => item)).toEqual(['/things/{owner}', '/others/{other_id}'])
})

test.each<[sent: object, item: object, roles: string[]]>([
  [object({ id: text, title: text }), {}, ['list', 'create', 'read', 'update']],
  [object({ title: text }), {}, ['list', 'create', 'read']],
  [array(thing), {}, ['list', 'create', 'read']],
  [object({ id: text, title: text }), { 'PUT /things/{id}': thing }, ['list', 'create', 'read', 'update']],
])('with a PUT of %j on the collection, and %j, the roles are %j', (schema, item, roles) => {
  const operations = {
    'GET /things': array(thing),
    'POST /things': thing,
    'GET /things/{id}': thing,
    'PUT /things': thing,
    ...item,
  }
  const paths: Record<string, Record<string, object>> = {}
  for (const [operationId, shown] of Object.entries(operations)) {
    const [method = '', path = ''] = operationId.split(' ')
    const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: text }] : []
    const content = { 'application/json': { schema } }
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId,
        parameters,
        ...(method === 'PUT' && { requestBody: { content } }),
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: shown } } } },
      },
    }
  }
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths }
  const [resource] = modelOf(documentOf(root as never, 'things.json')).resources
  expect(resource?.operations.map(({ role }) => role)).toEqual(roles)
})

test.each<[response: object, envelope: string | undefined]>([
  [object({ id: text, data: thing }), 'data'],
  [object({ id: text, data: object({ size: integer }) }), undefined],
  [object({ id: text, title: text, data: thing }), undefined],
])('a response of %j has the envelope %s', (response, envelope) => {
  const operations = { 'GET /things': object({ data: array(thing) }), 'GET /things/{thingId}': response }
  expect(modelWith({ operations }).resources[0]?.envelope).toBe(envelope)
})

test('a list at /things/list belongs to the items next to it, also where the collection returns something else', () => {
  const operations = {
    'GET /things': object({ data: thing }),
    'GET /things/{id}': object({ data: thing }),
    'GET /things/list': object({ data: array(thing) }),
    'GET /things/list/{id}': object({ data: array(thing) }),
  }
  const { resources } = modelWith({ operations })
  expect(resources.find(({ item }) => item === '/things/{id}')?.list).toMatchObject({
    operationId: 'GET /things/list',
    items: '/data',
  })
})

test('`body` next to a header is an envelope', () => {
  const shown = (body: object) => object({ body, header: object({ id: integer, status: text }) })
  const item = object({ uuid: text, avatar: text })
  const operations = { 'GET /things': shown(array(item)), 'GET /things/{UUID}': shown(item) }
  expect(modelWith({ operations }).resources[0]).toMatchObject({ envelope: 'body', id: { property: 'uuid' } })
})

test.each<[name: string, schema: object, style: string]>([
  ['marker', described(integer, 'Offset in the result list'), 'offset'],
  ['marker', described(text, 'Offset in the result list'), 'cursor'],
  ['start', described(text, 'An opaque identifier for pagination'), 'cursor'],
  ['start', described(integer, 'The first item'), 'offset'],
])('%s, %j, requests pages by %s', (name, schema, style) => {
  const get = {
    operationId: 'list',
    parameters: [{ name, in: 'query', schema, description: (schema as { description: string }).description }],
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: object({ data: array(thing), next: text }) } },
      },
    },
  }
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: { '/things': { get } } }
  const { lists } = modelOf(documentOf(root as never, 'things.json'))
  expect(lists[0]?.pagination).toMatchObject({ style, parameter: name })
})

test.each<[response: object, query: string[], cursor: object | undefined]>([
  [object({ data: array(thing), Links: object({ Next: text }) }), [], { in: 'body', at: '/Links/Next' }],
  [
    object({ data: array(thing), nextPageAPI: { type: 'string', format: 'uri' } }),
    ['page'],
    { in: 'body', at: '/nextPageAPI' },
  ],
  [object({ data: array(thing), nextPageAPI: text }), ['page'], undefined],
])('the address of the next page in %j, with the parameters %j, is at %j', (response, query, cursor) => {
  const operations = { 'GET /things': response, 'GET /things/{id}': thing }
  expect(modelWith({ operations, query }).resources[0]?.list?.pagination.cursor).toEqual(cursor)
})

test('items are not created where other things of the same name are', () => {
  const list = (name: string) =>
    array({ $ref: `#/paths/~1${name}~1{id}/get/responses/200/content/application~1json/schema` })
  const operations = {
    'GET /points/{id}/attributes': list('points'),
    'GET /points/{id}/attributes/{attribute}': object({ attribute: text }),
    'GET /points/{id}': object({ attribute: text }),
    'GET /elements/{id}/attributes': list('elements'),
    'POST /elements/{id}/attributes': {},
    'GET /elements/{id}': object({ id: text, value: text }),
  }
  const found = modelWith({ operations }).resources.find(
    ({ collection }) => collection === '/points/{id}/attributes',
  )
  expect(found?.operations.map(({ role }) => role)).toEqual(['list', 'read'])
})

test('metadata without an identifier do not show it', () => {
  const item = object({ number: text, metadata: object({ totalCount: integer }) })
  const operations = { 'GET /notes': array(item), 'GET /notes/{noteRef}': item }
  expect(modelWith({ operations }).resources[0]?.id.property).toBe(undefined)
})

test('`_embedded` next to `messages` has the items', () => {
  const message = object({ id: text, code: integer })
  const response = object({
    _embedded: array(object({ title: text })),
    messages: array(message),
    version: object({}),
  })
  expect(
    modelWith({ operations: { 'GET /things': response, 'GET /things/{id}': {} } }).resources[0]?.list?.items,
  ).toBe('/_embedded')
})

test('a year is not a reference to a path by year', () => {
  const item = object({ id: text, year: integer })
  const operations = {
    'GET /things': array(item),
    'GET /things/{id}': item,
    'GET /totals/{year}': object({ amount: integer }),
    'DELETE /totals/{year}': {},
  }
  expect(modelWith({ operations }).resources[0]?.properties.map(({ property }) => property)).toEqual(['id'])
})

test('an action may have a GET, unless it returns a list', () => {
  const operations = {
    'GET /things': array(thing),
    'GET /things/{id}': thing,
    'GET /things/{id}/restore': object({ done: text }),
    'POST /things/{id}/restore': thing,
    'GET /things/{id}/copy': array(thing),
    'POST /things/{id}/copy': thing,
  }
  const { resources } = modelWith({ operations })
  expect(
    resources[0]?.operations.flatMap(({ role, operationId }) => (role === 'action' ? [operationId] : [])),
  ).toEqual(['POST /things/{id}/restore'])
})

test.each<[path: string, isItem: boolean]>([
  ['/things/{account}', false],
  ['/things/{thingIds}', true],
  ['/things/{title}', true],
])('with an array of what the collection returns, %s is the path of an item: %s', (path, isItem) => {
  const entry = { $ref: '#/paths/~1shapes/get/responses/200/content/application~1json/schema' }
  const operations = { 'GET /shapes': thing, 'GET /things': array(entry), [`GET ${path}`]: array(entry) }
  expect(modelWith({ operations }).resources.some(({ item }) => item === path)).toBe(isItem)
})

test('the address of the next page is known next to the id of the last item', () => {
  const response = object({ results: array(thing), next_url: text })
  const operations = { 'GET /things': response, 'GET /things/{id}': thing }
  expect(modelWith({ operations, query: ['after_id'] }).resources[0]?.list?.pagination).toMatchObject({
    style: 'cursor',
    parameter: 'after_id',
    cursor: { in: 'body', at: '/next_url' },
  })
})
