/**
 * The facts of the source specification, through the public door and against its own words rather than the documents
 * made from it: docs/internals/source-facts.yaml lists which fact is proven here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes } from '../src/service/features/organization/model/member.ts'
import { startServer, type TestServer } from './harness/server.ts'
import { documentedOperations, type WireRequest } from './harness/wire.ts'

let server: TestServer
let production: TestServer
beforeAll(async () => {
  server = await startServer()
  production = await startServer({ name: 'production' })
})
afterAll(async () => {
  await server.close()
  await production.close()
})

type Body = Record<string, unknown>
const send = async (method: string, path: string, body?: unknown, more: Partial<WireRequest> = {}) => {
  const response = await server.wire.send({ method, path, key: server.a.key, body, ...more })
  return { ...response, body: (response.body.length > 0 ? response.json() : {}) as Body }
}
const make = async (path: string, body: Body): Promise<Body & { id: string }> => {
  const response = await send('POST', path, body)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body as Body & { id: string }
}
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const text = expect.any(String)
const time = expect.stringMatching(ISO_8601)

describe('the table of paths', () => {
  const rows: [path: string, methods: string[]][] = [
    ['/prompts', ['GET', 'POST', 'PATCH', 'DELETE']],
    ['/prompts/x/versions', ['GET', 'POST']],
    ['/evaluations', ['GET', 'POST']],
    ['/reports', ['GET', 'POST']],
    ['/templates', ['GET']],
    ['/datasets', ['GET', 'POST', 'PATCH', 'DELETE']],
    ['/folders', ['GET', 'POST', 'PATCH', 'DELETE']],
    ['/webhooks', ['GET', 'POST', 'PATCH', 'DELETE']],
    ['/prompts/x/execute', ['POST']],
    ['/webhooks/x/test', ['POST']],
    ['/webhooks/x/deliveries', ['GET']],
  ]
  test.each(rows)('%s takes %j below a path that ends in /v1', async (path, methods) => {
    const { status, headers } = await send('OPTIONS', path, undefined, { key: null })
    expect(status).toBe(204)
    expect(
      String(headers.allow)
        .split(', ')
        .filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
        .sort(),
    ).toEqual(methods.sort())
    const outside = await server.wire.send({ method: 'GET', path, outside: true, key: server.a.key })
    expect(outside.status).toBe(404)
  })
})

describe('a prompt', () => {
  test('is created from folderId, name and content, and shows its fields', async () => {
    const { id: folderId } = await make('/folders', { name: 'Mails' })
    const content = 'Hello {{name}}'
    const prompt = await make('/prompts', { folderId, name: 'Greeting', content })
    expect(prompt).toMatchObject({ id: text, name: 'Greeting', content, folderId, version: 1 })
    expect(prompt).toMatchObject({ updatedAt: time, updatedBy: server.a.ownerId })
  })
  test.each([
    ['name', { content: 'x' }],
    ['content', { name: 'x' }],
    ['content', { name: 'x', content: '' }],
  ])('without %s is a validation error that names the field and the issue', async (field, body) => {
    const response = await send('POST', '/prompts', body)
    expect(response.status).toBe(400)
    const error = { code: 'VALIDATION_ERROR', message: text, details: { field, issue: text } }
    expect(response.body).toMatchObject({ success: false, error })
  })
  test('is executed with variables, a model and a temperature', async () => {
    const { id } = await make('/prompts', { name: 'Run', content: 'Hello {{name}}, {{name}}' })
    const response = await send('POST', `/prompts/${id}/execute`, {
      variables: { name: 'Ada' },
      model: 'mock/echo',
      temperature: 0.5,
    })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      renderedPrompt: 'Hello Ada, Ada',
      model: 'mock/echo',
      temperature: 0.5,
    })
  })
  test('takes values that are strings alone', async () => {
    const { id } = await make('/prompts', { name: 'Run', content: '{{name}}' })
    expect((await send('POST', `/prompts/${id}/execute`, { variables: { name: 1 } })).status).toBe(400)
  })
})

describe('a credential', () => {
  test('goes into Authorization as a Bearer, and nothing is answered without one', async () => {
    expect((await send('GET', '/prompts')).status).toBe(200)
    expect((await send('GET', '/prompts', undefined, { key: null })).status).toBe(401)
    const basic = { key: null, headers: { Authorization: `Basic ${server.a.key}` } }
    expect((await send('GET', '/prompts', undefined, basic)).status).toBe(401)
  })
  test('has a prefix that tells its environment', async () => {
    expect([server.a.key.slice(0, 9), production.a.key.slice(0, 9)]).toEqual(['svc_test_', 'svc_live_'])
    expect((await production.wire.send({ method: 'GET', path: '/prompts', key: server.a.key })).status).toBe(
      401,
    )
  })
  test('of an organization can be one of several, with permissions of its own', async () => {
    const reader = { key: await server.keyWith(server.a, ['prompts:read']) }
    expect((await send('GET', '/prompts', undefined, reader)).status).toBe(200)
    const rejected = await send('POST', '/prompts', { name: 'x', content: 'y' }, reader)
    expect([rejected.status, rejected.body]).toMatchObject([403, { success: false }])
  })
})

describe('a scope', () => {
  test('is one of ten', () => {
    const levels = ['prompts', 'reports', 'evaluations', 'webhooks'].flatMap((one) => [
      `${one}:read`,
      `${one}:write`,
    ])
    expect([...allScopes].sort()).toEqual([...levels, 'organization:read', 'organization:admin'].sort())
  })
  /** The rights of each scope, by one operation. */
  const grants: [scope: (typeof allScopes)[number], operationId: string][] = [
    ['prompts:read', 'listPrompts'],
    ['prompts:read', 'listPromptVersions'],
    ['prompts:write', 'createPrompt'],
    ['prompts:write', 'updatePrompt'],
    ['prompts:write', 'deletePrompt'],
    ['evaluations:read', 'listEvaluations'],
    ['evaluations:write', 'createEvaluation'],
    ['evaluations:write', 'createDataset'],
    ['webhooks:read', 'listWebhooks'],
    ['webhooks:write', 'createWebhook'],
    ['webhooks:write', 'deleteWebhook'],
    ['reports:read', 'listReports'],
    ['reports:write', 'createReport'],
    ['organization:read', 'getOrganization'],
    ['organization:admin', 'updateOrganization'],
    ['organization:admin', 'removeMember'],
  ]
  test.each(grants)('%s is what %s needs', (scope, id) => {
    const operation = documentedOperations.find(({ operationId }) => operationId === id)?.operation
    const security = operation?.security as Record<string, string[]>[]
    expect(security.length).toBeGreaterThan(0)
    for (const alternative of security) expect(Object.values(alternative).flat()).toContain(scope)
  })
})

