import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../../generated/openapi.v1.ts'
import { type Fixture, figureOf, openFixture, rejection, rowsOf, TEMPLATES } from './fixture.ts'

let fixture: Fixture
let promptId: string
beforeAll(async () => {
  fixture = await openFixture()
  promptId = (await fixture.prompt('Приветствие')).id
  for (const name of ['Ada', 'Grace', 'Άννα']) await fixture.execute(promptId, name)
  await fixture.execute(promptId, 'Ada', { model: 'mock/error-500' })
})
afterAll(() => fixture.close())

describe('createReport: POST /reports', () => {
  test('answers at once, and tells of the beginning and of the end', async () => {
    await fixture.events()
    const body = { templateId: TEMPLATES.usage, name: 'Use', parameters: { promptId } }
    const response = await fixture.send('POST', '/reports', body)
    expect(response.status).toBe(202)
    const report = response.json() as Report
    expect(report).toMatchObject({ object: 'report', status: 'queued', data: null, completedAt: null })
    expect(report.parameters).toEqual({ promptId, from: '2026-10-04', to: '2026-11-02' })

    const events = await fixture.events()
    const { data: _, ...summary } = report
    expect(events.map(({ type, metadata }) => [type, metadata.triggeredBy])).toEqual([
      ['report.created', 'api'],
      ['report.completed', 'system'],
    ])
    expect(events[0]?.data).toEqual(summary)
    expect(events[1]?.data).toEqual({
      ...summary,
      status: 'completed',
      completedAt: '2026-11-02T10:00:00.000Z',
    })
  })

  test('counts the executions of a prompt', async () => {
    const report = await fixture.report({ templateId: TEMPLATES.usage, parameters: { promptId } })
    expect(report.name).toBe('Prompt usage')
    expect(report.data?.subject).toBe('Приветствие, 4 Oct 2026 to 2 Nov 2026')
    expect(figureOf(report, 'overview', 'executions')).toBe(4)
    expect(figureOf(report, 'overview', 'successRate')).toBe(0.75)
    expect(rowsOf(report, 'breakdown', 'breakdown')).toEqual([['Version 1', 4, 1, 0.75, 12, 0]])
    expect(rowsOf(report, 'models', 'models')?.map(([name]) => name)).toEqual(['mock/echo', 'mock/error-500'])
    const chart = report.data?.sections.find(({ id }) => id === 'timeline')?.charts[0]
    expect(chart?.series.map(({ values }) => values.at(-1))).toEqual([3, 1])
  })

  test('counts those of all prompts, and sees none of another organization', async () => {
    const other = fixture.server.b.key
    const { id } = (
      await fixture.send('POST', '/prompts', { name: 'Foreign', content: 'x' }, other)
    ).json() as Report
    await fixture.send('POST', `/prompts/${id}/execute`, { model: 'mock/echo' }, other)
    const report = await fixture.report({ templateId: TEMPLATES.cost })
    expect(rowsOf(report, 'breakdown', 'breakdown')?.map(([name]) => name)).toEqual(['Приветствие'])
    expect(figureOf(report, 'overview', 'inputTokens')).toBe(6)
  })

  test('figures are those of the moment: what is executed later changes nothing', async () => {
    const report = await fixture.report({ templateId: TEMPLATES.usage })
    await fixture.execute(promptId, 'Later')
    expect(await fixture.call('GET', `/reports/${report.id}`)).toEqual(report)
  })

  test('compares versions, with what changed between them', async () => {
    const { id } = await fixture.prompt('Compared', 'one\ntwo {{name}}')
    await fixture.execute(id, 'Ada')
    await fixture.call('PATCH', `/prompts/${id}`, { content: 'one\nthree {{name}} and more' })
    await fixture.call('POST', `/prompts/${id}/versions`, {})
    await fixture.execute(id, 'Ada')
    const report = await fixture.report({ templateId: TEMPLATES.versions, parameters: { promptId: id } })
    expect(report.parameters.versions).toEqual([1, 2])
    expect(rowsOf(report, 'overview', 'versions')?.map((row) => [row[0], row[2], row[6]])).toEqual([
      ['Version 1', 1, 6],
      ['Version 2', 1, 10],
    ])
    expect(rowsOf(report, 'changes', 'changes')?.[0]?.[4]).toBe(0.6667)
    expect(rowsOf(report, 'contents', 'lines2')).toEqual([
      ['removed', 'two {{name}}'],
      ['added', 'three {{name}} and more'],
    ])
  })

  test('sums up an evaluation, the cases that did not pass first', async () => {
    const { id } = await fixture.evaluation(['Ada', 'Άννα'])
    const report = await fixture.report({
      templateId: TEMPLATES.evaluation,
      parameters: { evaluationId: id },
    })
    expect(figureOf(report, 'overview', 'verdict')).toBe('failed')
    expect(figureOf(report, 'overview', 'passRate')).toBe(0.5)
    expect(rowsOf(report, 'scorers', 'scorers')).toEqual([['equals', 1, 2, 0.5, 0.5, 0]])
    expect(rowsOf(report, 'cases', 'cases')?.map((row) => [row[0], row[1], row[5], row[7]])).toEqual([
      [2, 'failed', 'Hello Άννα', 'equals'],
      [1, 'passed', 'Hello Ada', null],
    ])
  })

  const unknown = 'prompt_01aaaaaaaaaaaaaaaaaaaaaaaa'
  const invalid: [string, object, string][] = [
    ['an unknown template', { templateId: 'template_01aaaaaaaaaaaaaaaaaaaaaaaa' }, 'templateId'],
    [
      'an unknown prompt',
      { templateId: TEMPLATES.usage, parameters: { promptId: unknown } },
      'parameters.promptId',
    ],
    ['a parameter that is missing', { templateId: TEMPLATES.versions }, 'parameters.promptId'],
    [
      'a parameter of another template',
      { templateId: TEMPLATES.usage, parameters: { versions: [1, 2] } },
      'parameters.versions',
    ],
    [
      'a day that does not exist',
      { templateId: TEMPLATES.usage, parameters: { from: '2026-02-30' } },
      'parameters.from',
    ],
    ['a day to come', { templateId: TEMPLATES.usage, parameters: { to: '2026-11-03' } }, 'parameters.to'],
    [
      'a period that ends before it begins',
      { templateId: TEMPLATES.usage, parameters: { from: '2026-10-31', to: '2026-10-01' } },
      'parameters.from',
    ],
    [
      'a period of more than two years',
      { templateId: TEMPLATES.cost, parameters: { from: '2024-11-01' } },
      'parameters.from',
    ],
    [
      'an unknown evaluation',
      { templateId: TEMPLATES.evaluation, parameters: { evaluationId: 'eval_01aaaaaaaaaaaaaaaaaaaaaaaa' } },
      'parameters.evaluationId',
    ],
  ]
  test.each(invalid)('refuses %s', async (_, body, field) => {
    const given = rejection(await fixture.send('POST', '/reports', body))
    expect(given).toEqual({ status: 400, code: 'VALIDATION_ERROR', field })
  })

  test('refuses versions that are not there', async () => {
    const parameters = { promptId, versions: [1, 7] }
    const response = await fixture.send('POST', '/reports', { templateId: TEMPLATES.versions, parameters })
    expect(rejection(response).field).toBe('parameters.versions[1]')
    const one = await fixture.send('POST', '/reports', {
      templateId: TEMPLATES.versions,
      parameters: { promptId },
    })
    expect(rejection(one).field).toBe('parameters.promptId')
  })

  test('refuses what another organization has as what does not exist', async () => {
    const body = { templateId: TEMPLATES.usage, parameters: { promptId } }
    const response = await fixture.send('POST', '/reports', body, fixture.server.b.key)
    expect(rejection(response)).toMatchObject({ status: 400, field: 'parameters.promptId' })
  })

  test('needs the scopes of what it shows', async () => {
    const { server } = fixture
    const key = await server.keyWith(server.a, ['reports:read', 'reports:write'])
    const response = await fixture.send('POST', '/reports', { templateId: TEMPLATES.usage }, key)
    expect(rejection(response)).toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' })
  })
})

