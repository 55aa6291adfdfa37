import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type {
  CreateEvaluationRequest,
  NewDatasetItem,
  ScorerInput,
} from '../../../../generated/openapi.v1.ts'
import { demand } from '../../../harness/responses.ts'
import { type Fixture, greeting, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const contains = (value: string): ScorerInput => ({ type: 'contains', options: { value } })

test('a run of very many cases keeps its claim while it is summed up', async () => {
  const { clock, services } = fixture.server
  const { database, jobs } = services
  const { id } = await fixture.start([greeting('Ada')], { model: 'mock/slow' })
  const cases = 24_000
  await database.write((tx) =>
    tx.run(
      `INSERT INTO evaluation_results (id, evaluation_id, position, item_id, status, score, attempts, created_at, own_scorers, scores)
       WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT 'result_' || substr('00000000000000000000000000', 1, 26 - length(cast(i AS TEXT))) || cast(i AS TEXT), ?, i, 'item', 'passed', 1, 1, 0, 1, '[]' FROM n`,
      cases,
      id,
    ),
  )
  // From now on every read lasts half a second, and the claim lasts 15.
  const { read } = database
  let reads = 0
  database.read = async (work) => {
    if (++reads > 200) return read(work) // round and round
    await clock.advance(500)
    return read(work)
  }
  const first = () =>
    read((tx) => tx.get('SELECT id FROM evaluation_results WHERE evaluation_id = ? AND position = 1', id))
  while ((await first()) === undefined) await clock.advance(1_000)
  await jobs.idle()
  database.read = read
  expect(reads).toBeLessThan(200)
  expect(await fixture.read(id)).toMatchObject({ status: 'completed', summary: { passRate: 1 } })
})

test('a run of more than ten cases at once warns of no leak', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(`${warning.name}: ${warning.message}`)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const names = Array.from({ length: 40 }, (_, index) => greeting(`${index}`))
  const { id } = await fixture.start(names, { model: 'mock/slow', concurrency: 16 })
  while ((await fixture.read(id)).status !== 'completed') await fixture.server.clock.advance(1_000)
  expect(warnings).toEqual([])
})

describe('a run', () => {
  test('judges each case, raises its events and ends with a verdict and a summary', async () => {
    await fixture.events()
    const run = await fixture.run([greeting('Ada'), greeting('Bob')], {
      scorers: [contains('Ada')],
      passThreshold: 0.5,
    })
    expect(run).toMatchObject({
      status: 'completed',
      verdict: 'passed',
      resultCounts: { total: 2, passed: 1, failed: 1, errored: 0 },
      error: null,
      summary: {
        averageScore: 0.5,
        passRate: 0.5,
        scorers: [
          {
            type: 'contains',
            count: 2,
            errored: 0,
            mean: 0.5,
            std: 0.5,
            percentiles: { p5: 0, p25: 0, p50: 0, p75: 1, p95: 1 },
            passRate: 0.5,
          },
        ],
        latencyMs: { mean: 0, p50: 0, p95: 0 },
        tokens: { input: 4, output: 4, total: 8 },
        totalCost: 0,
      },
    })
    const results = await fixture.results(run.id)
    expect(results.map(({ position, output, status, score }) => [position, output, status, score])).toEqual([
      [1, 'Hello Ada', 'passed', 1],
      [2, 'Hello Bob', 'failed', 0],
    ])
    const events = await fixture.events()
    expect(events.map(({ type }) => type)).toEqual([
      'evaluation.started',
      'evaluation.test.completed',
      'evaluation.test.completed',
      'evaluation.completed',
    ])
    expect(events.map(({ metadata }) => metadata.triggeredBy)).toEqual(['api', 'system', 'system', 'system'])
    expect(events[0]?.data).toMatchObject({ id: run.id, status: 'running' })
    const announced = events.slice(1, 3).map(({ data }) => data)
    expect(
      announced.sort((a, b) => Number(Reflect.get(a, 'position')) - Number(Reflect.get(b, 'position'))),
    ).toEqual(results)
    expect(events[3]?.data).toEqual(run)
  })

  test('leaves disabled items out, and an item brings its own scorers', async () => {
    const own = {
      type: 'contains' as const,
      negate: false,
      weight: 1,
      threshold: 1,
      required: true,
      options: { value: 'Bob' },
    }
    const items = [
      greeting('Ada'),
      greeting('Eve', { status: 'disabled' }),
      greeting('Bob', { scorers: [own] }),
    ]
    const run = await fixture.run(items, { scorers: [contains('Ada')] })
    expect(run.resultCounts).toEqual({ total: 2, passed: 2, failed: 0, errored: 0 })
    expect(run.summary?.scorers[0]?.count).toBe(1)
  })

  test('an item that lacks a variable is errored, and calls no model', async () => {
    const run = await fixture.run([greeting('Ada'), { variables: {} }], { passThreshold: 0.6 })
    expect(run).toMatchObject({
      status: 'completed',
      verdict: 'failed',
      resultCounts: { passed: 1, errored: 1 },
    })
    expect((await fixture.results(run.id))[1]).toMatchObject({
      status: 'errored',
      attempts: 0,
      renderedPrompt: null,
      scores: [],
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('variables.name') },
    })
  })

  test('values are inserted as they are, and never filled in again', async () => {
    const prompt = await fixture.prompt('{{constructor}} {{name}}')
    const run = await fixture.run([{ variables: { constructor: '{{name}}', name: '{{__proto__}}' } }], {
      promptId: prompt.id,
      scorers: [{ type: 'equals', options: { value: '{{name}} {{__proto__}}' } }],
    })
    expect(run.resultCounts.passed).toBe(1)
  })

  test('fails when no case can be judged, with the first reason', async () => {
    await fixture.events()
    const run = await fixture.run([greeting('Ada')], { model: 'mock/error-500' })
    expect(run).toMatchObject({
      status: 'failed',
      verdict: null,
      summary: null,
      resultCounts: { errored: 1 },
      error: { code: 'MODEL_PROVIDER_ERROR' },
    })
    const types = (await fixture.events()).map(({ type }) => type)
    expect(types).toEqual(['evaluation.started', 'evaluation.test.completed', 'evaluation.failed'])
  })

  test('stays pinned, whatever becomes of its prompt and its dataset', async () => {
    const prompt = await fixture.prompt('One {{name}}')
    const dataset = await fixture.dataset([greeting('Ada')])
    const change = { params: { path: { promptId: prompt.id } } }
    await demand(fixture.api.PATCH('/prompts/{promptId}', { ...change, body: { content: 'Two {{name}}' } }))
    await demand(fixture.api.POST('/prompts/{promptId}/versions', { ...change, body: {} }))
    const items = { params: { path: { datasetId: dataset.id } }, body: { items: [greeting('Bob')] } }
    await demand(fixture.api.POST('/datasets/{datasetId}/items', items))
    const pinned = { promptId: prompt.id, promptVersion: 1, datasetId: dataset.id, datasetVersion: 1 }
    const run = await fixture.run([], { ...pinned, scorers: [contains('One Ada')] })
    expect(run).toMatchObject({ ...pinned, resultCounts: { total: 1, passed: 1 } })
    const newest = await fixture.run([], {
      promptId: prompt.id,
      datasetId: dataset.id,
      scorers: [contains('Two')],
    })
    expect(newest).toMatchObject({
      promptVersion: 2,
      datasetVersion: 2,
      resultCounts: { total: 2, passed: 2 },
    })
  })

  test('goes on with a dataset that was deleted after the start', async () => {
    const { id } = await fixture.start([greeting('Ada')])
    const { datasetId } = await fixture.read(id)
    await fixture.api.DELETE('/datasets/{datasetId}', { params: { path: { datasetId } } })
    await fixture.server.services.jobs.idle()
    expect((await fixture.read(id)).resultCounts.passed).toBe(1)
  })
})

