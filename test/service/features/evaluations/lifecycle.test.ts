import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demand, NOT_FOUND, outcome } from '../../../harness/responses.ts'
import { type Fixture, greeting, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const at = (evaluationId: string) => ({ params: { path: { evaluationId } } })
const CONFLICT = { status: 409, code: 'INVALID_STATE' }

/** Starts a run whose model does not respond until time moves, and waits until it is in progress. */
async function startSlow(): Promise<string> {
  const { id } = await fixture.start([greeting('Ada'), greeting('Bob')], {
    model: 'mock/slow',
    concurrency: 1,
  })
  while ((await fixture.read(id)).status === 'queued');
  return id
}

describe('cancel', () => {
  test('ends a run with evaluation.failed, and gives up what is under way', async () => {
    const id = await startSlow()
    const cancelled = await demand(fixture.api.POST('/evaluations/{evaluationId}/cancel', at(id)))
    expect(cancelled).toMatchObject({ id, status: 'cancelled', verdict: null, summary: null, error: null })
    await fixture.server.clock.advance(60_000)
    const events = await fixture.events()
    expect(events.map(({ type }) => type)).toEqual(['evaluation.started', 'evaluation.failed'])
    expect(events[1]).toMatchObject({ data: { status: 'cancelled' }, metadata: { triggeredBy: 'api' } })
    expect(await fixture.results(id)).toEqual([])
    expect((await fixture.read(id)).resultCounts).toEqual({ total: 2, passed: 0, failed: 0, errored: 0 })
    expect(await outcome(fixture.api.POST('/evaluations/{evaluationId}/cancel', at(id)))).toEqual(CONFLICT)
  })

  test('is too late for one that has ended', async () => {
    const { id } = await fixture.run([greeting('Ada')])
    expect(await outcome(fixture.api.POST('/evaluations/{evaluationId}/cancel', at(id)))).toEqual(CONFLICT)
    expect((await fixture.read(id)).status).toBe('completed')
    await fixture.events()
  })
})

describe('retry', () => {
  test('repeats the errored cases alone, pinned to the same inputs', async () => {
    const items = [greeting('Ada'), { variables: {} }, greeting('Bob'), { variables: {} }]
    const original = await fixture.run(items, { name: 'Nightly', temperature: 0.5 })
    expect(original.resultCounts.errored).toBe(2)
    const queued = await demand(fixture.api.POST('/evaluations/{evaluationId}/retry', at(original.id)))
    expect(queued).toMatchObject({
      retryOf: original.id,
      status: 'queued',
      resultCounts: { total: 2, errored: 0 },
    })
    await fixture.server.services.jobs.idle()
    const errored = (await fixture.results(original.id)).filter(({ status }) => status === 'errored')
    const repeated = await fixture.results(queued.id)
    expect(repeated.map(({ itemId }) => itemId)).toEqual(errored.map(({ itemId }) => itemId))
    expect(repeated.map(({ position }) => position)).toEqual([1, 2])
    const pinned = ({
      name,
      promptVersion,
      datasetVersion,
      model,
      temperature,
      scorers,
    }: typeof original) => ({
      name,
      promptVersion,
      datasetVersion,
      model,
      temperature,
      scorers,
    })
    expect(pinned(queued)).toEqual(pinned(original))
    expect(await fixture.read(original.id)).toEqual(original)
  })

  test('needs an errored case, and a run that has ended', async () => {
    const { id } = await fixture.run([greeting('Ada')])
    expect(await outcome(fixture.api.POST('/evaluations/{evaluationId}/retry', at(id)))).toEqual(CONFLICT)
    const running = await startSlow()
    expect(await outcome(fixture.api.POST('/evaluations/{evaluationId}/retry', at(running)))).toEqual(
      CONFLICT,
    )
    await fixture.api.POST('/evaluations/{evaluationId}/cancel', at(running))
    await fixture.server.clock.advance(60_000)
    await fixture.server.services.jobs.idle()
  })
})

describe('delete', () => {
  const remove = (evaluationId: string, header: { 'If-Match'?: string } = {}, api = fixture.api) =>
    api.DELETE('/evaluations/{evaluationId}', { params: { path: { evaluationId }, header } })
  const rows = () =>
    fixture.server.services.database.read((tx) =>
      tx.all<{ evaluation_id: string }>('SELECT evaluation_id FROM evaluation_results'),
    )

  test('takes the results along, of this one alone', async () => {
    const items = Array.from({ length: 250 }, (_, index) => greeting(`number ${index}`)) // more than two steps
    const [one, two] = [await fixture.run(items), await fixture.run([greeting('Ada')])]
    expect((await remove(one.id)).response.status).toBe(204)
    expect(await outcome(fixture.api.GET('/evaluations/{evaluationId}', at(one.id)))).toEqual(NOT_FOUND)
    expect(await outcome(fixture.api.GET('/evaluations/{evaluationId}/results', at(one.id)))).toEqual(
      NOT_FOUND,
    )
    await fixture.server.services.jobs.idle()
    expect((await rows()).filter((row) => row.evaluation_id === one.id)).toEqual([])
    expect(await fixture.results(two.id)).toHaveLength(1)
    expect(await outcome(remove(one.id))).toEqual(NOT_FOUND)
  })

  test('is refused while the run goes on, and while a retry reads its results', async () => {
    const running = await startSlow()
    expect(await outcome(remove(running))).toEqual(CONFLICT)
    await fixture.api.POST('/evaluations/{evaluationId}/cancel', at(running))
    expect((await remove(running)).response.status).toBe(204)
    await fixture.server.clock.advance(60_000)

    const original = await fixture.run([greeting('Ada'), { variables: {} }])
    const retry = await demand(fixture.api.POST('/evaluations/{evaluationId}/retry', at(original.id)))
    const status = (to: string) =>
      fixture.server.services.database.write((tx) =>
        tx.run('UPDATE evaluations SET status = ? WHERE id = ?', to, retry.id),
      )
    await fixture.server.services.jobs.idle()
    await status('running')
    expect(await outcome(remove(original.id))).toEqual(CONFLICT)
    await status('failed')
    expect((await remove(original.id)).response.status).toBe(204)
    expect((await fixture.read(retry.id)).retryOf).toBe(original.id)
    await fixture.events()
  })

  test('with If-Match: the tag that the answers gave, and no other', async () => {
    const started = await fixture.api.POST('/evaluations', {
      body: {
        promptId: (await fixture.prompt()).id,
        datasetId: (await fixture.dataset([greeting('Ada')])).id,
        scorers: [{ type: 'isJson', negate: true }],
      },
    })
    const id = started.data?.id ?? ''
    await fixture.server.services.jobs.idle()
    const early = started.response.headers.get('etag') ?? ''
    const { response } = await fixture.api.GET('/evaluations/{evaluationId}', at(id))
    const rejected = await remove(id, { 'If-Match': early })
    expect(rejected.error?.error.details).toEqual({ received: early, current: response.headers.get('etag') })
    expect(rejected.response.status).toBe(412)
    expect((await remove(id, { 'If-Match': response.headers.get('etag') ?? '' })).response.status).toBe(204)
    await fixture.events()
  })

  test('is written down in the audit log', async () => {
    const { id } = await fixture.run([greeting('Ada')])
    await remove(id)
    const { entries } = await demand(fixture.api.GET('/organization/audit-log'))
    expect(entries[0]).toMatchObject({ operation: 'deleteEvaluation', targetId: id })
    await fixture.events()
  })
})

describe('reading', () => {
  test('lists evaluations by filter, newest first, and results page by page', async () => {
    const one = await fixture.run([greeting('Ada'), { variables: {} }])
    const two = await fixture.run([greeting('Bob')], { promptId: one.promptId })
    const query = (given: object) => demand(fixture.api.GET('/evaluations', { params: { query: given } }))
    expect((await query({ promptId: one.promptId })).evaluations).toEqual([two, one])
    expect((await query({ datasetId: one.datasetId })).evaluations).toEqual([one])
    expect((await query({ promptId: one.promptId, status: 'failed' })).evaluations).toEqual([])
    const all = await fixture.results(one.id)
    const list = (given: object) =>
      demand(
        fixture.api.GET('/evaluations/{evaluationId}/results', {
          params: { ...at(one.id).params, query: given },
        }),
      )
    const first = await list({ limit: 1 })
    expect(first).toMatchObject({ results: [all[0]], hasMore: true })
    expect(await list({ limit: 1, cursor: first.nextCursor })).toMatchObject({
      results: [all[1]],
      hasMore: false,
    })
    expect((await list({ order: 'desc' })).results).toEqual([...all].reverse())
    expect((await list({ status: 'errored' })).results).toEqual([all[1]])
  })

  test('another organization sees nothing of it', async () => {
    const { id } = await fixture.run([{ variables: {} }, greeting('Ada')])
    const [result] = await fixture.results(id)
    const path = { evaluationId: id, resultId: result?.id ?? '' }
    const other = fixture.other
    const seen = [
      other.GET('/evaluations/{evaluationId}', at(id)),
      other.GET('/evaluations/{evaluationId}/results', at(id)),
      other.GET('/evaluations/{evaluationId}/results/{resultId}', { params: { path } }),
      other.POST('/evaluations/{evaluationId}/cancel', at(id)),
      other.POST('/evaluations/{evaluationId}/retry', at(id)),
    ]
    for (const reply of seen) expect(await outcome(reply)).toEqual(NOT_FOUND)
    expect((await demand(other.GET('/evaluations'))).evaluations).toEqual([])
  })

  test('a result is found below its own evaluation alone', async () => {
    const [one, two] = [await fixture.run([greeting('Ada')]), await fixture.run([greeting('Ada')])]
    const [result] = await fixture.results(one.id)
    const read = (evaluationId: string) => {
      const path = { evaluationId, resultId: result?.id ?? '' }
      return fixture.api.GET('/evaluations/{evaluationId}/results/{resultId}', { params: { path } })
    }
    expect(await demand(read(one.id))).toEqual(result)
    expect(await outcome(read(two.id))).toEqual(NOT_FOUND)
  })
})
