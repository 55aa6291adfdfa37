/** The generated iterator over all items of a list, against the stateful mock of documents with every style of pages. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, test } from 'vitest'
import {
  type ItemOf,
  type ListPath,
  paginate,
} from '../../../examples/lending-desk/generated/openapi.pages.ts'
import type { Item, paths } from '../../../examples/lending-desk/generated/openapi.ts'
import { outputsOfPages } from '../../../src/toolkit/generate/outputs.ts'
import { limitOf } from '../../../src/toolkit/model/paging.ts'
import { trustingFetch } from '../../client/trustingFetch.ts'
import { startServer } from '../../harness/server.ts'
import { casesOf } from '../../harness/thorough.ts'
import { startMock } from '../mock/startMock.ts'
import { listDocument, listOf } from '../model/listDocument.ts'
import { PAGED_DOCUMENTS } from '../model/pagedDocuments.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'generate-')))
afterAll(() => rmSync(folder, { recursive: true }))

interface Pages {
  LISTS: Record<string, object>
  paginate(get: unknown, path: string, init?: object): AsyncIterable<Record<string, unknown>>
}

const fileOf = (name: string): string => name.replaceAll(/\W+/g, '-')
const PLAIN = 'a list without pages'
const SERVICE = 'the reference service'
const TWICE = 'two operations of one name'
const named = () => ({ operationId: 'same', responses: { 200: { description: 'All.' } } })
const DOCUMENTS: [name: string, document: object][] = [
  ...PAGED_DOCUMENTS,
  [PLAIN, listDocument([], { name: { type: 'string' } })],
  [
    TWICE,
    {
      openapi: '3.1.0',
      info: { title: 'Twice', version: '1' },
      paths: { '/a': { get: named() }, '/b': { get: named() } },
    },
  ],
  [SERVICE, JSON.parse(readFileSync('generated/openapi.v1.json', 'utf8')) as object],
]
let files: string[] = []
beforeAll(async () => {
  for (const [name, document] of DOCUMENTS)
    writeFileSync(join(folder, `${fileOf(name)}.json`), JSON.stringify(document))
  const pages = DOCUMENTS.map(([name]) => `${fileOf(name)}.json`)
  const outputs = await outputsOfPages(folder, pages, 'generated')
  mkdirSync(join(folder, 'generated'))
  for (const [file, text] of outputs) writeFileSync(join(folder, file), text)
  files = [...outputs.keys()]
}, 60_000)

/** The module with the iterator over the lists of a document. */
const load = (name: string): Promise<Pages> =>
  import(join(folder, `generated/${fileOf(name)}.pages.ts`)) as Promise<Pages>

const namesOf = async (items: AsyncIterable<Record<string, unknown>>): Promise<string> => {
  const names: unknown[] = []
  for await (const { name } of items) names.push(name)
  return names.join('')
}

