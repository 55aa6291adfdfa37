import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CreatePromptRequest,
  ExecutePromptRequest,
  Execution,
} from '../../../../generated/openapi.v1.ts'
import { SLOW_RESPONSE_MS } from '../../../../src/service/models/offlineProvider.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const at = (promptId: string) => ({ params: { path: { promptId } } })
const execute = (promptId: string, body: ExecutePromptRequest) =>
  fixture.api.POST('/prompts/{promptId}/execute', { ...at(promptId), body })
const executions = async (promptId: string) =>
  (await demand(fixture.api.GET('/prompts/{promptId}/executions', at(promptId)))).executions

/** Version 1 is `one {{a}}`, version 2 `two {{a}}`, the draft `draft {{a}}`; the label `live` points at 1. */
async function threeTexts(settings: Partial<CreatePromptRequest> = {}): Promise<string> {
  const { id } = await fixture.prompt({ content: 'one {{a}}', ...settings })
  const change = (content: string) =>
    demand(fixture.api.PATCH('/prompts/{promptId}', { ...at(id), body: { content } }))
  await change('two {{a}}')
  await demand(fixture.api.POST('/prompts/{promptId}/versions', { ...at(id), body: {} }))
  await change('draft {{a}}')
  const path = { promptId: id, label: 'live' }
  await demand(
    fixture.api.PUT('/prompts/{promptId}/labels/{label}', { params: { path }, body: { version: 1 } }),
  )
  return id
}

