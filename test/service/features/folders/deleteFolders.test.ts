import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Folder } from '../../../../generated/openapi.v1.ts'
import { type Desk, demand, openDesk, outcome, refusedAt } from '../prompts/desk.ts'
import { chain } from './chain.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const UNKNOWN = 'folder_01m6b2h0y0fpvrc9grgge7tkny'
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const at = (folderId: string) => ({ params: { path: { folderId } } })
const read = (folderId: string) => desk.api.GET('/folders/{folderId}', at(folderId))

describe('deleteFolder: DELETE /folders/{folderId}', () => {
  const remove = (folderId: string, recursive = false) =>
    desk.api.DELETE('/folders/{folderId}', { params: { path: { folderId }, query: { recursive } } })
  const notEmpty = { status: 409, code: 'FOLDER_NOT_EMPTY' }

  test('an empty one', async () => {
    const { id } = await desk.folder('Empty')
    expect(await outcome(remove(id))).toEqual({ status: 204 })
    expect(await outcome(read(id))).toEqual(NOT_FOUND)
  })

  test('not one that holds a folder or a prompt, until asked to', async () => {
    const [top, bottom] = (await chain(desk, 'full', 2)) as [Folder, Folder]
    const prompts = [await desk.prompt({ folderId: bottom.id }), await desk.prompt({ folderId: top.id })]
    expect(await outcome(remove(top.id))).toEqual(notEmpty)
    expect(await outcome(remove(bottom.id))).toEqual(notEmpty)
    await desk.events()
    expect(await outcome(remove(top.id, true))).toEqual({ status: 204 })
    for (const { id } of [top, bottom]) expect(await outcome(read(id))).toEqual(NOT_FOUND)
    for (const { id: promptId } of prompts) {
      const answer = desk.api.GET('/prompts/{promptId}', { params: { path: { promptId } } })
      expect(await outcome(answer)).toEqual(NOT_FOUND)
    }
    const events = await desk.events()
    expect(events.map(({ type, data }) => [type, 'id' in data && data.id]).sort()).toEqual(
      prompts.map(({ id }) => ['prompt.deleted', id]).sort(),
    )
  })

  test('one that held a prompt which is deleted', async () => {
    const folder = await desk.folder('Was full')
    const { id: promptId } = await desk.prompt({ folderId: folder.id })
    await desk.api.DELETE('/prompts/{promptId}', { params: { path: { promptId } } })
    expect(await outcome(remove(folder.id))).toEqual({ status: 204 })
  })

  test('one with more prompts than are deleted at a time', async () => {
    const folder = await desk.folder('Many')
    await Promise.all(Array.from({ length: 101 }, () => desk.prompt({ folderId: folder.id })))
    expect(await outcome(remove(folder.id, true))).toEqual({ status: 204 })
    const { prompts } = await demand(desk.api.GET('/prompts', { params: { query: { folderId: folder.id } } }))
    expect(prompts).toEqual([])
  })
})

describe('deleteFolders: DELETE /folders', () => {
  const remove = (id: string[], recursive = false) =>
    desk.api.DELETE('/folders', { params: { query: { id, recursive } } })

  test.each([false, true])('a folder with the one in it, recursive %s', async (recursive) => {
    const [top, bottom] = (await chain(desk, `both ${recursive} `, 2)) as [Folder, Folder]
    expect(await outcome(remove([top.id, bottom.id], recursive))).toEqual({ status: 204 })
    for (const { id } of [top, bottom]) expect(await outcome(read(id))).toEqual(NOT_FOUND)
  })

  test('none while one of them holds a prompt, or is unknown', async () => {
    const [empty, full] = [await desk.folder('E'), await desk.folder('F')]
    await desk.prompt({ folderId: full.id })
    expect(await outcome(remove([empty.id, full.id]))).toEqual({ status: 409, code: 'FOLDER_NOT_EMPTY' })
    expect(await outcome(remove([empty.id, UNKNOWN]))).toEqual(refusedAt('query.id[1]'))
    expect(await outcome(read(empty.id))).toEqual({ status: 200 })
  })
})