describe('paginate', () => {
  it.each(casesOf(PAGED_DOCUMENTS, 3, 1))('reads all items by %s', async (name, document) => {
    const { paginate, LISTS } = await load(name)
    expect(Object.keys(LISTS)).toEqual(['/things'])
    await using mock = await startMock(document, { stateful: true, seeded: false })
    const requests: string[] = []
    const client = createClient<never>({
      baseUrl: mock.origin,
      fetch: (request: Request) => {
        requests.push(request.url)
        return fetch(request)
      },
    })
    expect(await namesOf(paginate(client.GET, '/things'))).toBe('')
    for (const one of 'abcde')
      await fetch(`${mock.origin}/things`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: one }),
      })
    const { api, list } = listOf(document)
    const size = limitOf(api, list)?.name ?? ''
    for (const limit of [1, 2, 5, 20]) {
      requests.length = 0
      expect(
        await namesOf(paginate(client.GET, '/things', { params: { query: { [size]: limit } } })),
        `${size} ${limit}`,
      ).toBe('abcde')
      expect(requests.length).toBeGreaterThanOrEqual(Math.ceil(5 / limit))
      expect(requests.length).toBeLessThanOrEqual(Math.ceil(5 / limit) + 1)
    }
  })

  const respond =
    (status: number, body: object, headers: Record<string, string> = {}) =>
    async () => ({
      ...(status < 300 ? { data: body } : { error: body }),
      response: { status, headers: new Headers(headers) },
    })
  it('throws an error response with its body', async () => {
    const { paginate } = await load('a cursor in the response')
    await expect(namesOf(paginate(respond(403, { code: 'FORBIDDEN' }), '/things'))).rejects.toMatchObject({
      message: 'GET /things responded with 403.',
      cause: { code: 'FORBIDDEN' },
    })
  })

  it.each([
    ['a cursor in the response', { items: [{ name: 'a' }], nextCursor: 'same' }],
    ['page numbers', { items: [{ name: 'a' }] }],
  ])('does not read the same page for ever: %s', async (name, body) => {
    const { paginate } = await load(name)
    await expect(namesOf(paginate(respond(200, body), '/things'))).rejects.toThrow(
      'GET /things returned the same page again; the list would not end.',
    )
  })

  it('reads the reference service', async () => {
    const { paginate } = await load(SERVICE)
    const server = await startServer()
    await using fetch = trustingFetch(server.ca)
    try {
      const client = createClient<Record<string, Record<string, never>>>({
        baseUrl: `${server.origin}/v1`,
        headers: { Authorization: `Bearer ${server.a.key}` },
        fetch,
      })
      const post = client.POST as unknown as (path: string, init: object) => Promise<{ response: Response }>
      for (const name of 'abcde') {
        const { response } = await post('/folders', { body: { name } })
        expect(response.status).toBe(201)
      }
      const query = { limit: 2, sort: 'name', order: 'asc' }
      expect(await namesOf(paginate(client.GET, '/folders', { params: { query } }))).toBe('abcde')
    } finally {
      await server.close()
    }
  })
})

test('is not generated for a document without paginated lists, or without a model', () => {
  const own = (name: string) => files.filter((file) => file.startsWith(`generated/${fileOf(name)}.`))
  expect(own(PLAIN)).toEqual(['generated/a-list-without-pages.json', 'generated/a-list-without-pages.ts'])
  expect(own(TWICE)).toEqual([
    'generated/two-operations-of-one-name.json',
    'generated/two-operations-of-one-name.ts',
  ])
  expect(own('page numbers')).toContain('generated/page-numbers.pages.ts')
})

const desk = 'examples/lending-desk'

test('has the types of the document', () => {
  expectTypeOf<ListPath>().toEqualTypeOf<'/items'>()
  expectTypeOf<ItemOf<'/items'>>().toEqualTypeOf<Item>()
  const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' })
  expectTypeOf(paginate(client.GET, '/items')).toEqualTypeOf<AsyncGenerator<Item, void, undefined>>()
  // @ts-expect-error a path that is not a list
  void paginate(client.GET, '/items/{itemId}')
  // @ts-expect-error a parameter that the list does not have
  void paginate(client.GET, '/items', { params: { query: { colour: 'red' } } })
})

test('src/toolkit/README.md shows how to use it', async () => {
  const page = readFileSync('src/toolkit/README.md', 'utf8')
  const [, snippet = ''] = /## Read all items of a list[\s\S]*?```ts\n([\s\S]*?)```/.exec(page) ?? []
  await using mock = await startMock(`${desk}/openapi/openapi.yaml`, { stateful: true, seeded: true })
  const file = join(folder, 'snippet.ts')
  const replaced = snippet
    .replace("'openapi-fetch'", JSON.stringify(import.meta.resolve('openapi-fetch')))
    .replaceAll("'./generated/", `'${process.cwd()}/${desk}/generated/`)
    .replace('http://127.0.0.1:4010/desk', `${mock.origin}/desk`)
    .replace('console.log(item.name)', 'names.push(item.name)')
  expect(replaced).toContain('names.push')
  writeFileSync(file, `export const names: string[] = []\n${replaced}`)
  const { names } = (await import(file)) as { names: string[] }
  expect(names.length).toBeGreaterThan(0)
})
