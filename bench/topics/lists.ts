/** Every list with every filter, when there are a thousand rows and when there are a million. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../src/service/storage/sqlite/driver.ts'
import { median } from '../load.ts'
import { startServer } from '../server.ts'
import { type Topic, table } from '../topic.ts'
import { lists, type MeasuredList } from './measuredLists.ts'

/** `BENCH_ROWS` makes a shorter run of it; docs/internals/performance.md has one of 100,000. */
const SIZES = [1_000, Number(process.env.BENCH_ROWS ?? 1_000_000)] as const
const WARM_UP = 20
const REQUESTS = 100
const FLAGS = ['--webhook-allow', '127.0.0.0/8']
/** Milliseconds until a server that has started has prepared everything. */
const SETTLED = 5_000
/** Milliseconds between two looks at `/healthz`, from a second connection. */
const LOOK = 5

export const listsTopic: Topic = {
  name: 'lists',
  title: 'Lists: each filter among a thousand rows and among a million',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // both ends are this bench's own
    const first = await startServer(FLAGS)
    const { folder } = first
    const parents = await seed(first)
    await first.stop()
    const file = join(folder, 'data/production.sqlite')
    const seeded = `${file}.seeded`
    copyFileSync(file, seeded)
    const rows: string[][] = []
    let slowest = 0
    for (const list of lists) {
      const measured: number[][] = []
      const blocked: number[] = []
      for (const size of SIZES) {
        copyFileSync(seeded, file)
        fill(file, list, size)
        const server = await startServer(FLAGS, folder)
        const path = list.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parents[name] ?? '')
        const medians: number[] = []
        // The start continues after the first response: its preparations are not the lists' time.
        await latency(() => ask(server, 'GET', path))
        await new Promise((resolve) => setTimeout(resolve, SETTLED))
        const look = watch(server)
        for (const query of Object.values(list.queries))
          medians.push(await latency(() => ask(server, 'GET', `${path}${query}`)))
        blocked.push(await look.stop())
        measured.push(medians)
        await server.stop()
      }
      slowest = Math.max(slowest, blocked[1] ?? 0)
      const [few = [], many = []] = measured
      for (const [index, name] of Object.keys(list.queries).entries()) {
        const [a = Number.NaN, b = Number.NaN] = [few[index], many[index]]
        rows.push([list.path, name, a.toFixed(2), b.toFixed(2), `**${(b / a).toFixed(2)}**`])
      }
      console.error(
        rows
          .slice(-Object.keys(list.queries).length)
          .map((row) => row.join(' | '))
          .join('\n'),
      )
      console.error(`${list.path}: healthz at most ${blocked.map((one) => one.toFixed(0)).join(' and ')} ms`)
    }
    const head = [
      'list',
      'filter',
      `${SIZES[0].toLocaleString('en-US')} rows, ms`,
      `${SIZES[1].toLocaleString('en-US')} rows, ms`,
      'ratio',
    ]
    return `${table(head, rows)}\n\nThe slowest response of \`/healthz\` meanwhile, requested every ${LOOK} ms: ${slowest.toFixed(0)} ms.`
  },
}

/** One row in each table, and its parents. */
async function seed(server: { baseUrl: string; key: string }): Promise<Record<string, string>> {
  const make = async (path: string, body: object) =>
    (JSON.parse(await ask(server, 'POST', path, body)) as { id: string }).id
  const promptId = await make('/prompts', { name: 'Number 0', content: 'Say hello.', model: 'mock/echo' })
  await make('/folders', { name: 'Number 0' })
  await make(`/prompts/${promptId}/execute`, {})
  const datasetId = await make('/datasets', { name: 'Number 0', items: [{ variables: { a: 'b' } }] })
  const evaluationId = await make('/evaluations', {
    promptId,
    datasetId,
    model: 'mock/echo',
    scorers: [{ type: 'isJson' }],
  })
  const webhookId = await make('/webhooks', { url: 'https://127.0.0.1:9/', events: ['prompt.updated'] })
  const reportId = await make('/reports', {
    templateId: 'template_01m3v7me00ek2v3mwbsax9r214',
    name: 'Number 0',
  })
  await make('/organization/oauth-clients', {
    name: 'Number 0',
    type: 'confidential',
    redirectUris: ['https://127.0.0.1/'],
    scopes: ['prompts:read'],
  })
  await ask(server, 'PATCH', `/prompts/${promptId}`, { description: 'Raises an event.' })
  const completed = async (path: string) => {
    for (let tries = 0; tries < 200; tries++) {
      const { status } = JSON.parse(await ask(server, 'GET', path)) as { status: string }
      if (status === 'completed') return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`${path} does not complete.`)
  }
  await completed(`/evaluations/${evaluationId}`)
  await completed(`/reports/${reportId}`)
  await ask(server, 'POST', `/reports/${reportId}/exports`, { format: 'html' })
  return { promptId, datasetId, webhookId, evaluationId, reportId }
}

/** Copies the row of a table, each a second older than the one before, until there are `size` of them; the server is stopped. */
function fill(file: string, list: MeasuredList, size: number): void {
  const { table } = list
  const database = new Sqlite(file)
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -262144') // KiB
  const columns = database
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
  const changed: Record<string, string> = {
    id: "substr(id, 1, instr(id, '_')) || printf('%026d', n)",
    name: "printf('Number %07d', n)",
    name_key: "printf('number %07d', n)",
    position: 'n + 1',
    created_at: 'created_at - n * 1000',
    updated_at: 'updated_at - n * 1000',
    ...(table === 'deliveries' && { status: "'failed'" }),
    ...list.columns,
  }
  const values = columns.map((name) => changed[name] ?? name)
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (
         SELECT (SELECT count(*) FROM ${table}) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
       INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM ${table} LIMIT 1)`,
    )
    .run(size)
  if (list.after !== undefined) database.exec(list.after.replaceAll('size', String(size)))
  database.close()
}

/** Milliseconds of one request after another on one connection: the median. */
async function latency(request: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let sent = 0; sent < WARM_UP + REQUESTS; sent++) {
    const began = performance.now()
    await request()
    if (sent >= WARM_UP) times.push(performance.now() - began)
  }
  return median(times)
}

/** Requests `/healthz` again and again meanwhile. */
function watch(server: { baseUrl: string }): { stop(): Promise<number> } {
  let slowest = 0
  let going = true
  const address = server.baseUrl.replace(/\/v1$/, '/healthz')
  const run = (async () => {
    await (await fetch(address)).arrayBuffer()
    while (going) {
      const began = performance.now()
      await (await fetch(address)).arrayBuffer()
      slowest = Math.max(slowest, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
    return slowest
  })()
  return {
    stop() {
      going = false
      return run
    },
  }
}

async function ask(
  server: { baseUrl: string; key: string },
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const response = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${reply}`)
  return reply
}
