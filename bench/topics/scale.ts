/**
 * One, two and four processes on one PostgreSQL beside SQLite, in one run: what they do a second, and what a request
 * costs the processes and the database in processor time, which does not swing with what else the machine does.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import pg from 'pg'
import type { Dataset, Evaluation, Prompt } from '../../generated/openapi.v1.ts'
import { postgresMissing, startPostgres } from '../../test/harness/postgres.ts'
import { measure } from '../load.ts'
import { ask, type RunningServer, startServer } from '../server.ts'
import { type Topic, table, thousands } from '../topic.ts'

const SECONDS = 4
const WARM_UP = 5
const CONNECTIONS = 32
const CASES = 500

interface Arrangement {
  name: string
  processes: number
  flags: readonly string[] | undefined
}

const roots = ['production', 'development'].flatMap((name) => [
  '--api-root',
  `${name}=https://${name}.example.com`,
])
const arrangements: readonly Arrangement[] = [
  { name: 'SQLite', processes: 1, flags: undefined },
  { name: 'PostgreSQL, alone', processes: 1, flags: [] },
  { name: 'PostgreSQL, `--shared`', processes: 1, flags: ['--shared', ...roots] },
  { name: 'PostgreSQL, `--workers 2`', processes: 2, flags: ['--workers', '2'] },
  { name: 'PostgreSQL, `--workers 4`', processes: 4, flags: ['--workers', '4'] },
]

export const scale: Topic = {
  name: 'scale',
  title: 'Several processes',
  async run() {
    if (postgresMissing !== undefined) return `Not measured: ${postgresMissing}.`
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // the certificate is the server's own
    const rows: string[][] = []
    for (const arrangement of arrangements) rows.push(...(await measured(arrangement)))
    const head = ['', 'a second', 'p99', 'processes, CPU', 'database, CPU']
    const conditions = `${CONNECTIONS} connections over TLS, ${SECONDS} s each; load, processes and database share ${cpus().length} cores. CPU: microseconds for each request or case.`
    return `${conditions}\n\n${table(head, rows)}`
  },
}

async function measured({ name, processes, flags }: Arrangement): Promise<string[][]> {
  const postgres = flags && (await startPostgres({ log_min_messages: 'warning' }))
  const database = postgres ? ['--database', postgres.url, ...(flags ?? [])] : []
  const server = await startServer(['--validator', 'production=compiled', ...database])
  const client = postgres && new pg.Client(postgres.url)
  try {
    await client?.connect()
    await untilUp(client, processes)
    const prompt = await ask<Prompt>(server, '/prompts', { name: 'Read', content: 'Hello {{name}}' })
    const load = (path: string, body?: object) => ({
      url: server.baseUrl + path,
      headers: { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' },
      duration: SECONDS,
      connections: CONNECTIONS,
      ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
    })
    const rows: string[][] = []
    // What is compiled late, and what the last worker still has to load.
    await measure({ ...load(`/prompts/${prompt.id}`), duration: WARM_UP })
    const operations = [
      ['read a prompt', load(`/prompts/${prompt.id}`)],
      ['create a prompt', load('/prompts', { name: 'Made', content: 'Hello.' })],
      ['execute', load(`/prompts/${prompt.id}/execute`, { variables: { name: 'you' }, model: 'mock/echo' })],
    ] as const
    for (const [operation, wanted] of operations) {
      const used = await processorTime(server, client)
      const { perSecond, answers, p99 } = await measure(wanted)
      const { processes, database } = await used()
      rows.push([
        `${name}: ${operation}`,
        thousands(perSecond),
        `${p99} ms`,
        inEach(processes, answers),
        postgres ? inEach(database, answers) : '–',
      ])
    }
    const used = await processorTime(server, client)
    const seconds = await evaluate(server, prompt.id)
    const { processes: own, database: its } = await used()
    rows.push([
      `${name}: cases of an evaluation`,
      thousands(CASES / seconds),
      '–',
      inEach(own, CASES),
      postgres ? inEach(its, CASES) : '–',
    ])
    return rows
  } finally {
    await server.stop()
    await client?.end()
    await postgres?.stop()
  }
}

const inEach = (milliseconds: number, count: number) => `${Math.round((milliseconds * 1000) / count)} µs`

/** By the service's own clock. */
async function evaluate(server: RunningServer, promptId: string): Promise<number> {
  const items = Array.from({ length: CASES }, (_, index) => ({ variables: { name: `number ${index}` } }))
  const { id: datasetId } = await ask<Dataset>(server, '/datasets', { name: 'Numbers', items })
  const scorers = [{ type: 'contains', options: { value: 'number' } }]
  const wanted = { promptId, datasetId, scorers, model: 'mock/echo', concurrency: 16 }
  const { id } = await ask<Evaluation>(server, '/evaluations', wanted)
  for (;;) {
    const { startedAt, completedAt } = await ask<Evaluation>(server, `/evaluations/${id}`)
    if (startedAt !== null && completedAt !== null)
      return (Date.parse(completedAt) - Date.parse(startedAt)) / 1000
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The workers of a server, or the one process that it is. */
function processesOf({ process: { pid } }: RunningServer): number[] {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return [pid as number, ...children.trim().split('\n').map(Number)]
  } catch {
    return [pid as number]
  }
}

/** Each process holds a lock of each environment once it is about to serve: `serving` in storage/postgres/locks.ts. */
async function untilUp(client: pg.Client | undefined, processes: number): Promise<void> {
  const serving = `SELECT count(*)::int / 2 AS count FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock' AND classid::bigint = ${0x50725376}`
  for (let up = processes > 1 ? 0 : processes; up < processes; ) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    up = (await client?.query<{ count: number }>(serving))?.rows[0]?.count ?? 0
  }
}

/** Milliseconds of processor time from now to the call of what is returned. */
async function processorTime(server: RunningServer, client: pg.Client | undefined) {
  const look = async () => {
    const backends = client
      ? await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL')
      : undefined
    const of = (pids: readonly number[]) => new Map(pids.map((pid) => [pid, ticksOf(pid)]))
    return { processes: of(processesOf(server)), database: of(backends?.rows.map(({ pid }) => pid) ?? []) }
  }
  const before = await look()
  const grown = (now: Map<number, number>, then: Map<number, number>) =>
    [...now].reduce((sum, [pid, ticks]) => sum + ticks - (then.get(pid) ?? 0), 0) * TICK
  return async () => {
    const after = await look()
    return {
      processes: grown(after.processes, before.processes),
      database: grown(after.database, before.database),
    }
  }
}

/** Milliseconds; of every Linux. */
const TICK = 10

/** User and system time of a process (proc(5)); 0 for one that is gone. */
function ticksOf(pid: number): number {
  try {
    const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? []
    const words = fields.split(' ')
    return Number(words[11]) + Number(words[12])
  } catch {
    return 0
  }
}
