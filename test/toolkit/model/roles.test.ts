/** Roles of properties and operations of one resource, from its paths and schemas. */
import { expect, test } from 'vitest'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const content = (schema: object) => ({ 'application/json': { schema } })
const text = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })

/** @param operations paths and methods in addition to those of `/things` */
function modelWith(thing: object, operations: string[] = [], sent: object = thing) {
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
          schema: text,
        })),
        ...(method === 'POST' && { requestBody: { content: content(sent) } }),
        responses: {
          200: { description: 'OK', content: content(isList ? { type: 'array', items: thing } : thing) },
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
  ['usage_type', { type: 'string', enum: ['price', 'percentage'] }, undefined],
  ['usage_percentage', { type: 'number' }, undefined],
])('the role of %s: %j is %s', (name, schema, role) => {
  expect(rolesIn(object({ id: text, [name]: schema }))[name]).toBe(role)
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
  ['POST /things/{thing_id}/render', true],
  ['PUT /things/{thing_id}/settings', false],
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