describe('how a case passes', () => {
  const yes = contains('Hello')
  const no = contains('nowhere')
  const optional = (scorer: ScorerInput, weight = 1) => ({ ...scorer, required: false, weight })
  const cases: [string, { given: ScorerInput[]; want: [status: string, score: number | null] }][] = [
    ['all required pass', { given: [yes, yes], want: ['passed', 1] }],
    ['one required fails', { given: [yes, no], want: ['failed', 0.5] }],
    ['one that is not required fails', { given: [yes, optional(no)], want: ['passed', 0.5] }],
    [
      'none is required, half the weight passes',
      { given: [optional(yes), optional(no)], want: ['passed', 0.5] },
    ],
    ['none is required, less passes', { given: [optional(yes), optional(no, 3)], want: ['failed', 0.25] }],
    ['no weights at all', { given: [{ ...yes, weight: 0 }, optional(no, 0)], want: ['passed', 0.5] }],
    ['negated', { given: [{ ...no, negate: true }], want: ['passed', 1] }],
    [
      'one cannot judge',
      { given: [yes, optional({ type: 'equals', negate: true })], want: ['errored', null] },
    ],
  ]
  test.each(cases)('%s', async (_, { given, want: [status, score] }) => {
    const run = await fixture.run([greeting('Ada')], { scorers: given })
    expect((await fixture.results(run.id))[0]).toMatchObject({ status, score })
  })

  const verdicts: [string, { given: [passed: number, of: number, threshold?: number]; want: string }][] = [
    ['every case, where nothing is said', { given: [2, 2], want: 'passed' }],
    ['one less', { given: [1, 2], want: 'failed' }],
    ['exactly the threshold', { given: [1, 2, 0.5], want: 'passed' }],
    ['below the threshold', { given: [1, 3, 0.34], want: 'failed' }],
    ['a threshold of nothing', { given: [0, 1, 0], want: 'passed' }],
  ]
  test.each(verdicts)('verdict: %s', async (_, { given: [passed, of, passThreshold], want }) => {
    const items: NewDatasetItem[] = Array.from({ length: of }, (_, index) =>
      greeting(index < passed ? 'Ada' : 'Bob'),
    )
    const body: Partial<CreateEvaluationRequest> = { scorers: [contains('Ada')] }
    const run = await fixture.run(items, { ...body, ...(passThreshold !== undefined && { passThreshold }) })
    expect(run.verdict).toBe(want)
  })
})

test('two runs of the same pinned inputs are equal but for ids and times', async () => {
  const prompt = await fixture.prompt()
  const dataset = await fixture.dataset(Array.from({ length: 150 }, (_, index) => greeting(`Ada ${index}`)))
  const body = {
    promptId: prompt.id,
    datasetId: dataset.id,
    promptVersion: 1,
    datasetVersion: 1,
    concurrency: 16,
    scorers: [
      contains('1'),
      { type: 'levenshtein', options: { value: 'Hello Ada 77' }, required: false },
    ] as ScorerInput[],
  }
  const plain = (value: object) =>
    JSON.parse(
      JSON.stringify(value, (key, inner) => (/^(id|evaluationId|.*At)$/.test(key) ? `(${key})` : inner)),
    )
  const [one, two] = [await fixture.run([], body), await fixture.run([], body)]
  expect(one.id).not.toBe(two.id)
  expect(plain(one)).toEqual(plain(two))
  expect(plain(await fixture.results(one.id))).toEqual(plain(await fixture.results(two.id)))
})
