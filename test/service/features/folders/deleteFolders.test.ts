import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Folder } from '../../../../generated/openapi.v1.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
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

describe('deleteFolder: DELETE /folders/{folderId}', () => {
  const remove = (folderId: string, recursive = false) =>
    fixture.api.DELETE('/folders/{folderId}', { params: { path: { folderId }, query: { recursive } } })
  const notEmpty = { status: 409, code: 'FOLDER_NOT_EMPTY' }

  test('an empty one', async () => {
    const { id } = await fixture.folder('Empty')
    expect(await outcome(remove(id))).toEqual({ status: 204 })
    expect(await outcome(read(id))).toEqual(NOT_FOUND)
  })

  test('not one that holds a folder or a prompt, until asked to', async () => {
    const [top, bottom] = (await chain(fixture, 'full', 2)) as [Folder, Folder]
    const prompts = [
      await fixture.prompt({ folderId: bottom.id }),
      await fixture.prompt({ folderId: top.id }),
    ]
    expect(await outcome(remove(top.id))).toEqual(notEmpty)
    expect(await outcome(remove(bottom.id))).toEqual(notEmpty)
    await fixture.events()
    expect(await outcome(remove(top.id, true))).toEqual({ status: 204 })
    for (const { id } of [top, bottom]) expect(await outcome(read(id))).toEqual(NOT_FOUND)
    for (const { id: promptId } of prompts) {
      const response = fixture.api.GET('/prompts/{promptId}', { params: { path: { promptId } } })
      expect(await outcome(response)).toEqual(NOT_FOUND)
    }
    const events = await fixture.events()
    expect(events.map(({ type, data }) => [type, 'id' in data && data.id]).sort()).toEqual(
      prompts.map(({ id }) => ['prompt.deleted', id]).sort(),
    )
  })

  test('one that held a prompt which is deleted', async () => {
    const folder = await fixture.folder('Was full')
    const { id: promptId } = await fixture.prompt({ folderId: folder.id })
    await fixture.api.DELETE('/prompts/{promptId}', { params: { path: { promptId } } })
    expect(await outcome(remove(folder.id))).toEqual({ status: 204 })
  })

  test('one with more prompts than are deleted at a time', async () => {
    const folder = await fixture.folder('Many')
    await Promise.all(Array.from({ length: 101 }, () => fixture.prompt({ folderId: folder.id })))
    expect(await outcome(remove(folder.id, true))).toEqual({ status: 204 })
    const { prompts } = await demand(
      fixture.api.GET('/prompts', { params: { query: { folderId: folder.id } } }),
    )
    expect(prompts).toEqual([])
  })
})

describe('deleteFolders: DELETE /folders', () => {
  const remove = (id: string[], recursive = false) =>
    fixture.api.DELETE('/folders', { params: { query: { id, recursive } } })

  test.each([false, true])('a folder with the one in it, recursive %s', async (recursive) => {
    const [top, bottom] = (await chain(fixture, `both ${recursive} `, 2)) as [Folder, Folder]
    expect(await outcome(remove([top.id, bottom.id], recursive))).toEqual({ status: 204 })
    for (const { id } of [top, bottom]) expect(await outcome(read(id))).toEqual(NOT_FOUND)
  })

  test('none while one of them holds a prompt, or is unknown', async () => {
    const [empty, full] = [await fixture.folder('E'), await fixture.folder('F')]
    await fixture.prompt({ folderId: full.id })
    expect(await outcome(remove([empty.id, full.id]))).toEqual({ status: 409, code: 'FOLDER_NOT_EMPTY' })
    expect(await outcome(remove([empty.id, UNKNOWN]))).toEqual(rejectedAt('query.id[1]'))
    expect(await outcome(read(empty.id))).toEqual({ status: 200 })
  })
})
