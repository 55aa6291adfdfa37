/** The generated options of TanStack Query, with its real client, against the stateful mock. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MutationObserver, QueryClient } from '@tanstack/query-core'
import createClient from 'openapi-fetch'
import { afterAll, describe, expect, it, test } from 'vitest'
import { readPublicDocument } from '../../../scripts/corpus/packaged.mjs'
import { limitOf } from '../../../src/toolkit/model/paging.ts'
import { thorough } from '../../harness/thorough.ts'
import { startMock } from '../mock/startMock.ts'
import { listDocument, listOf } from '../model/listDocument.ts'
import { PAGED_DOCUMENTS } from '../model/pagedDocuments.ts'
import { generatedProject } from './generatedProject.ts'

type Options = { queryKey: unknown[] } & Record<string, never>
interface Queries {
  queryOptions(path: string, init?: object): Options
  infiniteQueryOptions(path: string, init?: object): Options
  mutationOptions(method: string, path: string): Record<string, never>
  queryKey(path?: string, params?: object): unknown[]
}

const fileOf = (name: string): string => name.replaceAll(/\W+/g, '-')
const [FIRST, FIRST_DOCUMENT] = PAGED_DOCUMENTS[0] as [string, object]

const DESK = `
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import createClient from 'openapi-fetch'
import type { Item, paths } from './generated/desk.ts'
import { createQueries, type ListPage, ResponseError } from './generated/desk.queries.ts'

const queries = new QueryClient()
const api = createQueries(createClient<paths>({ baseUrl: 'http://127.0.0.1' }))
const items = new InfiniteQueryObserver(queries, api.infiniteQueryOptions('/items', { params: { query: { perPage: 5 } } }))
export const all: Item[] | undefined = items.getCurrentResult().data?.pages.flatMap((page: ListPage<'/items'>) => page.items)
export const one = new QueryObserver(queries, {
  ...api.queryOptions('/items/{itemId}', { params: { path: { itemId: 1 } } }),
  retry: (count, error) => error instanceof ResponseError && error.status >= 500 && count < 3,
})
export const item: Item | undefined = one.getCurrentResult().data
const change = new MutationObserver(queries, {
  ...api.mutationOptions('PUT', '/items/{itemId}'),
  onSuccess: () => queries.invalidateQueries({ queryKey: api.queryKey('/items') }),
})
export const changed: Promise<Item> = change.mutate({ params: { path: { itemId: 1 } }, body: { name: 'n', kind: 'book' } })
// @ts-expect-error it needs an id
api.queryOptions('/items/{itemId}')
// @ts-expect-error no such parameter
api.infiniteQueryOptions('/items', { params: { query: { colour: 'red' } } })
// @ts-expect-error not a list
api.infiniteQueryOptions('/items/{itemId}')
// @ts-expect-error no such operation
api.mutationOptions('PATCH', '/items/{itemId}')
`

const PLAIN = `
import { QueryClient, QueryObserver } from '@tanstack/query-core'
import createClient from 'openapi-fetch'
import type { paths, Thing } from './generated/plain.ts'
import { createQueries } from './generated/plain.queries.ts'

const api = createQueries(createClient<paths>({ baseUrl: 'http://127.0.0.1' }))
export const thing: Thing | undefined = new QueryObserver(new QueryClient(), api.queryOptions('/things/{id}', { params: { path: { id: '1' } } })).getCurrentResult().data
// @ts-expect-error no lists
api.infiniteQueryOptions('/things')
`

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object

const COUNTED = ['an offset', 'page numbers']
/** A document whose list has the number of all items next to those of the page. */
function counted(name: string): object {
  const text = JSON.stringify(PAGED_DOCUMENTS.find(([other]) => other === name)?.[1])
  return JSON.parse(
    text.replace('"properties":{"items":', '"properties":{"total":{"type":"integer"},"items":'),
  ) as object
}

/** A document that npm has to fetch. */
const PUBLIC = thorough ? { travel: JSON.parse(readPublicDocument('train-travel')) as object } : {}

const project = await generatedProject(
  {
    desk: read('examples/lending-desk/generated/openapi.json'),
    plain: listDocument([], { name: { type: 'string' } }),
    service: read('generated/openapi.v1.json'),
    ...PUBLIC,
    ...Object.fromEntries(PAGED_DOCUMENTS.map(([name, document]) => [fileOf(name), document])),
    ...Object.fromEntries(COUNTED.map((name) => [fileOf(`${name}, counted`), counted(name)])),
  },
  { 'desk.ts': DESK, 'plain.ts': PLAIN },
  { queries: true },
  afterAll,
)

const moduleOf = (name: string) =>
  import(join(project.root, `generated/${fileOf(name)}.queries.ts`)) as Promise<{
    createQueries(client: object): Queries
    ResponseError: typeof Error
  }>

