import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prompt } from '../../../../generated/openapi.v1.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const UNKNOWN = 'prompt_01m6dsg7e0e8qra54038hz5kj6'
const read = (promptId: string) => fixture.api.GET('/prompts/{promptId}', { params: { path: { promptId } } })
const etagOf = async (promptId: string) => (await read(promptId)).response.headers.get('etag') ?? ''
type Change = { id: string; etag?: string; name?: string; content?: string; folderId?: string }

describe('updatePrompts: PATCH /prompts', () => {
  const patch = (prompts: Change[]) => fixture.api.PATCH('/prompts', { body: { prompts } })

  test('changes all, in the order of the request, and tells of each', async () => {
    const [a, b] = [await fixture.prompt(), await fixture.prompt()]
    await fixture.events()
    const changes = [
      { id: b.id, name: 'B', etag: await etagOf(b.id) },
      { id: a.id, content: 'A' },
    ]
    const { prompts } = await demand(patch(changes))
    expect(prompts).toMatchObject([
      { id: b.id, name: 'B' },
      { id: a.id, content: 'A' },
    ])
    expect(await Promise.all([b, a].map(async ({ id }) => (await read(id)).data))).toEqual(prompts)
    expect((await fixture.events()).map(({ type, data }) => [type, 'id' in data && data.id])).toEqual([
      ['prompt.updated', b.id],
      ['prompt.updated', a.id],
    ])
  })

  const rejections: [name: string, { given: (a: Prompt, b: Prompt) => Change[]; want: object }][] = [
    [
      'an unknown id',
      {
        given: (a) => [
          { id: a.id, name: 'x' },
          { id: UNKNOWN, name: 'x' },
        ],
        want: rejectedAt('prompts[1].id'),
      },
    ],
    [
      'the same id twice',
      {
        given: (a) => [
          { id: a.id, name: 'x' },
          { id: a.id, name: 'y' },
        ],
        want: rejectedAt('prompts[1].id'),
      },
    ],
    [
      'a block',
      {
        given: (a, b) => [
          { id: a.id, name: 'x' },
          { id: b.id, content: '{{!x}}' },
        ],
        want: rejectedAt('prompts[1].content'),
      },
    ],
    [
      'an unknown folder',
      {
        given: (a, b) => [
          { id: a.id, name: 'x' },
          { id: b.id, folderId: 'folder_01m6b2h0y0fpvrc9grgge7tkny' },
        ],
        want: rejectedAt('prompts[1].folderId'),
      },
    ],
    [
      'a stale etag',
      {
        given: (a, b) => [
          { id: a.id, name: 'x' },
          { id: b.id, name: 'y', etag: '"stale"' },
        ],
        want: { status: 412, code: 'PRECONDITION_FAILED' },
      },
    ],
    ['no change', { given: (a) => [{ id: a.id }], want: rejectedAt('prompts[0]') }],
    ['an empty list', { given: () => [], want: rejectedAt('prompts') }],
  ]
  test.each(rejections)('%s: none is changed', async (_, { given, want }) => {
    const [a, b] = [await fixture.prompt(), await fixture.prompt()]
    await fixture.events()
    expect(await outcome(patch(given(a, b)))).toEqual(want)
    expect((await read(a.id)).data).toEqual(a)
    expect(await fixture.events()).toEqual([])
  })

  test("another organization's prompt is an unknown one", async () => {
    const { id } = await fixture.prompt()
    const response = fixture.other.PATCH('/prompts', { body: { prompts: [{ id, name: 'x' }] } })
    expect(await outcome(response)).toEqual(rejectedAt('prompts[0].id'))
  })
})

describe('deletePrompts: DELETE /prompts', () => {
  const remove = (id: string[]) => fixture.api.DELETE('/prompts', { params: { query: { id } } })

  test('deletes all and tells of each', async () => {
    const [a, b] = [await fixture.prompt(), await fixture.prompt()]
    await fixture.events()
    expect(await outcome(remove([a.id, b.id]))).toEqual({ status: 204 })
    for (const { id } of [a, b]) expect(await outcome(read(id))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await fixture.events()).map(({ type, data }) => [type, 'id' in data && data.id])).toEqual([
      ['prompt.deleted', a.id],
      ['prompt.deleted', b.id],
    ])
  })

  const rejections: [name: string, { given: (id: string) => string[]; want: string }][] = [
    ['an unknown id', { given: (id) => [id, UNKNOWN], want: 'query.id[1]' }],
    ['no id', { given: () => [], want: 'query.id' }],
    ['more than 100', { given: (id) => Array.from({ length: 101 }, () => id), want: 'query.id' }],
  ]
  test.each(rejections)('%s: none is deleted', async (_, { given, want }) => {
    const { id } = await fixture.prompt()
    expect(await outcome(remove(given(id)))).toEqual(rejectedAt(want))
    expect(await outcome(read(id))).toEqual({ status: 200 })
  })
})
