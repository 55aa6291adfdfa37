import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const at = (promptId: string, label: string, ifMatch?: string) => ({
  params: { path: { promptId, label }, ...(ifMatch && { header: { 'If-Match': ifMatch } }) },
})
const put = (promptId: string, label: string, version: number, ifMatch?: string) =>
  fixture.api.PUT('/prompts/{promptId}/labels/{label}', {
    ...at(promptId, label, ifMatch),
    body: { version },
  })
const remove = (promptId: string, label: string, ifMatch?: string) =>
  fixture.api.DELETE('/prompts/{promptId}/labels/{label}', at(promptId, label, ifMatch))
const labelsOfVersion = async (promptId: string, version: number) => {
  const path = { promptId, version }
  return (await demand(fixture.api.GET('/prompts/{promptId}/versions/{version}', { params: { path } })))
    .labels
}

async function twoVersions(): Promise<string> {
  const { id: promptId } = await fixture.prompt()
  const path = { promptId }
  await demand(
    fixture.api.POST('/prompts/{promptId}/versions', { params: { path }, body: { fromVersion: 1 } }),
  )
  await fixture.events()
  return promptId
}

describe('putPromptLabel: PUT /prompts/{promptId}/labels/{label}', () => {
  test('makes a label and moves it, and tells of each', async () => {
    const id = await twoVersions()
    expect(await demand(put(id, 'live', 1))).toMatchObject({ labels: { live: 1 } })
    expect(await demand(put(id, 'beta', 1))).toMatchObject({ labels: { beta: 1, live: 1 } })
    expect(await labelsOfVersion(id, 1)).toEqual(['beta', 'live'])
    expect(await demand(put(id, 'live', 2))).toMatchObject({ labels: { beta: 1, live: 2 } })
    expect([await labelsOfVersion(id, 1), await labelsOfVersion(id, 2)]).toEqual([['beta'], ['live']])
    expect((await fixture.events()).map(({ type }) => type)).toEqual(Array(3).fill('prompt.updated'))
  })

  test('where it points already, it changes nothing', async () => {
    const id = await twoVersions()
    const before = await demand(put(id, 'live', 1))
    await fixture.server.clock.advance(1000)
    await fixture.events()
    expect(await demand(put(id, 'live', 1))).toEqual(before)
    expect(await fixture.events()).toEqual([])
  })

  test('takes a name that every object has', async () => {
    const id = await twoVersions()
    const prompt = await demand(put(id, '__proto__', 2))
    expect(Object.entries(prompt.labels)).toEqual([['__proto__', 2]])
    expect(await labelsOfVersion(id, 2)).toEqual(['__proto__'])
    expect(await outcome(remove(id, '__proto__'))).toEqual({ status: 204 })
  })

  test('refuses a version that was never published, and a stale If-Match', async () => {
    const id = await twoVersions()
    expect(await outcome(put(id, 'live', 3))).toEqual(rejectedAt('version'))
    expect(await outcome(put(id, 'live', 1, '"stale"'))).toEqual({ status: 412, code: 'PRECONDITION_FAILED' })
  })

  test('takes the tag of what GET shows here, and no longer once the label was moved', async () => {
    const id = await twoVersions()
    const moved = await put(id, 'live', 1)
    const tagOf = async () =>
      (
        await fixture.api.GET('/prompts/{promptId}/labels/{label}', {
          params: { path: { promptId: id, label: 'live' } },
        })
      ).response.headers.get('etag') ?? ''
    const first = await tagOf()
    expect(await outcome(put(id, 'live', 2, first))).toEqual({ status: 200 })
    expect(await outcome(put(id, 'live', 1, first))).toEqual({ status: 412, code: 'PRECONDITION_FAILED' })
    expect(await outcome(put(id, 'live', 1, moved.response.headers.get('etag') ?? ''))).toMatchObject({
      status: 412,
    })
    expect(await outcome(remove(id, 'live', await tagOf()))).toEqual({ status: 204 })
  })

  test('latest is reserved', async () => {
    expect(await outcome(put(await twoVersions(), 'latest', 1))).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'path.label',
    })
  })

  test.each(['Live', 'a b', 'x'.repeat(37)])('there is no label "%s"', async (label) => {
    expect(await outcome(put(await twoVersions(), label, 1))).toEqual(NOT_FOUND)
  })
})

describe('deletePromptLabel: DELETE /prompts/{promptId}/labels/{label}', () => {
  test('removes the label, keeps the version, and tells of it', async () => {
    const id = await twoVersions()
    await demand(put(id, 'live', 1))
    await fixture.events()
    expect(await outcome(remove(id, 'live', '"stale"'))).toEqual({ status: 412, code: 'PRECONDITION_FAILED' })
    expect(await outcome(remove(id, 'live'))).toEqual({ status: 204 })
    expect(await labelsOfVersion(id, 1)).toEqual([])
    expect((await fixture.events()).map(({ type }) => type)).toEqual(['prompt.updated'])
    expect(await outcome(remove(id, 'live'))).toEqual(NOT_FOUND)
  })
})