/** The generated module of a document, for a client of its mock. */
async function start(name: string, document: object) {
  const module = await moduleOf(name)
  const mock = await startMock(document as never, { stateful: true, seeded: false })
  const requests: string[] = []
  const client = createClient<Record<string, Record<string, never>>>({
    baseUrl: mock.origin,
    fetch: (request: Request) => {
      requests.push(`${request.method} ${request.url.slice(mock.origin.length)}`)
      return fetch(request)
    },
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  return {
    ...module,
    api: module.createQueries(client),
    queries,
    requests,
    run: (method: string, path: string, init: object) =>
      new MutationObserver(
        queries,
        module.createQueries(client).mutationOptions(method, path) as never,
      ).mutate(init as never) as Promise<{ id: string }>,
    async [Symbol.asyncDispose]() {
      queries.clear()
      await mock[Symbol.asyncDispose]()
    },
  }
}

interface Infinite {
  pages: { items: { name: string }[]; next?: unknown }[]
}

describe('infinite queries', () => {
  it.each(PAGED_DOCUMENTS)('read all pages by %s', async (name, document) => {
    await using started = await start(name, document)
    const { api, queries, requests, run } = started
    for (const name of 'abcde') await run('POST', '/things', { body: { name } })
    const { api: model, list } = listOf(document)
    const size = limitOf(model, list)?.name ?? ''
    for (const limit of [1, 2, 5, 20]) {
      requests.length = 0
      const options = api.infiniteQueryOptions('/things', { params: { query: { [size]: limit } } })
      const { pages } = (await queries.fetchInfiniteQuery({ ...options, pages: 99 } as never)) as Infinite
      const names = pages.flatMap(({ items }) => items.map(({ name }) => name)).join('')
      expect(names, `${size} ${limit}`).toBe('abcde')
      expect(requests.length).toBeGreaterThanOrEqual(Math.ceil(5 / limit))
      expect(requests.length).toBeLessThanOrEqual(Math.ceil(5 / limit) + 1)
    }
  })

  it('end when a server returns the same cursor again', async () => {
    const { createQueries } = await moduleOf(FIRST)
    const GET = async () => ({
      data: { items: [{ name: 'a' }], nextCursor: 'same' },
      response: { ok: true, status: 200, headers: new Headers() },
    })
    const options = createQueries({ GET }).infiniteQueryOptions('/things')
    const found = (await new QueryClient().fetchInfiniteQuery({ ...options, pages: 99 } as never)) as Infinite
    expect(found.pages.length).toBe(2)
  })
})

it.each([
  ['an offset', 2, 3],
  ['page numbers', 2, 3],
  ['an offset', 5, 1],
])(
  'do not request a page after the last item that a response counts: %s, %i in a page',
  async (name, limit, requests) => {
    const { createQueries } = await moduleOf(`${name}, counted`)
    const items = ['a', 'b', 'c', 'd', 'e']
    let sent = 0
    const GET = async (
      _path: string,
      { params: { query } }: { params: { query: Record<string, number> } },
    ) => {
      const start = query.offset ?? ((query.page ?? 1) - 1) * limit
      sent += 1
      const data = { items: items.slice(start, start + limit), total: items.length }
      return { data, response: { ok: true, status: 200, headers: new Headers() } }
    }
    const options = createQueries({ GET }).infiniteQueryOptions('/things')
    const found = (await new QueryClient().fetchInfiniteQuery({ ...options, pages: 99 } as never)) as Infinite
    expect(found.pages.flatMap((page) => page.items)).toEqual(items)
    expect(sent).toBe(requests)
  },
)

describe('queries and mutations', () => {
  it('share keys, so that a change of an item makes its list stale', async () => {
    const stem = fileOf(FIRST)
    await using started = await start(FIRST, FIRST_DOCUMENT)
    const { api, queries, requests, run } = started
    const { id } = await run('POST', '/things', { body: { name: 'a' } })
    const item = api.queryOptions('/things/{id}', { params: { path: { id } } })
    const list = api.infiniteQueryOptions('/things')
    expect(await queries.fetchQuery(item)).toEqual({ id, name: 'a' })
    await queries.fetchInfiniteQuery(list as never)
    expect(item.queryKey).toEqual([stem, 'things', id])
    expect(
      api.queryOptions('/things', { params: { query: { limit: 2, cursor: undefined } } }).queryKey,
    ).toEqual([stem, 'things', { query: { limit: 2, cursor: undefined } }])
    requests.length = 0
    await queries.fetchQuery(item)
    await queries.fetchInfiniteQuery(list as never)
    expect(requests).toEqual([])
    await queries.invalidateQueries({ queryKey: api.queryKey('/things') })
    await queries.fetchQuery(item)
    await queries.fetchInfiniteQuery(list as never)
    expect(requests).toEqual([`GET /things/${id}`, 'GET /things'])
    expect(api.queryKey()).toEqual([stem])
    expect(api.queryKey('/things/{id}')).toEqual(api.queryKey('/things'))
    expect(api.queryKey('/things/{id}', { path: { id: 7 } })).toEqual([stem, 'things', '7'])
  })

  it('throw error responses with their status and body', async () => {
    await using started = await start(FIRST, FIRST_DOCUMENT)
    const { api, queries, ResponseError } = started
    const missing = api.queryOptions('/things/{id}', { params: { path: { id: 'none' } } })
    const error = await queries.fetchQuery(missing).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({ status: 404, message: 'GET /things/{id} responded with 404.', cause: {} })
  })
})

test('compile with the strictest options', () => {
  expect([...project.outputs.keys()].filter((path) => path.endsWith('.queries.ts')).length).toBe(
    PAGED_DOCUMENTS.length + COUNTED.length + 3 + Object.keys(PUBLIC).length,
  )
  expect(project.compile()).toBe('')
}, 60_000)
