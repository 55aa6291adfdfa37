/** A container of all data, which no operation creates: items are created below it, and it stays as it is. */
import { describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { isScope } from '../../../../src/toolkit/conformance/engine/safety/scopes.ts'
import { createApi } from '../../../../src/toolkit/model/api.ts'
import { findResources } from '../../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startMock, written } from '../../mock/startMock.ts'

const text = { type: 'string' }
const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...text, readOnly: true }, name: text },
}
const shown = (schema: object, example?: unknown) => ({
  description: 'It.',
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})
const body = { required: true, content: { 'application/json': { schema: item } } }
const missing = { 404: shown({ type: 'object' }) }
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text })

function collection(name: string): Record<string, object> {
  const path = `/spaces/{spaceId}/${name}`
  const [all, one] = [parameter('spaceId'), parameter('id')]
  const operations = {
    get: { operationId: `get ${name}`, responses: { 200: shown(item), ...missing } },
    patch: { operationId: `update ${name}`, requestBody: body, responses: { 200: shown(item), ...missing } },
    delete: { operationId: `delete ${name}`, responses: { 204: { description: 'Deleted.' }, ...missing } },
  }
  return {
    [path]: {
      parameters: [all],
      get: {
        operationId: `list ${name}`,
        responses: { 200: shown({ type: 'array', items: item }), ...missing },
      },
      post: { operationId: `create ${name}`, requestBody: body, responses: { 201: shown(item), ...missing } },
    },
    [`${path}/{id}`]: { parameters: [all, one], ...operations },
  }
}

/** @param names of the collections below a space */
function documentWith(...names: string[]) {
  const spaces = [{ id: 's1', name: 'Ours' }]
  return {
    openapi: '3.1.0',
    info: { title: 'Spaces', version: '1' },
    paths: {
      '/spaces': {
        get: {
          operationId: 'list spaces',
          responses: { 200: shown({ type: 'array', items: item }, spaces) },
        },
      },
      '/spaces/{spaceId}': {
        parameters: [parameter('spaceId')],
        get: { operationId: 'get space', responses: { 200: shown(item, spaces[0]), ...missing } },
        patch: {
          operationId: 'update space',
          requestBody: body,
          responses: { 200: shown(item), ...missing },
        },
      },
      '/spaces/{spaceId}/leave': {
        parameters: [parameter('spaceId')],
        post: { operationId: 'leave space', responses: { 200: shown(item), ...missing } },
      },
      ...Object.assign({}, ...names.map(collection)),
    },
  }
}

it.each([
  [['notes', 'tags'], true],
  [['notes'], false],
])('a space with %s is a scope: %s', (names, expected) => {
  const api = createApi(documentOf(documentWith(...names) as never))
  const [space] = findResources(api).resources
  expect(space && isScope(api, space)).toBe(expected)
})

describe('conform at an API below a space', () => {
  it('creates items in it, and does not write to the space', async () => {
    const document = documentWith('notes', 'tags')
    await using mock = await startMock(document, { stateful: true, seeded: true })
    const { reached, writes, left } = await runConformance({
      document: written(document),
      ...{ target: mock.origin, rules: runnerRules, subscribers: [] },
      identities: [{ name: 'nobody', credentials: [] }],
    })
    const sent = (path: string) =>
      writes.filter((one) => one.path === path && one.created + one.changed + one.deleted > 0)
    expect([...sent('/spaces/{spaceId}'), ...sent('/spaces/{spaceId}/leave')]).toEqual([])
    expect(sent('/spaces/{spaceId}/notes').length).toBeGreaterThan(0)
    expect(reached).toMatchObject({ operations: 12, ofOperations: 14 })
    expect(left).toEqual([])
  })
})
