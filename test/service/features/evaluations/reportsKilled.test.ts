import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookEvent } from '../../../../generated/asyncapi.ts'
import type {
  Dataset,
  Evaluation,
  Prompt,
  Report,
  ReportExportList,
  ReportList,
} from '../../../../generated/openapi.v1.ts'
import { createReceiver } from '../../../harness/receiver.ts'
import { isDue } from '../../../harness/thorough.ts'
import { type Served, serve } from '../../cli/program.ts'
import { temporaryDirectory } from '../../storage/temporaryDirectory.ts'
import { TEMPLATES } from '../reports/fixture.ts'

const CASES = 300
const FORMATS = ['pdf', 'docx', 'csv'] as const

/** The body of a response with the expected status. */
async function ask<T>(server: Served, status: number, path: string, body?: object): Promise<T> {
  const response = await server.ask(path, body ? { method: 'POST', body } : {})
  expect(response, JSON.stringify(response.body)).toMatchObject({ status })
  return response.body as T
}

/** Repeats the request until `found` accepts the response. */
async function until<T>(server: Served, path: string, found: (body: T) => boolean): Promise<T> {
  for (;;) {
    const body = await ask<T>(server, 200, path)
    if (found(body)) return body
  }
}

test.runIf(isDue(2))(
  'the report of a run is made and exported once, wherever SIGKILL strikes',
  {
    timeout: 120_000,
  },
  async () => {
    const receiver = await createReceiver()
    onTestFinished(() => receiver.close())
    const directory = temporaryDirectory()
    const file = (name: string, content: string) => {
      writeFileSync(join(directory, name), content)
      return join(directory, name)
    }
    const wide = { perMinute: 1_000_000, perDay: 1_000_000, burst: 100_000 } // because it repeats requests
    const limits = JSON.stringify({ free: wide, pro: wide, business: wide, enterprise: wide })
    const flags = [
      '--plan-limits',
      file('limits.json', limits),
      '--webhook-allow',
      '127.0.0.0/8',
      '--webhook-ca',
      file('ca.pem', receiver.ca),
    ]
    const start = () => serve(join(directory, 'data'), ...flags)
    const kill = async (server: Served) => {
      server.kill('SIGKILL')
      await server.ended
    }

    const first = await start()
    const prompt = { name: 'Greeting', content: 'Hello {{name}}', model: 'mock/echo' }
    const { id: promptId } = await ask<Prompt>(first, 201, '/prompts', prompt)
    const items = Array.from({ length: CASES }, (_, index) => ({ variables: { name: `number ${index}` } }))
    const { id: datasetId } = await ask<Dataset>(first, 201, '/datasets', { name: 'Numbers', items })
    const events = ['report.created', 'report.completed', 'report.failed', 'report.exported']
    await ask(first, 201, '/webhooks', { url: receiver.url(), events })
    const { id } = await ask<Evaluation>(first, 202, '/evaluations', {
      promptId,
      datasetId,
      scorers: [{ type: 'contains', options: { value: 'number' } }],
      report: { templateId: TEMPLATES.evaluation, formats: FORMATS },
    })
    const path = `/evaluations/${id}`
    await until<Evaluation>(first, path, ({ resultCounts }) => resultCounts.passed > CASES / 2)
    await kill(first)

    const second = await start()
    const { report } = await until<Evaluation>(second, path, ({ status }) => status === 'completed')
    await kill(second)

    const reportId = report?.reportId ?? ''
    const third = await start()
    await until<Report>(third, `/reports/${reportId}`, ({ status }) => status === 'completed')
    await kill(third)

    const fourth = await start()
    const exported = `/reports/${reportId}/exports`
    const some = await until<ReportExportList>(fourth, exported, ({ exports }) => exports.length > 0)
    await kill(fourth)

    const fifth = await start()
    const all = await until<ReportExportList>(
      fifth,
      exported,
      ({ exports }) => exports.length >= FORMATS.length,
    )
    expect(all.exports.map(({ format }) => format).sort()).toEqual([...FORMATS].sort())
    expect(all.exports).toEqual(expect.arrayContaining(some.exports))
    expect((await ask<ReportList>(fifth, 200, '/reports')).reports.map((made) => made.id)).toEqual([reportId])
    for (let wanted = 4; ; wanted++) {
      await receiver.received(wanted)
      const reported = receiver.requests.map(({ body }): WebhookEvent => JSON.parse(body.toString()))
      const once = new Map(reported.map((event) => [event.id, `${event.type} ${event.metadata.triggeredBy}`]))
      if (once.size < 4) continue
      expect([...once.values()].sort()).toEqual([
        'report.completed system',
        'report.created automation',
        'report.exported automation',
        'report.exported automation',
      ])
      break
    }
  },
)