describe('reading reports', () => {
  test('lists by status, type and name, without figures', async () => {
    await fixture.report({ templateId: TEMPLATES.cost, name: 'Quarter_1' })
    const { reports } = await fixture.call<{ reports: Report[] }>(
      'GET',
      '/reports?status=completed&type=cost_latency&name=quarter_',
    )
    expect(reports.map(({ name }) => name)).toEqual(['Quarter_1'])
    expect(reports[0]).not.toHaveProperty('data')
  })

  test('another organization sees no report, and cannot delete one', async () => {
    const { id } = await fixture.report({ templateId: TEMPLATES.usage })
    const { key } = fixture.server.b
    expect((await fixture.send('GET', `/reports/${id}`, undefined, key)).status).toBe(404)
    expect((await fixture.send('DELETE', `/reports/${id}`, undefined, key)).status).toBe(404)
    expect((await fixture.send('GET', '/reports', undefined, key)).json()).toMatchObject({ reports: [] })
    expect((await fixture.send('GET', `/reports/${id}`)).status).toBe(200)
  })

  test('a deleted report is gone, with its exports', async () => {
    const { id } = await fixture.report({ templateId: TEMPLATES.usage })
    const made = await fixture.export(id, 'csv')
    expect((await fixture.send('DELETE', `/reports/${id}`)).status).toBe(204)
    for (const path of [`/reports/${id}`, `/reports/${id}/exports`, made.downloadPath]) {
      expect((await fixture.send('GET', path)).status).toBe(404)
    }
  })
})

test('says of latencies the nearest rank: of 1 to 20 ms the median 10, the 95th percentile 19', async () => {
  const { id } = await fixture.prompt('Slow')
  for (let count = 0; count < 20; count++) await fixture.execute(id, 'Ada')
  const { database } = fixture.server.services
  await database.write(async (tx) => {
    const rows = await tx.all<{ id: string }>('SELECT id FROM executions WHERE prompt_id = ?', id)
    for (const [index, row] of rows.entries())
      await tx.run('UPDATE executions SET latency_ms = ? WHERE id = ?', index + 1, row.id)
  })
  const report = await fixture.report({ templateId: TEMPLATES.cost, parameters: { promptId: id } })
  expect(figureOf(report, 'overview', 'latencyMedian')).toBe(10)
  expect(figureOf(report, 'overview', 'latencyP95')).toBe(19)
  expect(rowsOf(report, 'models', 'models')?.map((row) => row.slice(4))).toEqual([[10, 19, 20]])
  const latency = report.data?.sections.find((section) => section.id === 'latency')?.charts[0]
  expect(latency?.series.map(({ values }) => values.at(-1))).toEqual([10, 19])
})
