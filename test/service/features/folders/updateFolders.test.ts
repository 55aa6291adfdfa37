import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Folder } from '../../../../generated/openapi.v1.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from '../prompts/fixture.ts'
import { chain } from './chain.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const UNKNOWN = 'folder_01m6b2h0y0fpvrc9grgge7tkny'
const at = (folderId: string) => ({ params: { path: { folderId } } })
const read = (folderId: string) => fixture.api.GET('/folders/{folderId}', at(folderId))

describe('updateFolder: PATCH /folders/{folderId}', () => {
  const patch = (folderId: string, body: { name?: string; parentId?: string | null }, ifMatch?: string) =>
    fixture.api.PATCH('/folders/{folderId}', {
      params: { path: { folderId }, ...(ifMatch && { header: { 'If-Match': ifMatch } }) },
      body,
    })

  test('renames and moves with all that it holds', async () => {
    const [top, middle, bottom] = (await chain(fixture, 'move', 3)) as [Folder, Folder, Folder]
    const prompt = await fixture.prompt({ folderId: bottom.id })
    await fixture.server.clock.advance(1000)
    const moved = await demand(patch(middle.id, { name: 'New', parentId: null }))
    expect(moved).toEqual({
      ...middle,
      name: 'New',
      parentId: null,
      path: '/New',
      updatedAt: moved.updatedAt,
    })
    expect(moved.updatedAt > middle.updatedAt).toBe(true)
    expect(await demand(read(bottom.id))).toEqual({ ...bottom, path: '/New/move3' })
    expect(await demand(read(top.id))).toEqual(top)
    const { prompts } = await demand(
      fixture.api.GET('/prompts', { params: { query: { folderId: bottom.id } } }),
    )
    expect(prompts).toEqual([prompt])
  })

  test('refuses a place below itself', async () => {
    const [top, , bottom] = (await chain(fixture, 'cycle', 3)) as [Folder, Folder, Folder]
    for (const parentId of [top.id, bottom.id]) {
      expect(await outcome(patch(top.id, { parentId }))).toEqual(rejectedAt('parentId'))
    }
    expect(await demand(read(bottom.id))).toEqual(bottom)
  })

  test('tells a circle from a place that is too deep', async () => {
    const issueOf = async (response: ReturnType<typeof patch>) =>
      String((await response).error?.error.details.issue)
    const [top, middle, bottom] = (await chain(fixture, 'told', 3)) as [Folder, Folder, Folder]
    const eighth = (await chain(fixture, 'eighth', 8)).at(-1) as Folder
    expect(await issueOf(patch(top.id, { parentId: top.id }))).toContain('this folder itself')
    expect(await issueOf(patch(top.id, { parentId: middle.id }))).toContain('lies below this folder')
    expect(await issueOf(patch(top.id, { parentId: bottom.id }))).toContain('lies below this folder')
    expect(await issueOf(patch(top.id, { parentId: eighth.id }))).toContain(
      'at level 11; expected at most level 10',
    )
  })

  test('refuses a place where what it holds would lie too deep', async () => {
    const seventh = (await chain(fixture, 'high', 7)).at(-1) as Folder
    const [tall] = (await chain(fixture, 'tall', 4)) as [Folder]
    const [small] = (await chain(fixture, 'small', 3)) as [Folder]
    expect(await outcome(patch(tall.id, { parentId: seventh.id }))).toEqual(rejectedAt('parentId'))
    expect(await outcome(patch(small.id, { parentId: seventh.id }))).toEqual({ status: 200 })
  })

  test('refuses a name that is taken where it goes', async () => {
    const duplicateName = { status: 409, code: 'NAME_TAKEN', field: 'name' }
    const [one, two] = [await fixture.folder('One'), await fixture.folder('Two')]
    const inside = await fixture.folder('Two', one.id)
    expect(await outcome(patch(two.id, { name: 'One' }))).toEqual(duplicateName)
    expect(await outcome(patch(inside.id, { parentId: null }))).toEqual(duplicateName)
    expect(await outcome(patch(two.id, { name: 'Two' }))).toEqual({ status: 200 })
  })

  test('If-Match of an older state changes nothing', async () => {
    const folder = await fixture.folder('Match')
    const etag = (await read(folder.id)).response.headers.get('etag') ?? ''
    expect(await outcome(patch(folder.id, { name: 'Matched' }, etag))).toEqual({ status: 200 })
    expect(await outcome(patch(folder.id, { name: 'Again' }, etag))).toEqual({
      status: 412,
      code: 'PRECONDITION_FAILED',
    })
  })
})

