/** A report that an evaluation requests: made by the service when the run has completed. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type {
  CreateEvaluationRequest,
  Evaluation,
  EvaluationReportInput,
  ReportExportList,
} from '../../../../generated/openapi.v1.ts'
import { type Fixture, type figureOf, openFixture, rejection, TEMPLATES } from '../reports/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const idle = () => fixture.server.services.jobs.idle()
const read = (id: string) => fixture.call<Evaluation>('GET', `/evaluations/${id}`)

async function inputs(): Promise<CreateEvaluationRequest> {
  const { id: promptId } = await fixture.prompt('Greeting')
  const items = [{ variables: { name: 'Ada' } }, { variables: {} }]
  const { id: datasetId } = await fixture.call<{ id: string }>('POST', '/datasets', { name: 'Cases', items })
  return {
    promptId,
    datasetId,
    model: 'mock/echo',
    scorers: [{ type: 'contains', options: { value: 'Ada' } }],
  }
}

/** An evaluation that has ended, with whatever follows it. */
async function run(report: EvaluationReportInput, more: Partial<CreateEvaluationRequest> = {}) {
  const body = { ...(await inputs()), ...more, report }
  const { id } = await fixture.call<Evaluation>('POST', '/evaluations', body)
  await idle()
  return read(id)
}

describe('when the run has completed', () => {
  test('its report is made and exported, by automation, once', async () => {
    const evaluation = await run({
      templateId: TEMPLATES.evaluation,
      name: 'Nightly',
      formats: ['pdf', 'csv'],
    })
    expect(evaluation).toMatchObject({ status: 'completed', report: { name: 'Nightly', parameters: {} } })
    const reportId = evaluation.report?.reportId
    const report = await fixture.call<Parameters<typeof figureOf>[0]>('GET', `/reports/${reportId}`)
    expect(report).toMatchObject({
      name: 'Nightly',
      type: 'evaluation_summary',
      status: 'completed',
      parameters: { evaluationId: evaluation.id },
      createdBy: evaluation.createdBy,
    })
    expect(report.data?.subject).toBeTruthy()
    const { exports } = await fixture.call<ReportExportList>('GET', `/reports/${reportId}/exports`)
    expect(exports.map(({ format }) => format).sort()).toEqual(['csv', 'pdf'])
    const pdf = exports.find(({ format }) => format === 'pdf')
    expect((await fixture.download(pdf as (typeof exports)[0])).body.subarray(0, 5).toString()).toBe('%PDF-')
    const reported = (await fixture.events()).map(({ type, metadata, data }) => [
      type,
      metadata.triggeredBy,
      data.id,
    ])
    expect(reported.sort()).toEqual([
      ['report.completed', 'system', reportId],
      ['report.created', 'automation', reportId],
      ['report.exported', 'automation', reportId],
    ])
  })

  test('a report of a prompt has what was left out filled in as of the end of the run', async () => {
    const body = await inputs()
    const report = { templateId: TEMPLATES.usage, parameters: { promptId: body.promptId } }
    const evaluation = await run(report, body)
    expect(evaluation.report).toEqual({
      ...report,
      name: 'Prompt usage',
      formats: [],
      reportId: expect.stringMatching(/^report_/),
    })
    expect(await fixture.call('GET', `/reports/${evaluation.report?.reportId}`)).toMatchObject({
      status: 'completed',
      parameters: { promptId: body.promptId, from: expect.any(String), to: expect.any(String) },
    })
    await fixture.events()
  })

  test('a report that cannot be made has failed, and the run completed', async () => {
    const compared = await fixture.prompt('Compared')
    for (const content of ['Good morning {{name}}', 'Good evening {{name}}']) {
      await fixture.call('PATCH', `/prompts/${compared.id}`, { content })
      await fixture.call('POST', `/prompts/${compared.id}/versions`, {})
    }
    const body = await inputs()
    const parameters = { promptId: compared.id }
    const { id } = await fixture.call<Evaluation>('POST', '/evaluations', {
      ...body,
      model: 'mock/slow',
      report: { templateId: TEMPLATES.versions, parameters, formats: ['pdf'] },
    })
    while ((await read(id)).status === 'queued');
    expect((await fixture.send('DELETE', `/prompts/${compared.id}`)).status).toBe(204)
    await fixture.server.clock.advance(60_000)
    await idle()
    const { status, report } = await read(id)
    expect(status).toBe('completed')
    expect(await fixture.call('GET', `/reports/${report?.reportId}`)).toMatchObject({
      status: 'failed',
      error: { code: 'VALIDATION_ERROR' },
      parameters,
    })
    const reported = (await fixture.events()).map(({ type, metadata }) => [type, metadata.triggeredBy])
    expect(reported.sort()).toEqual([
      ['report.created', 'automation'],
      ['report.failed', 'system'],
    ])
  })
})

