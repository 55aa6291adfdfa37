/** Roles of properties and operations of one resource, from its paths and schemas. */
import { expect, test } from 'vitest'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const content = (schema: object) => ({ 'application/json': { schema } })
const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })

/**
 * @param operations paths and methods in addition to those of `/things`
 * @param key the schema of the path parameters
 * @param read what the path of one item returns
 */
function modelWith(
  thing: object,
  operations: string[] = [],
  sent: object = thing,
  key: object = text,
  read: object = thing,
) {
  const paths: Record<string, Record<string, object>> = {}
  for (const line of ['GET /things', 'POST /things', 'GET /things/{thing_id}', ...operations]) {
    const [method = '', path = ''] = line.split(' ')
    const isList = method === 'GET' && !path.endsWith('}')
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: line,
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: key,
        })),
        ...(method === 'POST' && { requestBody: { content: content(sent) } }),
        responses: {
          200: { description: 'OK', content: content(isList ? { type: 'array', items: thing } : read) },
        },
      },
    }
  }
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths }
  const { resources } = modelOf(documentOf(root as never, 'things.json'))
  const found = resources.find(({ collection }) => collection === '/things')
  if (found === undefined) throw new Error('There is no /things')
  return found
}

const rolesIn = (...given: Parameters<typeof modelWith>): Record<string, string> =>
  Object.fromEntries(
    modelWith(...given).properties.map(({ property, role, refersTo }) => [
      property,
      refersTo === undefined ? role : `${role} ${refersTo}`,
    ]),
  )

test.each<[name: string, schema: object, role: string | undefined]>([
  ['oauth_server_client_secret', text, 'secret'],
  ['sdk_token', text, 'secret'],
  ['authPassword', text, 'secret'],
  ['hasPassword', { type: 'boolean' }, undefined],
  ['reset_password', text, undefined],
  ['next_page_token', text, undefined],
  ['last_sign_in_at', { type: 'string', format: 'date-time' }, 'volatile'],
  ['lastActivity', text, 'volatile'],
  ['lastUse', { type: 'string', format: 'date-time' }, 'volatile'],
  ['age_in_days', { type: 'integer' }, 'volatile'],
  ['agent', text, undefined],
  ['time_created', text, 'createdAt'],
  ['time_updated', text, 'updatedAt'],
  ['thingName', text, 'name'],
  ['thing_title', text, 'name'],
  ['ownerName', text, undefined],
  ['usage_type', { type: 'string', enum: ['price', 'percentage'] }, undefined],
  ['usage_percentage', { type: 'number' }, undefined],
  ['version', { type: 'integer' }, 'version'],
  ['state', text, 'status'],
  ['current_state', { type: 'string', enum: ['open', 'closed'] }, 'status'],
  ['version', { type: 'integer', enum: [4, 6] }, undefined],
  ['key', { type: 'string', description: 'The Base64 encoded secret key' }, 'secret'],
  ['key', { type: 'string', description: 'The key of the translation' }, undefined],
  ['version', { type: 'string', description: 'The version of the server software' }, undefined],
  ['lastUpdateUtcDate', { type: 'string', format: 'date-time' }, 'updatedAt'],
  ['creationUtcDate', text, 'createdAt'],
  ['make_date', { type: 'integer' }, 'createdAt'],
  ['integrity', text, 'digest'],
  ['state', { type: 'string', description: 'US state or territory where it is' }, undefined],
  ['totalExamples', { type: 'integer', description: 'Total number of examples in the dataset.' }, 'count'],
  ['total_catch', { type: 'integer', description: 'The total number of fish required' }, undefined],
  ['seats', { type: 'integer', description: 'Number of seats.' }, undefined],
  ['size', { type: 'integer', description: 'A number of contacts in the list' }, 'count'],
  ['size', { type: 'integer', description: 'The size in bytes' }, undefined],
  ['linked', { type: 'integer', description: 'Number of things that are linked to it' }, 'count'],
  ['linked', { type: 'integer', description: 'Number of things to link' }, undefined],
  ['linked', { type: 'integer', description: 'Number of days since it is linked' }, undefined],
  ['connectionState', { type: 'string', enum: ['on', 'off'] }, 'status'],
  ['connectionState', text, undefined],
  ['billing_state', { type: 'string', enum: ['NY', 'CA'] }, undefined],
  ['caption', { type: 'string', description: 'The name of the thing' }, 'name'],
  ['caption', { type: 'string', description: 'The name by which the thing is listed' }, 'name'],
  ['caption', { type: 'string', description: 'The name of the thing owning it' }, undefined],
  ['caption', { type: 'string', description: 'The name of the owner' }, undefined],
])('the role of %s: %j is %s', (name, schema, role) => {
  expect(rolesIn(object({ id: text, [name]: schema }))[name]).toBe(role)
})

