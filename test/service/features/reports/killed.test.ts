import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookEvent } from '../../../../generated/asyncapi.ts'
import type {
  Execution,
  Prompt,
  Report,
  ReportExport,
  ReportFormat,
} from '../../../../generated/openapi.v1.ts'
import { openSqlite } from '../../../../src/service/storage/sqlite.ts'
import { createReceiver, type Receiver } from '../../../harness/receiver.ts'
import { isDue } from '../../../harness/thorough.ts'
import { type Served, serve } from '../../cli/program.ts'
import { temporaryDirectory } from '../../storage/temporaryDirectory.ts'
import { copyExecutions, figureOf, TEMPLATES } from './fixture.ts'

/** A report over so many needs seconds. */
const EXECUTIONS = 150_000

/** The body of a response with the expected status. */
async function ask<T>(server: Served, status: number, path: string, body?: object): Promise<T> {
  const response = await server.ask(path, body ? { method: 'POST', body } : {})
  expect(response, JSON.stringify(response.body)).toMatchObject({ status })
  return response.body as T
}

async function until(server: Served, id: string, status: Report['status']): Promise<Report> {
  for (;;) {
    const report = await ask<Report>(server, 200, `/reports/${id}`)
    if (report.status === status) return report
    expect(report.status).not.toBe('failed')
  }
}

/** The first `count` events that arrive, each once by its id. */
async function eventsOf(receiver: Receiver, count: number): Promise<WebhookEvent[]> {
  for (let wanted = count; ; wanted++) {
    await receiver.received(wanted)
    const events = receiver.requests.map(({ body }): WebhookEvent => JSON.parse(body.toString()))
    const once = new Map(events.map((event) => [event.id, event]))
    if (once.size >= count) return [...once.values()]
  }
}

test.runIf(isDue(3))(
  'reports that SIGTERM and then SIGKILL break off are made after the next start, once each',
  {
    timeout: 120_000,
  },
  async () => {
    const receiver = await createReceiver()
    onTestFinished(() => receiver.close())
    const directory = temporaryDirectory()
    const data = join(directory, 'data')
    const ca = join(directory, 'ca.pem')
    writeFileSync(ca, receiver.ca)
    const limits = join(directory, 'limits.json')
    const wide = { perMinute: 1_000_000, perDay: 1_000_000, burst: 100_000 } // because it repeats requests
    writeFileSync(limits, JSON.stringify({ free: wide, pro: wide, business: wide, enterprise: wide }))
    const flags = ['--plan-limits', limits, '--webhook-allow', '127.0.0.0/8', '--webhook-ca', ca]
    const inFile = async <T>(work: (database: Awaited<ReturnType<typeof openSqlite>>) => Promise<T>) => {
      const database = await openSqlite({ file: join(data, 'development.sqlite') })
      return work(database).finally(() => database.close())
    }
    const statuses = () =>
      inFile((database) =>
        database.read((tx) => tx.all<{ status: string }>('SELECT status FROM reports ORDER BY id')),
      ).then((rows) => rows.map(({ status }) => status))

    const first = await serve(data, ...flags)
    const prompt = { name: 'Greeting', content: 'Hello {{name}}', model: 'mock/echo' }
    const { id: promptId } = await ask<Prompt>(first, 201, '/prompts', prompt)
    const variables = { name: 'Ada' }
    const { id } = await ask<Execution>(first, 200, `/prompts/${promptId}/execute`, { variables })
    const events = ['report.created', 'report.completed', 'report.failed', 'report.exported']
    await ask(first, 201, '/webhooks', { url: receiver.url(), events })
    first.kill('SIGTERM')
    await first.ended
    await inFile((database) => copyExecutions(database, id, EXECUTIONS - 1))

    const second = await serve(data, ...flags)
    const reports: Report[] = []
    for (let made = 0; made < 3; made++)
      reports.push(
        await ask<Report>(second, 202, '/reports', { templateId: TEMPLATES.usage, parameters: { promptId } }),
      )
    const [one, two, three] = reports.map((report) => report.id) as [string, string, string]
    await until(second, one, 'generating')
    second.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    // The one under way may have used the seconds that it is left; nothing else was begun.
    expect((await statuses()).slice(1)).toEqual(['queued', 'queued'])

    const third = await serve(data, ...flags)
    await until(third, one, 'completed')
    await until(third, two, 'generating')
    third.kill('SIGKILL')
    await third.ended
    expect(await statuses()).toEqual(['completed', 'generating', 'queued'])

    const fourth = await serve(data, ...flags)
    const exports: ReportExport[] = []
    for (const report of [one, two, three]) {
      const completed = await until(fourth, report, 'completed')
      expect(figureOf(completed, 'overview', 'executions')).toBe(EXECUTIONS)
      expect(completed.data).toEqual({ ...completed.data, ...sameFor(await until(fourth, one, 'completed')) })
    }
    for (const format of ['pdf', 'html'] satisfies ReportFormat[])
      exports.push(await ask<ReportExport>(fourth, 201, `/reports/${two}/exports`, { format }))
    const reported = await eventsOf(receiver, 7)
    const counted = (type: string) =>
      reported.filter((event) => event.type === type).map(({ data }) => Reflect.get(data, 'id'))
    expect([
      counted('report.created').sort(),
      counted('report.completed').sort(),
      counted('report.exported'),
    ]).toEqual([[one, two, three], [one, two, three], [two]])

    fourth.kill('SIGKILL')
    await fourth.ended
    const fifth = await serve(data, ...flags)
    for (const { format, sha256, size } of exports) {
      const again = await ask<ReportExport>(fifth, 201, `/reports/${two}/exports`, { format })
      expect(again).toMatchObject({ sha256, size })
    }
  },
)

/** Of the same executions every report has the same contents. */
const sameFor = ({ data }: Report) => ({ subject: data?.subject, sections: data?.sections })