describe('no report is made', () => {
  test.each([
    ['of a run that is cancelled', 'mock/slow', 'cancelled'],
    ['of a run that fails', 'mock/error-500', 'failed'],
  ])('%s', async (_, model, status) => {
    const body = { ...(await inputs()), model, report: { templateId: TEMPLATES.evaluation } }
    const { id } = await fixture.call<Evaluation>('POST', '/evaluations', body)
    if (status === 'cancelled') await fixture.call('POST', `/evaluations/${id}/cancel`)
    await fixture.server.clock.advance(60_000)
    await idle()
    expect(await read(id)).toMatchObject({ status, report: { reportId: null } })
    expect(await fixture.events()).toEqual([])
  })

  test('by a retry, which may be asked for without reports:write', async () => {
    const { id } = await run({ templateId: TEMPLATES.evaluation })
    const { id: retryId } = await fixture.call<Evaluation>('POST', `/evaluations/${id}/retry`)
    await idle()
    expect(await read(retryId)).toMatchObject({ retryOf: id, report: null })
    await fixture.events()
  })
})

describe('createEvaluation refuses', () => {
  test.each<[field: string, what: string, report: object]>([
    ['report.templateId', 'no template', {}],
    ['report.templateId', 'a template that is not there', { templateId: `template_01${'a'.repeat(24)}` }],
    [
      'report.parameters.evaluationId',
      'an evaluation',
      { templateId: TEMPLATES.evaluation, parameters: { evaluationId: `eval_01${'a'.repeat(24)}` } },
    ],
    [
      'report.parameters.from',
      'a parameter that the template does not take',
      { templateId: TEMPLATES.evaluation, parameters: { from: '2026-10-01' } },
    ],
    ['report.parameters.promptId', 'a missing parameter', { templateId: TEMPLATES.versions }],
    [
      'report.parameters.to',
      'a day to come',
      { templateId: TEMPLATES.usage, parameters: { to: '2027-01-01' } },
    ],
    ['report.formats[1]', 'an unknown format', { templateId: TEMPLATES.usage, formats: ['pdf', 'xls'] }],
  ])('at %s: %s', async (field, _, report) => {
    const response = await fixture.send('POST', '/evaluations', { ...(await inputs()), report })
    expect(rejection(response)).toEqual({ status: 400, code: 'VALIDATION_ERROR', field })
  })

  test.each([
    [
      ['evaluations:write', 'prompts:read'],
      ['reports:write', 'evaluations:read'],
    ],
    [['evaluations:write', 'prompts:read', 'evaluations:read'], ['reports:write']],
    [['evaluations:write', 'prompts:read', 'reports:write'], ['evaluations:read']],
  ] as const)('a credential with %j alone, for want of %j', async (scopes, missing) => {
    const key = await fixture.server.keyWith(fixture.server.a, [...scopes])
    const body = await inputs()
    const report = { templateId: TEMPLATES.evaluation }
    const response = await fixture.send('POST', '/evaluations', { ...body, report }, key)
    expect([response.status, response.json()]).toMatchObject([
      403,
      { error: { code: 'INSUFFICIENT_SCOPE', details: { missing } } },
    ])
    expect((await fixture.send('POST', '/evaluations', body, key)).status).toBe(202)
    await fixture.events()
  })
})

test('an export that cannot be made is told in the report after four tries', async () => {
  const { services, clock } = fixture.server
  const failing = vi.spyOn(services.workerThreads, 'run').mockRejectedValue(new Error('No fonts.'))
  const evaluation = await run({ templateId: TEMPLATES.evaluation, formats: ['pdf', 'csv'] })
  const address = `/reports/${evaluation.report?.reportId}`
  expect(await fixture.call('GET', address)).not.toHaveProperty('failedExports')
  for (const seconds of [1, 2, 4, 8]) {
    await clock.advance(seconds * 1000)
    await idle()
  }
  failing.mockRestore()
  const error = { code: 'INTERNAL_ERROR', message: 'The export could not be made.' }
  expect(await fixture.call('GET', address)).toMatchObject({
    status: 'completed',
    failedExports: [{ format: 'pdf', error }],
  })
  const { exports } = await fixture.call<ReportExportList>('GET', `${address}/exports`)
  expect(exports.map(({ format }) => format)).toEqual(['csv'])
})