describe('an error', () => {
  const cases: [status: number, given: () => Promise<{ status: number; body: Body; headers: object }>][] = [
    [400, () => send('POST', '/prompts', { name: 'x', content: '' })],
    [401, () => send('GET', '/prompts', undefined, { key: 'svc_test_wrong' })],
    [
      403,
      async () =>
        send('GET', '/prompts', undefined, { key: await server.keyWith(server.a, ['webhooks:read']) }),
    ],
    [404, () => send('GET', '/prompts/none')],
    [500, () => server.faults.during('defect', () => send('GET', '/prompts'))],
    [
      429,
      async () => {
        const key = { key: (await server.organization('free')).key }
        for (let sent = 0; sent < 10; sent++) await send('GET', '/prompts', undefined, key)
        return send('GET', '/prompts', undefined, key)
      },
    ],
  ]
  test.each(cases)('%i has the JSON envelope', async (status, given) => {
    const { headers, body, ...response } = await given()
    expect(response.status).toBe(status)
    expect(body).toMatchObject({
      success: false,
      error: { code: text, message: text, details: expect.any(Object) },
    })
    const wait = (headers as Record<string, string>)['retry-after']
    expect(wait).toEqual(status === 429 ? expect.stringMatching(/^\d+$/) : undefined)
  })
})
