/** The server itself announces the deprecated parts of a document: its own document, with three parts made old. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import openapi from '../../../generated/openapi.v1.json' with { type: 'json' }
import { operations } from '../../../generated/operations.ts'
import type { Operation } from '../../../src/service/server/operationTable.ts'
import { createResponseChecker } from '../../../src/toolkit/conformance/index.ts'
import { operationRows } from '../../../src/toolkit/generate/operationTable.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { startServer, type TestServer } from '../../harness/server.ts'

const old = { deprecated: true, 'x-deprecated-at': '2026-01-01', 'x-sunset': '2027-01-01' }
const SINCE = '@1767225600'
const UNTIL = 'Fri, 01 Jan 2027 00:00:00 GMT'

const tree = JSON.parse(JSON.stringify(openapi))
Object.assign(tree.paths['/models'].get, old)
Object.assign(tree.components.schemas.Dataset.properties.description, old)
tree.paths['/folders'].get.parameters.push({
  name: 'colour',
  in: 'query',
  schema: { type: 'string' },
  ...old,
  'x-sunset': '2026-07-01',
})
const document = documentOf(tree)
const checker = createResponseChecker(document)

let server: TestServer
beforeAll(async () => {
  const feature = (id: string) => (operations as Record<string, { feature: string }>)[id]?.feature ?? ''
  const rows = operationRows(document, ({ operationId }) => feature(operationId)) as unknown as Operation[]
  server = await startServer({ operations: Object.fromEntries(rows.map((row) => [row.id, row])) })
})
afterAll(() => server.close())

const ask = (path: string, key: string | null = server.a.key) =>
  server.wire.send({ method: 'GET', path: `/v1${path}`, outside: true, key })
const announced = (response: Awaited<ReturnType<typeof ask>>) => [
  response.status,
  response.header('deprecation'),
  response.header('sunset'),
]
const complaints = (response: Awaited<ReturnType<typeof ask>>) =>
  checker
    .check({ ...response, url: response.url.replace('/v1', '') })
    .filter(({ rule }) => rule === 'deprecation-announced')

test.each([
  ['an operation', '/models', SINCE, UNTIL],
  ['a member of an answer', '/datasets', SINCE, UNTIL],
  ['nothing', '/prompts', undefined, undefined],
  ['a parameter that is not sent', '/folders', undefined, undefined],
])('%s is announced, as the kit checks', async (_, path, since, until) => {
  const response = await ask(path)
  expect(announced(response)).toEqual([200, since, until])
  expect(complaints(response)).toEqual([])
  const silent = { ...response, headers: {} }
  expect(complaints(silent)).toHaveLength(since === undefined ? 0 : 2)
})

test('whoever sends a deprecated parameter is told, whatever else is wrong with it', async () => {
  const response = await ask('/folders?colour=red&limit=0')
  expect(announced(response)).toEqual([400, SINCE, 'Wed, 01 Jul 2026 00:00:00 GMT'])
  expect(complaints(response)).toEqual([])
})

test('a refusal before the operation is known announces nothing', async () => {
  const response = await ask('/models', null)
  expect(announced(response)).toEqual([401, undefined, undefined])
  expect(complaints(response)).toEqual([])
})

test('scripts of other origins may read the announcement', async () => {
  expect((await ask('/models')).header('access-control-expose-headers')).toMatch(/Deprecation.*Sunset/)
})
