/**
 * One, two and four processes on one PostgreSQL next to SQLite, in one run: their requests a second and processor time a
 * request, of the processes and of the database. Processor time does not depend on the other work of the machine.
 * Twice: the processes have a core of their own, then the database has. `BENCH_SECONDS=1` makes a shorter run of it.
 */
import { existsSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Dataset, Evaluation, Prompt, Webhook } from '../../generated/openapi.v1.ts'
import { serverMissing, startPostgres } from '../../test/harness/postgres.ts'
import { temporaryFolder } from '../leftovers.ts'
import { type Load, measure } from '../load.ts'
import { parentOf, pin, processorTimeMissing, timeOf } from '../processorTime.ts'
import { type Receiver, receiving, startReceiver } from '../receiver.ts'
import { ask, type RunningServer, startServer } from '../server.ts'
import { type Topic, table, thousands } from '../topic.ts'

/** Of each load. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const CONNECTIONS = 32
const CASES = 500
const WEBHOOKS = 16
const EVENTS = 100
const OPERATIONS = ['read', 'create', 'execute', 'delivery', 'case of an evaluation'] as const

interface Arrangement {
  name: string
  processes: number
  /** Undefined: on SQLite. */
  flags: readonly string[] | undefined
}

const roots = ['production', 'development'].flatMap((name) => [
  '--api-root',
  `${name}=https://${name}.example.com`,
])
const arrangements: readonly Arrangement[] = [
  { name: 'SQLite', processes: 1, flags: undefined },
  { name: 'PostgreSQL, exclusive', processes: 1, flags: [] },
  { name: 'PostgreSQL, `--shared`', processes: 1, flags: ['--shared', ...roots] },
  { name: 'PostgreSQL, `--workers 2`', processes: 2, flags: ['--workers', '2'] },
  { name: 'PostgreSQL, `--workers 4`', processes: 4, flags: ['--workers', '4'] },
]

/** Which core is whose; the load and the receiver are with the one that does not have its own. */
interface Cores {
  title: string
  processes: string
  database: string
  load: string
}

const ALL = `0-${cpus().length - 1}`
const pinnings: readonly Cores[] = [
  {
    title: 'Core 1: the processes; core 0: the database and the load',
    processes: '1',
    database: '0',
    load: '0',
  },
  {
    title: 'Core 1: the database; core 0: the processes and the load',
    processes: '0',
    database: '1',
    load: '0',
  },
]
const unpinned: Cores = {
  title: 'Processes, database and load on all cores',
  processes: ALL,
  database: ALL,
  load: ALL,
}

/** The rate and the cost of one kind of request. */
interface Cost {
  perSecond: number
  /** Milliseconds. */
  p99: number | undefined
  /** Microseconds of processor time for each; undefined where it is not known. */
  processes: number | undefined
  database: number | undefined
  /** Bytes of the write-ahead log for each. */
  log: number | undefined
}

export const scale: Topic = {
  name: 'scale',
  title: 'Several processes',
  async run() {
    if (serverMissing !== undefined) return `Not measured: ${serverMissing}.`
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // the certificates are this bench's own
    const pinnable = cpus().length > 1 && pin(ALL, process.pid)
    const memory = existsSync('/dev/shm')
    const parts = [
      `${CONNECTIONS} connections over TLS, ${SECONDS} s each, of one organization; all data ${memory ? 'in memory, where a flush costs nothing' : 'on the disk'}.`,
      'CPU: microseconds of processor time for each, of all processes of the server and of the database. A delivery counts its share of the change that raises it.',
    ]
    if (!pinnable) parts.push('Not held to cores: there is no taskset, or one core.')
    if (processorTimeMissing !== undefined) parts.push(`CPU is not measured: ${processorTimeMissing}.`)
    let text = parts.join(' ')
    const receiver = await startReceiver()
    try {
      for (const cores of pinnable ? pinnings : [unpinned]) {
        if (pinnable) for (const pid of [process.pid, receiver.process.pid as number]) pin(cores.load, pid)
        const costs: Cost[][] = []
        for (const arrangement of arrangements) {
          const folder = temporaryFolder(memory ? '/dev/shm' : tmpdir())
          costs.push(await measured(arrangement, pinnable ? cores : undefined, receiver, folder))
        }
        text += `\n\n${cores.title}:\n\n${tableOf(costs)}`
      }
    } finally {
      if (pinnable) pin(ALL, process.pid)
      receiver.process.kill('SIGTERM')
    }
    return text
  },
}

/** By operation, each next to the result of SQLite. */
function tableOf(costs: readonly Cost[][]): string {
  const rows = OPERATIONS.flatMap((operation, index) =>
    arrangements.map(({ name, flags }, which) => {
      const cost = costs[which]?.[index] as Cost
      const own = costs[0]?.[index] as Cost
      const database = flags === undefined ? '–' : micro(cost.database)
      const ratio = (cost.perSecond / own.perSecond).toFixed(2)
      return [
        which === 0 ? `**${operation}**` : '',
        name,
        thousands(cost.perSecond),
        which === 0 ? '1' : `**${ratio}**`,
        cost.p99 === undefined ? '–' : `${cost.p99} ms`,
        micro(cost.processes),
        database,
        cost.log === undefined ? '–' : `${Math.round(cost.log)} B`,
      ]
    }),
  )
  const head = ['', '', 'a second', 'ratio', 'p99', 'processes, CPU', 'database, CPU', 'log of the database']
  return table(head, rows)
}

const micro = (microseconds: number | undefined) =>
  microseconds === undefined ? '–' : `${Math.round(microseconds)} µs`

