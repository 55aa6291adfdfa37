import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PromptComparison } from '../../../../generated/openapi.v1.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
/** Versions 1 and 2, and a draft of another kind. */
let promptId: string
beforeAll(async () => {
  fixture = await openFixture()
  promptId = (await fixture.prompt({ content: 'Dear {{name}}\nHello\nBye', model: 'mock/echo' })).id
  const path = { promptId }
  const change = (content: string, temperature: number) =>
    demand(fixture.api.PATCH('/prompts/{promptId}', { params: { path }, body: { content, temperature } }))
  await change('Dear {{name}}\nGood day\nBye\n{{sender}}', 1)
  await demand(fixture.api.POST('/prompts/{promptId}/versions', { params: { path }, body: {} }))
  await change('Nothing', 0)
})
afterAll(() => fixture.close())

describe('listPromptVersions: GET /prompts/{promptId}/versions', () => {
  const list = (query: object) =>
    fixture.api.GET('/prompts/{promptId}/versions', { params: { path: { promptId }, query } })

  test('newest first, or oldest first, page by page', async () => {
    expect((await demand(list({}))).versions.map(({ version }) => version)).toEqual([2, 1])
    const first = await demand(list({ order: 'asc', limit: 1 }))
    expect(first).toMatchObject({ versions: [{ version: 1 }], hasMore: true })
    const second = await demand(list({ order: 'asc', limit: 1, cursor: first.nextCursor }))
    expect(second).toMatchObject({ versions: [{ version: 2 }], hasMore: false, nextCursor: null })
  })

  test("a cursor of another prompt's versions is refused", async () => {
    const { nextCursor: cursor } = await demand(list({ limit: 1 }))
    const path = { promptId: (await fixture.prompt()).id }
    const response = fixture.api.GET('/prompts/{promptId}/versions', {
      params: { path, query: { cursor: cursor ?? '' } },
    })
    expect(await outcome(response)).toEqual(rejectedAt('query.cursor'))
  })
})

describe('getPromptVersion: GET /prompts/{promptId}/versions/{version}', () => {
  const get = (version: unknown) =>
    fixture.api.GET('/prompts/{promptId}/versions/{version}', {
      params: { path: { promptId, version: version as number } },
    })

  test('reads it', async () => {
    expect(await demand(get(2))).toMatchObject({
      version: 2,
      variables: ['name', 'sender'],
      basedOnVersion: 1,
    })
  })
  test.each([3, 0, -1, '1.5', 'draft', 2147483648])('there is no version %s', async (version) => {
    expect(await outcome(get(version))).toEqual(NOT_FOUND)
  })
})

describe('comparePromptVersions: GET /prompts/{promptId}/diff', () => {
  const compare = (from: string, to: string) =>
    fixture.api.GET('/prompts/{promptId}/diff', { params: { path: { promptId }, query: { from, to } } })

  const cases: [name: string, { given: [string, string]; want: Partial<PromptComparison> }][] = [
    [
      'two versions',
      {
        given: ['1', '2'],
        want: {
          from: 1,
          to: 2,
          identical: false,
          lines: [
            { op: 'equal', text: 'Dear {{name}}' },
            { op: 'delete', text: 'Hello' },
            { op: 'insert', text: 'Good day' },
            { op: 'equal', text: 'Bye' },
            { op: 'insert', text: '{{sender}}' },
          ],
          addedVariables: ['sender'],
          removedVariables: [],
          settings: [{ setting: 'temperature', from: null, to: 1 }],
        },
      },
    ],
    [
      'a version and itself',
      { given: ['1', '1'], want: { identical: true, settings: [], addedVariables: [] } },
    ],
    [
      'a version and the draft',
      {
        given: ['2', 'draft'],
        want: {
          from: 2,
          to: 'draft',
          removedVariables: ['name', 'sender'],
          settings: [{ setting: 'temperature', from: 1, to: 0 }],
        },
      },
    ],
  ]
  test.each(cases)('%s', async (_, { given, want }) => {
    expect(await demand(compare(...given))).toMatchObject({ object: 'prompt_comparison', promptId, ...want })
  })

  const rejections: [string, string, string][] = [
    ['9', '1', 'query.from'],
    ['1', '9', 'query.to'],
    ['0', '1', 'query.from'],
    ['1', 'latest', 'query.to'],
  ]
  test.each(rejections)('refuses %s to %s at %s', async (from, to, field) => {
    expect(await outcome(compare(from, to))).toEqual(rejectedAt(field))
  })
})