test('the state of an address is not a status', () => {
  expect(rolesIn(object({ id: text, city: text, state: text }))).toEqual({ id: 'id' })
  const machine = object({ id: text, capacity: text, state: text, addresses: text })
  expect(rolesIn(machine)).toMatchObject({ state: 'status' })
})

test('properties of `attributes` and relationships of JSON:API have roles', () => {
  const thing = object({
    type: text,
    id: text,
    attributes: object({ title: text, created_at: { type: 'string', format: 'date-time' }, owner_id: text }),
    relationships: object({
      season: object({ data: object({ id: text, type: { type: 'string', enum: ['seasons'] } }) }),
    }),
  })
  const roles = rolesIn(object({ data: thing }), ['GET /seasons/{season_id}', 'GET /owners/{owner_id}'])
  expect(roles).toEqual({
    id: 'id',
    title: 'name',
    created_at: 'createdAt',
    owner_id: 'reference /owners',
    season: 'reference /seasons',
  })
})

test('properties of `attributes` have roles next to others of their names', () => {
  const attributes = object({ type: text, title: text, created_at: text })
  const owner = object({ data: object({ id: text, type: { type: 'string', enum: ['owners'] } }) })
  const thing = object({ id: text, type: text, attributes, relationships: object({ owner }) })
  expect(rolesIn(object({ data: thing }), ['GET /owners/{owner_id}'])).toEqual({
    id: 'id',
    title: 'name',
    created_at: 'createdAt',
    owner: 'reference /owners',
  })
})

test.each<[operationId: string, further: string[], roles: string[]]>([
  ['updateThing', [], ['list', 'create', 'read', 'update']],
  ['writeThing', [], ['list', 'create', 'read', 'update']],
  ['launchThing', [], ['list', 'create', 'read']],
  ['updateThing', ['PATCH /things/{thing_id}'], ['list', 'create', 'read', 'update']],
])('a POST on an item with the id %s, and %j, gives the roles %j', (operationId, further, roles) => {
  const thing = { $ref: '#/components/schemas/Thing' }
  const paths: Record<string, Record<string, object>> = {}
  for (const line of [
    'GET /things',
    'POST /things',
    'GET /things/{thing_id}',
    'POST /things/{thing_id}',
    ...further,
  ]) {
    const [method = '', path = ''] = line.split(' ')
    const schema = line === 'GET /things' ? { type: 'array', items: thing } : thing
    const parameters = [{ name: 'thing_id', in: 'path', required: true, schema: text }]
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: line === 'POST /things/{thing_id}' ? operationId : line.replace(' ', ''),
        parameters: path.endsWith('}') ? parameters : [],
        responses: { 200: { description: 'OK', content: content(schema) } },
      },
    }
  }
  const schemas = { Thing: object({ id: text }) }
  const root = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths, components: { schemas } }
  const [resource] = modelOf(documentOf(root as never, 'things.json')).resources
  expect(resource?.operations.map(({ role }) => role)).toEqual(roles)
})

test('properties that all forms of a response have, or any form of a request, have roles', () => {
  const form = (own: object) => object({ id: text, name: text, updated_at: text, ...own })
  const shown = { oneOf: [form({ state: text }), form({ channel: text })] }
  const sent = { oneOf: [form({ password: text }), form({ channel: text })] }
  expect(rolesIn(shown, [], sent)).toEqual({
    id: 'id',
    name: 'name',
    updated_at: 'updatedAt',
    password: 'secret',
  })
})

test('a vague name is the creation time only where no other property is', () => {
  expect(rolesIn(object({ id: text, timestamp: text }))).toMatchObject({ timestamp: 'createdAt' })
  expect(rolesIn(object({ id: text, timestamp: text, created_at: text }))).toEqual({
    id: 'id',
    created_at: 'createdAt',
  })
})

test('a number with the name of another resource refers to it', () => {
  const number = { type: 'integer' }
  const thing = object({ id: text, patient: number, level: number, peerdb_patient_id: number, doctor: text })
  const others = ['GET /patients', 'GET /patients/{patient_id}', 'GET /levels', 'GET /levels/{level_id}']
  expect(rolesIn(thing, [...others, 'GET /doctors', 'GET /doctors/{doctor_id}'], thing, number)).toEqual({
    id: 'id',
    patient: 'reference /patients',
  })
})

