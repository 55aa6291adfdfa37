import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreateEvaluationRequest, Dataset, Prompt } from '../../../../generated/openapi.v1.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, greeting, openFixture } from './fixture.ts'

let fixture: Fixture
let prompt: Prompt
let dataset: Dataset
let valid: CreateEvaluationRequest
beforeAll(async () => {
  fixture = await openFixture({ validator: 'strict' })
  prompt = await fixture.prompt()
  dataset = await fixture.dataset([greeting('Ada')])
  valid = { promptId: prompt.id, datasetId: dataset.id, scorers: [{ type: 'isJson' }] }
})
afterAll(() => fixture?.close())

const UNKNOWN_PROMPT = 'prompt_01m6dqs9m0eefvn41pzzmcq6vf'
const UNKNOWN_DATASET = 'dataset_01m6dqs9m0eefvn41pzzmcq6vf'

test('what is left out is pinned or filled in', async () => {
  const evaluation = await demand(fixture.api.POST('/evaluations', { body: valid }))
  expect(evaluation).toEqual({
    id: expect.stringMatching(/^eval_/),
    object: 'evaluation',
    name: `${prompt.name}, version 1`,
    promptId: prompt.id,
    promptVersion: 1,
    datasetId: dataset.id,
    datasetVersion: 1,
    model: 'mock/echo',
    temperature: 0,
    concurrency: 4,
    passThreshold: 1,
    scorers: [{ type: 'isJson', negate: false, weight: 1, threshold: 1, required: true, options: {} }],
    status: 'queued',
    resultCounts: { total: 1, passed: 0, failed: 0, errored: 0 },
    verdict: null,
    summary: null,
    error: null,
    startedAt: null,
    completedAt: null,
    retryOf: null,
    report: null,
    createdAt: expect.any(String),
    createdBy: fixture.server.a.ownerId,
  })
})

describe('refused', () => {
  type Changes = { [Member in keyof CreateEvaluationRequest]?: unknown }
  const rejections: [string, { given: Changes; want: string }][] = [
    ['an unknown prompt', { given: { promptId: UNKNOWN_PROMPT }, want: 'promptId' }],
    ['an unknown version', { given: { promptVersion: 2 }, want: 'promptVersion' }],
    ['an unknown dataset', { given: { datasetId: UNKNOWN_DATASET }, want: 'datasetId' }],
    ['an unknown dataset version', { given: { datasetVersion: 9 }, want: 'datasetVersion' }],
    ['an unknown model', { given: { model: 'gpt-0' }, want: 'model' }],
    ['no scorers', { given: { scorers: [] }, want: 'scorers' }],
    ['an unknown scorer', { given: { scorers: [{ type: 'best' }] }, want: 'scorers[0].type' }],
    [
      'options of another type',
      { given: { scorers: [{ type: 'isJson', options: { value: 1 } }] }, want: 'scorers[0].options' },
    ],
    [
      'a missing option',
      { given: { scorers: [{ type: 'regex', options: {} }] }, want: 'scorers[0].options.pattern' },
    ],
    ['missing options', { given: { scorers: [{ type: 'regex' }] }, want: 'scorers[0].options' }],
    [
      'a hostile pattern',
      {
        given: { scorers: [{ type: 'regex', options: { pattern: '(?=a)' } }] },
        want: 'scorers[0].options.pattern',
      },
    ],
    [
      'a huge pattern',
      {
        given: { scorers: [{ type: 'regex', options: { pattern: 'a'.repeat(1001) } }] },
        want: 'scorers[0].options.pattern',
      },
    ],
    [
      'a remote schema',
      {
        given: { scorers: [{ type: 'jsonSchema', options: { schema: { $ref: 'http://127.0.0.1/' } } }] },
        want: 'scorers[0].options.schema',
      },
    ],
    [
      'an unknown judge',
      {
        given: { scorers: [{ type: 'llmJudge', options: { model: 'gpt-0', criteria: 'x' } }] },
        want: 'scorers[0].options.model',
      },
    ],
    ['a threshold above 1', { given: { passThreshold: 1.5 }, want: 'passThreshold' }],
    ['too many hands', { given: { concurrency: 17 }, want: 'concurrency' }],
  ]
  test.each(rejections)('%s', async (_, { given, want }) => {
    const rejected = await outcome(
      fixture.api.POST('/evaluations', { body: { ...valid, ...given } as never }),
    )
    expect(rejected).toEqual(rejectedAt(want))
  })

  test('a prompt without a published version, and a dataset without active items', async () => {
    const body = { name: 'Draft', content: 'Hi', draft: true }
    const draft = await demand(fixture.api.POST('/prompts', { body }))
    const without = { ...valid, promptId: draft.id }
    expect(await outcome(fixture.api.POST('/evaluations', { body: without }))).toEqual(
      rejectedAt('promptVersion'),
    )
    const idle = await fixture.dataset([greeting('Ada', { status: 'disabled' })])
    const empty = { ...valid, datasetId: idle.id }
    expect(await outcome(fixture.api.POST('/evaluations', { body: empty }))).toEqual(rejectedAt('datasetId'))
  })

  test("another organization's prompt and dataset, as if they were not there", async () => {
    const theirs = { name: 'Mine', content: 'Hello {{name}}' }
    const own = await demand(fixture.other.POST('/prompts', { body: theirs }))
    const given = [valid, { ...valid, promptId: own.id }]
    const [first, second] = await Promise.all(
      given.map((body) => outcome(fixture.other.POST('/evaluations', { body }))),
    )
    expect([first, second]).toEqual([rejectedAt('promptId'), rejectedAt('datasetId')])
  })

  const lacking = [['evaluations:write'], ['prompts:read', 'evaluations:read']] as const
  test.each(lacking)('a key of %s alone', async (...scopes) => {
    const key = await fixture.server.keyWith(fixture.server.a, scopes.flat() as never)
    const rejected = await outcome(fixture.server.client(key).POST('/evaluations', { body: valid }))
    expect(rejected).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' })
  })
})
