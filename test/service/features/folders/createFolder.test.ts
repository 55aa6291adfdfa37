import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreateFolderRequest, Folder } from '../../../../generated/openapi.v1.ts'
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
const create = (body: CreateFolderRequest) => fixture.api.POST('/folders', { body })
const read = (folderId: string) => fixture.api.GET('/folders/{folderId}', at(folderId))

describe('createFolder: POST /folders', () => {
  test('at the root and within another one, with the path of both', async () => {
    const mail = await fixture.folder('Mail')
    expect(mail).toEqual({
      id: expect.stringMatching(/^folder_/),
      object: 'folder',
      name: 'Mail',
      parentId: null,
      path: '/Mail',
      createdAt: '2026-11-02T10:00:00.000Z',
      createdBy: fixture.server.a.ownerId,
      updatedAt: '2026-11-02T10:00:00.000Z',
    })
    const { data, response } = await create({ name: 'Onboarding', parentId: mail.id })
    expect(data).toMatchObject({ parentId: mail.id, path: '/Mail/Onboarding' })
    expect(response.headers.get('location')).toBe(`/v1/folders/${data?.id}`)
    expect(await demand(read(data?.id ?? ''))).toEqual(data)
  })

  test('a name is taken within its parent alone, however its accents are written', async () => {
    const duplicateName = { status: 409, code: 'NAME_TAKEN', field: 'name' }
    const { id: parentId } = await fixture.folder('Caf\u00e9')
    expect(await outcome(create({ name: 'Cafe\u0301' }))).toEqual(duplicateName)
    expect(await outcome(create({ name: 'Cafe\u0301', parentId }))).toEqual({ status: 201 })
    expect(await outcome(create({ name: 'Caf\u00e9', parentId }))).toEqual(duplicateName)
    expect(await demand(create({ name: 'caf\u00e9' }))).toMatchObject({ name: 'caf\u00e9' })
  })

  test('ten parallel calls with one name: one folder', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => outcome(create({ name: 'Race' }))))
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('ten levels, and not one more', async () => {
    const tenth = (await chain(fixture, 'deep', 10)).at(-1) as Folder
    expect(tenth.path.split('/')).toHaveLength(11)
    expect(await outcome(create({ name: 'eleventh', parentId: tenth.id }))).toEqual(rejectedAt('parentId'))
    expect(
      (await demand(fixture.api.GET('/folders', { params: { query: { parentId: tenth.id } } }))).folders,
    ).toEqual([])
  })

  const rejections: [name: string, { given: CreateFolderRequest; want: string }][] = [
    ['an unknown parent', { given: { name: 'x', parentId: UNKNOWN }, want: 'parentId' }],
    ['a slash', { given: { name: 'a/b' }, want: 'name' }],
    ['a line break', { given: { name: 'a\nb' }, want: 'name' }],
    ['65 characters', { given: { name: 'x'.repeat(65) }, want: 'name' }],
  ]
  test.each(rejections)('refuses %s', async (_, { given, want }) => {
    expect(await outcome(create(given))).toEqual(rejectedAt(want))
  })

  test("another organization's folder is no parent, and its names are not taken", async () => {
    const theirs = await demand(fixture.other.POST('/folders', { body: { name: 'Theirs' } }))
    expect(await outcome(create({ name: 'x', parentId: theirs.id }))).toEqual(rejectedAt('parentId'))
    expect(await outcome(create({ name: 'Theirs' }))).toEqual({ status: 201 })
  })
})