async function measured(
  { processes, flags }: Arrangement,
  cores: Cores | undefined,
  receiver: Receiver,
  folder: string,
): Promise<Cost[]> {
  const postgres = flags && (await startPostgres({ log_min_messages: 'warning' }))
  const database = postgres ? ['--database', postgres.url, ...(flags ?? [])] : []
  const given = ['--validator', 'production=compiled', ...receiving(receiver), ...database]
  const server = await startServer(given, folder)
  const client = postgres && new pg.Client(postgres.url)
  try {
    await client?.connect()
    const parts = { server: server.process.pid as number, database: await postmasterOf(client) }
    await untilUp(client, processes)
    if (cores) pin(cores.processes, parts.server)
    if (cores && parts.database !== undefined) pin(cores.database, parts.database)
    return await costsOf(server, receiver, meterOf(parts, client), processes)
  } finally {
    await server.stop()
    await client?.end()
    await postgres?.stop()
  }
}

/** In the order of OPERATIONS. */
async function costsOf(
  server: RunningServer,
  receiver: Receiver,
  meter: Meter,
  processes: number,
): Promise<Cost[]> {
  const prompt = await ask<Prompt>(server, '/prompts', { name: 'Read', content: 'Hello {{name}}' })
  const load = (path: string, body?: object): Load => ({
    url: server.baseUrl + path,
    headers: { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' },
    duration: SECONDS,
    connections: CONNECTIONS,
    ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
  })
  const loads = [
    load(`/prompts/${prompt.id}`),
    load('/prompts', { name: 'Made', content: 'Hello.' }),
    load(`/prompts/${prompt.id}/execute`, { variables: { name: 'you' }, model: 'mock/echo' }),
  ]
  // The late compilation of each process, and the modules that the last worker still loads: seconds of processor time in all.
  for (const [index, one] of loads.entries())
    await measure({ ...one, duration: processes * (index === 0 ? 2 : 1) })
  const costs: Cost[] = []
  for (const one of loads) {
    costs.push(
      await meter(async () => {
        const { perSecond, responses: replies, p99 } = await measure(one)
        return { perSecond, p99, count: replies }
      }),
    )
  }
  const cases = await meter(() => evaluate(server, prompt.id))
  costs.push(await meter(() => deliver(server, receiver)), cases)
  return costs
}

type Meter = (work: () => Promise<{ perSecond: number; p99?: number; count: number }>) => Promise<Cost>

/** Measures what some work costs both parts, for each of what it did. */
function meterOf(
  parts: { server: number; database: number | undefined },
  client: pg.Client | undefined,
): Meter {
  const look = async () => ({
    server: timeOf(parts.server),
    database: parts.database === undefined ? 0 : timeOf(parts.database),
    log: Number((await client?.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS at"))?.rows[0]?.at ?? 0),
  })
  return async (work) => {
    const before = await look()
    const { perSecond, p99, count } = await work()
    const after = await look()
    const known = processorTimeMissing === undefined
    const micros = (milliseconds: number) => (known ? (milliseconds * 1000) / count : undefined)
    return {
      perSecond,
      p99,
      processes: micros(after.server - before.server),
      database: parts.database === undefined ? undefined : micros(after.database - before.database),
      log: client && (after.log - before.log) / count,
    }
  }
}

/** By the service's own clock. */
async function evaluate(server: RunningServer, promptId: string) {
  const items = Array.from({ length: CASES }, (_, index) => ({ variables: { name: `number ${index}` } }))
  const { id: datasetId } = await ask<Dataset>(server, '/datasets', { name: 'Numbers', items })
  const scorers = [{ type: 'contains', options: { value: 'number' } }]
  const wanted = { promptId, datasetId, scorers, model: 'mock/echo', concurrency: 16 }
  const { id } = await ask<Evaluation>(server, '/evaluations', wanted)
  for (;;) {
    const { startedAt, completedAt } = await ask<Evaluation>(server, `/evaluations/${id}`)
    if (startedAt !== null && completedAt !== null) {
      const seconds = (Date.parse(completedAt) - Date.parse(startedAt)) / 1000
      return { perSecond: CASES / seconds, count: CASES }
    }
    await pause(100)
  }
}

/** The changes that raise them included. */
async function deliver(server: RunningServer, receiver: Receiver) {
  for (let number = 0; number < WEBHOOKS; number++) {
    const hook = { url: `${receiver.url}/hook/${number}`, events: ['prompt.created'] }
    await ask<Webhook>(server, '/webhooks', hook)
  }
  const count = WEBHOOKS * EVENTS
  const tally = receiver.tally(count)
  let left = EVENTS
  const create = async () => {
    while (left-- > 0) await ask(server, '/prompts', { name: 'Made', content: 'Hello.' })
  }
  await Promise.all(Array.from({ length: CONNECTIONS / 2 }, create))
  const { perSecond } = await Promise.race([tally, tooLate()])
  return { perSecond, count }
}

/** A delivery that got lost would be waited for without end. */
async function tooLate(): Promise<never> {
  await pause(60_000, undefined, { ref: false })
  throw new Error(`Fewer than ${WEBHOOKS * EVENTS} deliveries came in within a minute.`)
}

/** The process whose children serve the connections; undefined where the database is on another machine. */
async function postmasterOf(client: pg.Client | undefined): Promise<number | undefined> {
  const found = await client?.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return found?.rows[0] && parentOf(found.rows[0].pid)
}

/** Each process has a lock of each environment once it is about to serve: `serving` in storage/postgres/locks.ts. */
async function untilUp(client: pg.Client | undefined, processes: number): Promise<void> {
  const serving = `SELECT count(*)::int / 2 AS count FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock' AND classid::bigint = ${0x50725376}`
  for (let up = processes > 1 ? 0 : processes; up < processes; ) {
    await pause(200)
    up = (await client?.query<{ count: number }>(serving))?.rows[0]?.count ?? 0
  }
}
