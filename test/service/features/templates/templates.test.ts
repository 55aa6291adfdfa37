import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Template } from '../../../../generated/openapi.v1.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const list = async (query: string) => {
  const { status, json } = await server.wire.send({
    method: 'GET',
    path: `/templates${query}`,
    key: server.a.key,
  })
  expect(status).toBe(200)
  return json() as { templates: Template[]; hasMore: boolean; nextCursor: string | null }
}

test('four templates are built in, in the order of their names, the same for every organization', async () => {
  const { templates, hasMore, nextCursor } = await list('')
  expect({ hasMore, nextCursor }).toEqual({ hasMore: false, nextCursor: null })
  expect(templates.map(({ name, type, builtIn }) => [name, type, builtIn])).toEqual([
    ['Cost and latency', 'cost_latency', true],
    ['Evaluation summary', 'evaluation_summary', true],
    ['Prompt usage', 'prompt_usage', true],
    ['Version comparison', 'version_comparison', true],
  ])
  const path = `/templates/${templates[0]?.id}`
  const other = await server.wire.send({ method: 'GET', path, key: server.b.key })
  expect(other.json()).toEqual(templates[0])
})

test('pages of templates follow one another', async () => {
  const first = await list('?limit=3')
  expect([first.templates.length, first.hasMore]).toEqual([3, true])
  const second = await list(`?limit=3&cursor=${first.nextCursor}`)
  expect(second.templates.map(({ type }) => type)).toEqual(['version_comparison'])
})

test('a type narrows the list', async () => {
  expect((await list('?type=prompt_usage')).templates.map(({ type }) => type)).toEqual(['prompt_usage'])
})
