import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExecutionList, Report } from '../../../../generated/openapi.v1.ts'
import { copyExecutions, type Fixture, figureOf, openFixture, rejection, TEMPLATES } from './fixture.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'reports-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Requests a report of a prompt while no worker runs it, as if the process had been killed just then. */
async function leftBehind(
  meanwhile: (fixture: Fixture, promptId: string, report: Report) => Promise<unknown>,
) {
  const fixture = await openFixture({ directory })
  const { id: promptId } = await fixture.prompt('Left')
  await fixture.execute(promptId, 'Ada')
  await fixture.server.services.jobs.stop()
  const report = await fixture.call<Report>('POST', '/reports', {
    templateId: TEMPLATES.usage,
    parameters: { promptId },
  })
  await meanwhile(fixture, promptId, report)
  const { key } = fixture.server.a
  await fixture.close()
  return { report, key }
}

describe('a report that nobody has begun when the process ends', () => {
  test('cannot be exported yet, and is made after the next start', async () => {
    const { report, key } = await leftBehind(async (fixture, _, { id }) => {
      const response = await fixture.send('POST', `/reports/${id}/exports`, { format: 'pdf' })
      expect(rejection(response)).toMatchObject({ status: 409, code: 'INVALID_STATE' })
    })
    const fixture = await openFixture({ directory, seed: 'second start' })
    await fixture.server.services.jobs.idle()
    const after = (await fixture.send('GET', `/reports/${report.id}`, undefined, key)).json() as Report
    expect(after).toMatchObject({ status: 'completed', error: null, parameters: report.parameters })
    await fixture.close()
  })

  test('leaves nothing when it was deleted meanwhile', async () => {
    const { key } = await leftBehind((fixture, _, { id }) => fixture.send('DELETE', `/reports/${id}`))
    const fixture = await openFixture({ directory, seed: 'second start' })
    await fixture.server.services.jobs.idle()
    expect((await fixture.send('GET', '/reports', undefined, key)).json()).toMatchObject({ reports: [] })
    const { database } = fixture.server.services
    expect(await database.read((tx) => tx.all(`SELECT * FROM jobs WHERE kind = 'report'`))).toEqual([])
    await fixture.close()
  })
})

test('a report that is stopped again and again is no failed one, and is made in the end', async () => {
  const first = await openFixture({ directory })
  const { key } = first.server.a
  const { id: promptId } = await first.prompt('Often')
  await first.execute(promptId, 'Ada')
  const [execution] = (await first.call<ExecutionList>('GET', `/prompts/${promptId}/executions`)).executions
  await copyExecutions(first.server.services.database, execution?.id ?? '', 19_999)
  const { id } = await first.call<Report>('POST', '/reports', {
    templateId: TEMPLATES.usage,
    parameters: { promptId },
  })
  for (let start = 1; start <= 5; start++) {
    const fixture = start === 1 ? first : await openFixture({ directory, seed: `start ${start}` })
    const { jobs, database } = fixture.server.services
    const job = () =>
      database.read((tx) =>
        tx.get<object>('SELECT claimed, claims, last_error FROM jobs WHERE subject = ?', id),
      )
    await fixture.server.clock.advance(start * 10_000) // the clock of a start begins where the one before began
    await expect.poll(job, { interval: 1 }).toMatchObject({ claimed: 1, claims: start })
    const stopped = jobs.stop()
    await fixture.server.clock.advance(5_000)
    await stopped
    expect(await job()).toEqual({ claimed: 0, claims: start, last_error: null })
    await fixture.close()
  }
  const last = await openFixture({ directory, seed: 'last start' })
  const { clock, services } = last.server
  const rename = (from: string, to: string) =>
    services.database.write((tx) => tx.run(`ALTER TABLE ${from} RENAME TO ${to}`))
  await rename('executions', 'elsewhere') // one fault, which passes
  await clock.advance(55_000) // to the moment of the last stop
  await services.jobs.idle()
  expect(
    await services.database.read((tx) => tx.get('SELECT failures FROM jobs WHERE subject = ?', id)),
  ).toEqual({ failures: 1 })
  await rename('elsewhere', 'executions')
  await clock.advance(1000)
  await services.jobs.idle()
  const report = (await last.send('GET', `/reports/${id}`, undefined, key)).json() as Report
  expect(report).toMatchObject({ status: 'completed', error: null })
  expect(figureOf(report, 'overview', 'executions')).toBe(20_000)
  await last.close()
})

test('a report that cannot be made fails after four tries, and says so', async () => {
  const fixture = await openFixture()
  const { clock, services } = fixture.server
  const { id } = await fixture.evaluation(['Ada'])
  await services.database.write((tx) => tx.run(`UPDATE evaluation_results SET scores = '{'`))
  await fixture.events()
  const body = { templateId: TEMPLATES.evaluation, parameters: { evaluationId: id } }
  const report = await fixture.call<Report>('POST', '/reports', body)
  for (const seconds of [1, 2, 4]) {
    await services.jobs.idle()
    expect(await fixture.call('GET', `/reports/${report.id}`)).toMatchObject({ status: 'generating' })
    await clock.advance(seconds * 1000)
  }
  const events = await fixture.events()
  const error = { code: 'INTERNAL_ERROR', message: 'The figures could not be read.' }
  expect(events.map(({ type, data }) => [type, data.status, data.error])).toEqual([
    ['report.created', 'queued', null],
    ['report.failed', 'failed', error],
  ])
  expect(await fixture.call('GET', `/reports/${report.id}`)).toMatchObject({
    status: 'failed',
    error,
    data: null,
  })
  await fixture.close()
})