test('one path with two names of its parameter is one resource', () => {
  const { operations } = modelWith(object({ id: text }), [
    'DELETE /things/{thing_id}',
    'POST /things/{id}/archive',
    'POST /things/{id}/parts',
    'GET /things/{id}/parts/{part_id}',
  ])
  expect(operations.map(({ role }) => role)).toEqual(['list', 'create', 'read', 'delete', 'action'])
})

test('the path of one item may return a list', () => {
  const item = object({ thing_id: text, subject: text })
  const found = modelWith(
    item,
    [],
    item,
    text,
    object({ total_count: { type: 'integer' }, items: { type: 'array', items: item } }),
  )
  expect(found.properties.map(({ property }) => property)).toEqual(['thing_id', 'subject'])
})

test('a path by a further key is not another resource', () => {
  const thing = object({ id: text, external_id: text, serial: text })
  expect(rolesIn(thing, ['GET /things/external_id/{external_id}', 'GET /things/by_serial/{serial}'])).toEqual(
    { id: 'id' },
  )
})

test.each<[operation: string, isAction: boolean]>([
  ['POST /things/{thing_id}/archive', true],
  ['PUT /things/{thing_id}/cancel', true],
  ['PUT /things/{thing_id}/convert_trial', true],
  ['PUT /things/{thing_id}/reschedule', true],
  ['PUT /things/{thing_id}/mark-as-read', true],
  ['PUT /things/{thing_id}/end-date', false],
  ['POST /things/{thing_id}/render', true],
  ['PUT /things/{thing_id}/settings', false],
  ['PUT /things/{thing_id}/refresh', true],
  ['POST /things/{thing_id}/actions/hold', true],
  ['GET /things/{thing_id}/actions/hold', false],
  ['POST /things/{thing_id}/parts', false],
  ['POST /things/{thing_id}/refunds', false],
])('%s is an action: %s', (operation, isAction) => {
  const { operations } = modelWith(object({ id: text }), [
    operation,
    'GET /parts',
    'GET /parts/{part_id}',
    'DELETE /things/{thing_id}/refunds/{refund_id}',
  ])
  expect(operations.some((one) => one.operationId === operation && one.role === 'action')).toBe(isAction)
})

test.each<[summary: string, key: string, status: number, role: string]>([
  ['Update a rule.', 'string', 200, 'update'],
  ['Create or update a rule.', 'string', 200, 'upsert'],
  ['Update a rule.', 'string', 201, 'upsert'],
  ['Store a rule.', 'string', 200, 'upsert'],
  ['Store a rule.', 'integer', 200, 'update'],
  ['Follow a rule.', 'integer', 200, 'upsert'],
  ['Mark the rule.', 'integer', 200, 'update'],
  ['Update the shipping address.', 'string', 200, 'update'],
  ['Store an exchange rate.', 'string', 200, 'upsert'],
  ['Store a credit.', 'string', 200, 'upsert'],
])('PUT without POST, "%s" with a key of type %s and status %i, is an %s', (summary, type, status, role) => {
  const parameters = [{ name: 'key', in: 'path', required: true, schema: { type } }]
  const put = { operationId: 'putRule', summary, parameters, responses: { [status]: { description: 'OK' } } }
  const root = {
    openapi: '3.1.0',
    info: { title: 'Rules', version: '1' },
    paths: { '/rules/{key}': { put } },
  }
  const { resources } = modelOf(documentOf(root as never, 'rules.json'))
  expect(resources[0]?.operations.map((one) => one.role)).toEqual([role])
})

test('a number with the name of a collection below the item counts it', () => {
  const number = { type: 'integer' }
  expect(
    rolesIn(object({ id: text, comments: number, points: number }), [
      'GET /things/{thing_id}/comments',
      'GET /things/{thing_id}/comments/{comment_id}',
    ]),
  ).toEqual({ id: 'id', comments: 'count' })
})

test('the plural of a resource may be irregular, and `ref` is no reference', () => {
  const creator = { type: 'string', description: 'The ID of the person who created this.' }
  const others = ['GET /people', 'GET /people/{person}', 'GET /commits', 'GET /commits/{ref}']
  expect(rolesIn(object({ id: text, creatorId: creator, ref: text }), others)).toEqual({
    id: 'id',
    creatorId: 'reference /people',
  })
})
