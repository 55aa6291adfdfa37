/** The fixture of the report tests: a server, makers of the reports' subjects, and the events that arrive. */
import { join } from 'node:path'
import type {
  CreateReportRequest,
  Evaluation,
  Prompt,
  Report,
  ReportExport,
  ReportFormat,
} from '../../../../generated/openapi.v1.ts'
import type { Database, Value } from '../../../../src/service/storage/database.ts'
import { createReceiver } from '../../../harness/receiver.ts'
import { startServer, type TestServer, type TestServerOptions } from '../../../harness/server.ts'
import type { WireResponse } from '../../../harness/wire.ts'

export const TEMPLATES = {
  evaluation: 'template_01m3v7me00ek2v3mwbsax9r211',
  versions: 'template_01m3v7me00ek2v3mwbsax9r212',
  cost: 'template_01m3v7me00ek2v3mwbsax9r213',
  usage: 'template_01m3v7me00ek2v3mwbsax9r214',
}

export interface ReportEvent {
  type: string
  data: Report & { format?: string }
  metadata: { triggeredBy: string }
}

export interface Fixture {
  server: TestServer
  send(method: string, path: string, body?: unknown, key?: string): Promise<WireResponse>
  /** Sends and demands a success. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  prompt(name: string, content?: string): Promise<Prompt>
  execute(promptId: string, name: string, more?: object): Promise<void>
  /** An evaluation that has ended, of one case for each text. */
  evaluation(names: readonly string[]): Promise<Evaluation>
  /** A report that has ended. */
  report(body: CreateReportRequest): Promise<Report>
  export(reportId: string, format: ReportFormat): Promise<ReportExport>
  download(made: ReportExport): Promise<WireResponse>
  /** The events of reports that were raised since the last call, in their order. */
  events(): Promise<ReportEvent[]>
  close(): Promise<void>
}

export async function openFixture(options: TestServerOptions = {}): Promise<Fixture> {
  const receiver = await createReceiver()
  const server = await startServer({ webhookCa: receiver.ca, ...options })
  const send: Fixture['send'] = (method, path, body, key = server.a.key) =>
    server.wire.send({ method, path, key, body })
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await send(method, path, body)
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body}`)
    return response.json() as T
  }
  const types = ['created', 'completed', 'failed', 'exported'].map((stage) => `report.${stage}`)
  await call('POST', '/webhooks', { url: receiver.url(), events: types })
  const { jobs } = server.services
  const fixture: Fixture = {
    server,
    send,
    call,
    prompt: (name, content = 'Hello {{name}}') =>
      call('POST', '/prompts', { name, content, model: 'mock/echo' }),
    async execute(promptId, name, more) {
      await send('POST', `/prompts/${promptId}/execute`, { variables: { name }, ...more })
    },
    async evaluation(names) {
      const prompt = await fixture.prompt('Оценка')
      const items = names.map((name) => ({ variables: { name }, expectedOutput: 'Hello Ada' }))
      const dataset = await call<{ id: string }>('POST', '/datasets', { name: 'Cases', items })
      const { id } = await call<Evaluation>('POST', '/evaluations', {
        name: 'Nightly',
        promptId: prompt.id,
        datasetId: dataset.id,
        model: 'mock/echo',
        scorers: [{ type: 'equals' }],
      })
      await jobs.idle()
      return call('GET', `/evaluations/${id}`)
    },
    async report(body) {
      const { id } = await call<Report>('POST', '/reports', body)
      await jobs.idle()
      return call('GET', `/reports/${id}`)
    },
    export: (reportId, format) => call('POST', `/reports/${reportId}/exports`, { format }),
    download: ({ downloadPath }) => send('GET', downloadPath),
    async events() {
      await jobs.idle()
      return receiver.requests.splice(0).map(({ body }): ReportEvent => JSON.parse(body.toString()))
    },
    async close() {
      await server.close()
      await receiver.close()
    },
  }
  return fixture
}

/** Copies an execution, `count` times, each a millisecond before the one before. */
export async function copyExecutions(database: Database, id: string, count: number): Promise<void> {
  await database.write(async (tx) => {
    const row = await tx.get<Record<string, Value>>('SELECT * FROM executions WHERE id = ?', id)
    const others = Object.keys(row ?? {}).filter((column) => column !== 'id' && column !== 'created_at')
    await tx.run(
      `INSERT INTO executions (id, created_at, ${others.join(', ')})
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT printf('exec_%026d', i), created_at - i, ${others.join(', ')} FROM n, executions WHERE id = ?`,
      count,
      id,
    )
  })
}

/** A figure of a completed report, by its section and its name. */
export const figureOf = ({ data }: Report, section: string, figure: string) =>
  data?.sections.find(({ id }) => id === section)?.figures.find(({ id }) => id === figure)?.value

/** The rows of a table of a completed report. */
export const rowsOf = ({ data }: Report, section: string, table: string) =>
  data?.sections.find(({ id }) => id === section)?.tables.find(({ id }) => id === table)?.rows

/** The field of an error response, and its code. */
export function rejection(response: WireResponse) {
  const { error } = response.json() as { error: { code: string; details: { field?: string } } }
  return { status: response.status, code: error.code, field: error.details.field }
}

/** A program of this machine, or why a test is skipped without it. */
export function findProgram(name: string, accessible: (path: string) => boolean): string | undefined {
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find(accessible)
}
