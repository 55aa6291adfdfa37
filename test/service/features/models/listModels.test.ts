import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const list = async (query: { limit?: number; cursor?: string; provider?: string } = {}) =>
  (await server.client().GET('/models', { params: { query } })).data

describe('listModels: GET /models', () => {
  test('in alphabetical order, the default among them', async () => {
    const models = (await list())?.models ?? []
    const names = models.map(({ id }) => id)
    expect(names).toEqual(server.services.models.names().sort())
    expect(models.filter((model) => model.default)).toEqual([
      { id: 'mock/echo', object: 'model', provider: 'mock', default: true },
    ])
  })

  test('pages put together are the list', async () => {
    const found = []
    let cursor: string | null | undefined
    do {
      const page = await list({ limit: 3, ...(cursor && { cursor }) })
      found.push(...(page?.models ?? []))
      cursor = page?.nextCursor
    } while (cursor)
    expect(found).toEqual((await list())?.models)
  })

  test('of one provider', async () => {
    expect((await list({ provider: 'nobody' }))?.models).toEqual([])
    expect(await list({ provider: 'mock' })).toEqual(await list())
  })
})
