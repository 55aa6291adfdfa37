import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RenderPromptRequest } from '../../../../generated/openapi.v1.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
let promptId: string
beforeAll(async () => {
  fixture = await openFixture()
  promptId = (await fixture.prompt({ content: 'Hi {{name}}' })).id
})
afterAll(() => fixture.close())

describe('renderPrompt: POST /prompts/{promptId}/render', () => {
  const render = (body: RenderPromptRequest) =>
    fixture.api.POST('/prompts/{promptId}/render', { params: { path: { promptId } }, body })

  test('shows what a model would get; nothing is kept or told', async () => {
    await fixture.events()
    expect(await demand(render({ variables: { name: '{{name}} & <b>', extra: '' } }))).toEqual({
      object: 'prompt_rendering',
      promptId,
      version: 1,
      renderedPrompt: 'Hi {{name}} & <b>',
      warnings: [{ field: 'variables.extra', issue: 'is not a variable of the template; it was ignored' }],
    })
    const path = { promptId }
    expect(
      (await demand(fixture.api.GET('/prompts/{promptId}/executions', { params: { path } }))).executions,
    ).toEqual([])
    expect(await fixture.events()).toEqual([])
  })

  const rejections: [name: string, { given: RenderPromptRequest; want: string }][] = [
    ['a missing variable', { given: {}, want: 'variables.name' }],
    [
      'an extra one, when strict',
      { given: { variables: { name: '', x: '' }, strict: true }, want: 'variables.x' },
    ],
    ['an unknown version', { given: { variables: { name: '' }, version: 2 }, want: 'version' }],
    [
      'version and label together',
      // @ts-expect-error the types forbid what the server refuses
      { given: { variables: { name: '' }, version: 1, label: 'latest' }, want: 'label' },
    ],
  ]
  test.each(rejections)('refuses %s', async (_, { given, want }) => {
    expect(await outcome(render(given))).toEqual(rejectedAt(want))
  })
})

describe('listPromptExecutions: GET /prompts/{promptId}/executions', () => {
  const list = (id: string, query: object = {}) =>
    fixture.api.GET('/prompts/{promptId}/executions', { params: { path: { promptId: id }, query } })
  let id: string
  beforeAll(async () => {
    id = (await fixture.prompt()).id
    const variables = { name: 'Ada' }
    await fixture.execution(id)
    await fixture.execution(id, { variables, version: 'draft' })
    const body = { variables, model: 'mock/error-500' }
    await fixture.api.POST('/prompts/{promptId}/execute', { params: { path: { promptId: id } }, body })
  })

  const cases: [name: string, { given: object; want: [unknown, string][] }][] = [
    [
      'newest first',
      {
        given: {},
        want: [
          [1, 'failed'],
          ['draft', 'succeeded'],
          [1, 'succeeded'],
        ],
      },
    ],
    ['oldest first', { given: { order: 'asc', limit: 1 }, want: [[1, 'succeeded']] }],
    ['failed ones', { given: { status: 'failed' }, want: [[1, 'failed']] }],
    [
      'of a version',
      {
        given: { version: '1' },
        want: [
          [1, 'failed'],
          [1, 'succeeded'],
        ],
      },
    ],
    ['of the draft', { given: { version: 'draft' }, want: [['draft', 'succeeded']] }],
    ['of another version', { given: { version: '2' }, want: [] }],
  ]
  test.each(cases)('%s', async (_, { given, want }) => {
    const { executions } = await demand(list(id, given))
    expect(executions.map(({ version, status }) => [version, status])).toEqual(want)
  })

  test('page by page', async () => {
    const first = await demand(list(id, { limit: 2 }))
    const second = await demand(list(id, { limit: 2, cursor: first.nextCursor }))
    expect([...first.executions, ...second.executions]).toEqual((await demand(list(id))).executions)
  })
})

describe('getPromptExecution: GET /prompts/{promptId}/executions/{executionId}', () => {
  const get = (id: string, executionId: string, api = fixture.api) =>
    api.GET('/prompts/{promptId}/executions/{executionId}', {
      params: { path: { promptId: id, executionId } },
    })

  test('reads it, of its own prompt and organization alone', async () => {
    const { id } = await fixture.prompt()
    const execution = await fixture.execution(id)
    expect(await demand(get(id, execution.id))).toEqual(execution)
    expect(await outcome(get(promptId, execution.id))).toEqual(NOT_FOUND)
    expect(await outcome(get(id, 'exec_01m6dztj1gf508gdxgxmagfksp'))).toEqual(NOT_FOUND)
    expect(await outcome(get(id, execution.id, fixture.other))).toEqual(NOT_FOUND)
  })
})
