import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QueryParameters } from '../../../../src/service/server/handler.ts'
import { demand, NOT_FOUND, outcome } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from '../prompts/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const UNKNOWN = 'folder_01m6b2h0y0fpvrc9grgge7tkny'
const at = (folderId: string) => ({ params: { path: { folderId } } })
const read = (folderId: string) => fixture.api.GET('/folders/{folderId}', at(folderId))

describe('getFolder: GET /folders/{folderId}', () => {
  test('none of another organization', async () => {
    const { id } = await fixture.folder('Mine')
    expect(await outcome(fixture.other.GET('/folders/{folderId}', at(id)))).toEqual(NOT_FOUND)
    expect(await outcome(read(UNKNOWN))).toEqual(NOT_FOUND)
  })
})

describe('listFolders: GET /folders, while others change them', () => {
  test.each([
    ['deleted', (id: string) => fixture.api.DELETE('/folders/{folderId}', at(id)), []],
    [
      'renamed',
      (id: string) => fixture.api.PATCH('/folders/{folderId}', { ...at(id), body: { name: 'After' } }),
      [['After', '/Meanwhile/After']],
    ],
  ] as const)('shows as it is what is %s meanwhile', async (_, change, after) => {
    const parentId = (await fixture.folder('Meanwhile')).id
    const { id } = await fixture.folder('Before', parentId)
    fixture.server.faults.beforeNextRead(() => demand(change(id)))
    const { folders } = await demand(fixture.api.GET('/folders', { params: { query: { parentId } } }))
    expect(folders.map(({ name, path }) => [name, path])).toEqual(after)
    const all = { params: { path: { folderId: parentId }, query: { recursive: true } } }
    await demand(fixture.api.DELETE('/folders/{folderId}', all))
  })
})

describe('listFolders: GET /folders', () => {
  let parentId: string
  beforeAll(async () => {
    parentId = (await fixture.folder('List')).id
    for (const name of ['b%', 'A', 'c']) await fixture.folder(name, parentId)
  })
  const list = (query: QueryParameters<'listFolders'>) => fixture.api.GET('/folders', { params: { query } })

  const cases: [name: string, { given: QueryParameters<'listFolders'>; want: string[] }][] = [
    ['newest first', { given: {}, want: ['/List/c', '/List/A', '/List/b%'] }],
    ['by name', { given: { sort: 'name', order: 'asc' }, want: ['/List/A', '/List/b%', '/List/c'] }],
    ['by a part of the name', { given: { name: 'a' }, want: ['/List/A'] }],
    ['a percent sign is no wildcard', { given: { name: '%' }, want: ['/List/b%'] }],
    ['page by page', { given: { limit: 1 }, want: ['/List/c'] }],
  ]
  test.each(cases)('%s', async (_, { given, want }) => {
    expect((await demand(list({ parentId, ...given }))).folders.map(({ path }) => path)).toEqual(want)
  })

  test('the topmost ones', async () => {
    const { folders } = await demand(list({ parentId: 'root', limit: 100 }))
    expect(folders.length).toBeGreaterThan(0)
    expect(folders.filter(({ parentId }) => parentId !== null)).toEqual([])
  })
})