describe('updateFolders: PATCH /folders', () => {
  type Change = { id: string; etag?: string; name?: string; parentId?: string | null }
  const patch = (folders: Change[]) => fixture.api.PATCH('/folders', { body: { folders } })
  const paths = async (response: ReturnType<typeof patch>) =>
    (await demand(response)).folders.map(({ path }) => path)

  test('two folders swap their names', async () => {
    const [a, b] = [await fixture.folder('Left'), await fixture.folder('Right')]
    expect(
      await paths(
        patch([
          { id: a.id, name: 'Right' },
          { id: b.id, name: 'Left' },
        ]),
      ),
    ).toEqual(['/Right', '/Left'])
  })

  test('a folder and the one below it swap their places', async () => {
    const [a, b] = (await chain(fixture, 'place', 2)) as [Folder, Folder]
    const response = patch([
      { id: a.id, parentId: b.id },
      { id: b.id, parentId: null },
    ])
    expect(await paths(response)).toEqual(['/place2/place1', '/place2'])
  })

  test('a child may be named like the identifier of its parent', async () => {
    const parent = await fixture.folder('Odd')
    await fixture.folder(parent.id, parent.id)
    expect(await paths(patch([{ id: parent.id, name: 'Odder' }]))).toEqual(['/Odder'])
  })

  const rejections: [name: string, { given: (a: Folder, b: Folder) => Change[]; want: object }][] = [
    [
      'an unknown id',
      {
        given: (a) => [
          { id: a.id, name: 'New' },
          { id: UNKNOWN, name: 'x' },
        ],
        want: rejectedAt('folders[1].id'),
      },
    ],
    [
      'the same id twice',
      {
        given: (a) => [
          { id: a.id, name: 'New' },
          { id: a.id, name: 'x' },
        ],
        want: rejectedAt('folders[1].id'),
      },
    ],
    [
      'an unknown parent',
      {
        given: (a, b) => [
          { id: a.id, name: 'New' },
          { id: b.id, parentId: UNKNOWN },
        ],
        want: rejectedAt('folders[1].parentId'),
      },
    ],
    [
      'a circle of two',
      {
        given: (a, b) => [
          { id: a.id, parentId: b.id },
          { id: b.id, parentId: a.id },
        ],
        want: rejectedAt('folders[0].parentId'),
      },
    ],
    [
      'one name for two',
      {
        given: (a, b) => [
          { id: a.id, name: 'Same' },
          { id: b.id, name: 'Same' },
        ],
        want: { status: 409, code: 'NAME_TAKEN', field: 'folders[1].name' },
      },
    ],
    [
      'a stale etag',
      {
        given: (a, b) => [
          { id: a.id, name: 'New' },
          { id: b.id, name: 'x', etag: '"stale"' },
        ],
        want: { status: 412, code: 'PRECONDITION_FAILED' },
      },
    ],
  ]
  test.each(rejections)('%s: none is changed', async (name, { given, want }) => {
    const [a, b] = [await fixture.folder(`a ${name}`), await fixture.folder(`b ${name}`)]
    expect(await outcome(patch(given(a, b)))).toEqual(want)
    expect([await demand(read(a.id)), await demand(read(b.id))]).toEqual([a, b])
  })
})