describe('executePrompt: POST /prompts/{promptId}/execute', () => {
  test('answers with the execution, keeps it and tells of it', async () => {
    const prompt = await fixture.prompt({ content: 'Say {{what}} to {{whom}}' })
    await fixture.events()
    const body = { variables: { what: 'hello {{whom}}', whom: 'Ada' }, model: 'mock/echo', temperature: 0.2 }
    const execution = await demand(execute(prompt.id, body))
    expect(execution).toEqual({
      id: expect.stringMatching(/^exec_/),
      object: 'execution',
      promptId: prompt.id,
      version: 1,
      model: 'mock/echo',
      provider: 'mock',
      temperature: 0.2,
      status: 'succeeded',
      output: 'Say hello {{whom}} to Ada',
      renderedPrompt: 'Say hello {{whom}} to Ada',
      finishReason: 'stop',
      usage: { inputTokens: 5, outputTokens: 5, totalTokens: 10 },
      cost: 0,
      latencyMs: 0,
      warnings: [],
      createdAt: '2026-11-02T10:00:00.000Z',
      createdBy: fixture.server.a.ownerId,
    })
    expect(await executions(prompt.id)).toEqual([execution])
    const { id, name, content } = prompt
    expect(await fixture.events()).toMatchObject([
      { type: 'prompt.executed', data: { id, name, content, execution } },
    ])
  })

  const texts: [
    name: string,
    { given: ExecutePromptRequest; want: Pick<Execution, 'version' | 'output'> },
  ][] = [
    ['the last version by default', { given: {}, want: { version: 2, output: 'two x' } }],
    ['a version by number', { given: { version: 1 }, want: { version: 1, output: 'one x' } }],
    ['a version by label', { given: { label: 'live' }, want: { version: 1, output: 'one x' } }],
    ['the newest by its label', { given: { label: 'latest' }, want: { version: 2, output: 'two x' } }],
    ['the draft', { given: { version: 'draft' }, want: { version: 'draft', output: 'draft x' } }],
  ]
  test.each(texts)('runs %s', async (_, { given, want }) => {
    const id = await threeTexts()
    expect(await demand(execute(id, { variables: { a: 'x' }, ...given }))).toMatchObject(want)
  })

  test('runs the draft of a prompt without versions', async () => {
    const { id } = await fixture.prompt({ draft: true, content: 'new' })
    expect(await demand(execute(id, {}))).toMatchObject({ version: 'draft', output: 'new' })
  })

  const settings: [
    name: string,
    { given: [Partial<CreatePromptRequest>, ExecutePromptRequest]; want: Partial<Execution> },
  ][] = [
    [
      'its own',
      {
        given: [
          { model: 'mock/echo', temperature: 2 },
          { model: 'mock/fixture', temperature: 0 },
        ],
        want: { model: 'mock/fixture', temperature: 0 },
      },
    ],
    [
      "the prompt's",
      {
        given: [{ model: 'mock/fixture', temperature: 0 }, {}],
        want: { model: 'mock/fixture', temperature: 0 },
      },
    ],
    ["the environment's", { given: [{}, {}], want: { model: 'mock/echo', temperature: 1 } }],
  ]
  test.each(settings)('takes model and temperature: %s', async (_, { given: [prompt, body], want }) => {
    const { id } = await fixture.prompt({ content: 'x', ...prompt })
    expect(await demand(execute(id, body))).toMatchObject(want)
  })

  test('an older version runs with its own model', async () => {
    const { id } = await fixture.prompt({ content: 'x', model: 'mock/fixture' })
    await demand(fixture.api.PATCH('/prompts/{promptId}', { ...at(id), body: { model: 'mock/echo' } }))
    expect(await demand(execute(id, {}))).toMatchObject({ version: 1, model: 'mock/fixture' })
    expect(await demand(execute(id, { version: 'draft' }))).toMatchObject({ model: 'mock/echo' })
  })

  test('warns of a variable that the template does not have', async () => {
    const { id } = await fixture.prompt()
    const execution = await demand(execute(id, { variables: { name: 'Ada', nmae: 'x' } }))
    const warnings = [{ field: 'variables.nmae', issue: 'is not a variable of the template; it was ignored' }]
    expect(execution).toMatchObject({ output: 'Hello Ada', warnings })
    expect(await executions(id)).toMatchObject([{ warnings }])
  })

  describe('refuses before any model is called:', () => {
    const rejections: [name: string, { given: ExecutePromptRequest; want: string }][] = [
      ['a missing variable', { given: { variables: {}, model: 'mock/error-500' }, want: 'variables.a' }],
      [
        'an extra one, when strict',
        { given: { variables: { a: '', b: '' }, strict: true }, want: 'variables.b' },
      ],
      ['a value that is no string', { given: { variables: { a: 1 as never } }, want: 'variables.a' }],
      [
        'a version that was never published',
        { given: { variables: { a: '' }, version: 3 }, want: 'version' },
      ],
      ['an unknown label', { given: { variables: { a: '' }, label: 'beta' }, want: 'label' }],
      [
        'a label that every object has',
        { given: { variables: { a: '' }, label: '__proto__' }, want: 'label' },
      ],
      ['an unknown model', { given: { variables: { a: '' }, model: 'gpt-unknown' }, want: 'model' }],
    ]
    test.each(rejections)('%s', async (_, { given, want }) => {
      const id = await threeTexts()
      expect(await outcome(execute(id, given))).toEqual(rejectedAt(want))
      expect(await executions(id)).toEqual([])
    })

    test('every missing variable is named', async () => {
      const { id } = await fixture.prompt({ content: '{{b}}{{a}}{{constructor}}' })
      const { error } = await execute(id, { variables: { a: 'x' } })
      const issue = 'is missing; the template uses it'
      expect(error?.error.details.issues).toEqual([
        { field: 'variables.b', issue },
        { field: 'variables.constructor', issue },
      ])
    })

    test('a prompt that would fill the memory', async () => {
      const { id } = await fixture.prompt({ content: '{{a}}'.repeat(20_000) })
      const variables = { a: 'x'.repeat(100_000) }
      expect(await outcome(execute(id, { variables }))).toEqual(rejectedAt('variables'))
    })
  })

  const failures: [model: string, want: object][] = [
    ['mock/error-500', { status: 502, code: 'MODEL_PROVIDER_ERROR' }],
    ['mock/error-429', { status: 502, code: 'MODEL_PROVIDER_ERROR' }],
    ['mock/error-malformed', { status: 502, code: 'MODEL_PROVIDER_ERROR' }],
    ['mock/error-timeout', { status: 504, code: 'MODEL_TIMEOUT' }],
  ]
  test.each(failures)('%s fails; the execution is kept and named, and no event sent', async (model, want) => {
    const { id } = await fixture.prompt()
    await fixture.events()
    const response = execute(id, { variables: { name: 'Ada' }, model })
    expect(await outcome(response)).toEqual(want)
    const executionId = (await response).error?.error.details.executionId as string
    const path = { promptId: id, executionId }
    const stored = await demand(
      fixture.api.GET('/prompts/{promptId}/executions/{executionId}', { params: { path } }),
    )
    expect(stored).toMatchObject({ id: executionId, model, status: 'failed', renderedPrompt: 'Hello Ada' })
    expect(stored).toMatchObject({ output: null, usage: null, finishReason: null, cost: null })
    expect(await fixture.events()).toEqual([])
  })

  test('measures the latency, and holds up nobody meanwhile', async () => {
    const { id } = await fixture.prompt({ model: 'mock/slow' })
    const timers = fixture.server.clock.pending
    const slow = demand(execute(id, { variables: { name: 'Ada' } }))
    while (fixture.server.clock.pending === timers) await fixture.prompt() // writes continue while the model thinks
    await fixture.server.clock.advance(SLOW_RESPONSE_MS)
    expect(await slow).toMatchObject({ latencyMs: SLOW_RESPONSE_MS, output: 'Hello Ada' })
  })

  test('production has no default model', async () => {
    await using server = await openProduction()
    const { id } = await demand(server.api.POST('/prompts', { body: { name: 'x', content: 'x' } }))
    const run = (body: ExecutePromptRequest) =>
      server.api.POST('/prompts/{promptId}/execute', { ...at(id), body })
    expect(await outcome(run({}))).toEqual(rejectedAt('model'))
    expect(await demand(run({ model: 'mock/echo' }))).toMatchObject({ output: 'x' })
  })
})

async function openProduction() {
  const production = await openFixture({ name: 'production' })
  return { api: production.api, [Symbol.asyncDispose]: production.close }
}
