import { type Clock, systemClock } from '../runtime/clock.ts'
import { createWatch } from './changes.ts'
import { type Database, DatabaseRejected, StorageUnavailable, type Value } from './database.ts'
import { type Maintenance, MaintenanceRejected } from './maintenance.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { parseDatabaseAddress } from './postgres/address.ts'
import { type RetryTiming, systemTiming } from './postgres/attempts.ts'
import { createPool, type Place, type Pool } from './postgres/connections.ts'
import { type CopiedTable, copyInto } from './postgres/copy.ts'
import { isConnectionLost, translate } from './postgres/failures.ts'
import { createMessages } from './postgres/messages.ts'
import {
  differenceInTime,
  hasSteps,
  isMigrated,
  migrate,
  requireDurable,
  requireSameTime,
} from './postgres/migrate.ts'
import { idsNamed } from './postgres/nameSearch.ts'
import { possess } from './postgres/possession.ts'
import { createOthers, turnOf } from './postgres/shared.ts'
import { sizesOf } from './postgres/sizes.ts'
import { query } from './postgres/transactions.ts'
import { uniqueKeysOf } from './postgres/uniqueKeys.ts'
import { createUnits } from './postgres/units.ts'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…&sslrootcert=FILE` */
  url: string
  /** Of the environment; made when it is absent. Lower-case letters, digits and `_`. */
  schema: string
  /** Connections at a time, next to the one with the lock. Default 10. */
  connections?: number
  /** Whether other processes serve the schema too, each with this set. Default: this only one has it. */
  shared?: boolean
  clock?: Clock
  /** The steps of the schema; the service's own unless a test gives others. */
  steps?: readonly Migration[]
  /** How units that collided are run again. */
  timing?: RetryTiming
  /** Milliseconds to wait for the process before this one to end. Default 5000. */
  patience?: number
  /** Milliseconds after which a server that states nothing counts as gone. Default 10,000. */
  silence?: number
  /** Receives errors of `afterCommit` actions, and the loss of the database. Default: a process warning. */
  report?: (error: unknown) => void
  /** For tests: every unit of work is undone at the end of its first attempt and run again. */
  undoFirstAttempts?: boolean
}

/** Connections for the queries of every request to a shared database, so that it waits for no unit of work. */
const COUNTING = 3
/** Milliseconds: every request waits for it, and none should for longer than its client does. */
const COUNTED_WITHIN = 10_000
const COUNTING_SETTINGS = { default_transaction_read_only: 'off', synchronous_commit: 'off' }

type PostgresDatabase = Database & Maintenance

/**
 * Opens one environment's schema of a PostgreSQL database, for only this process or next to others, and brings it up to
 * date.
 * @throws DatabaseRejected when the server cannot be reached or loses what it acknowledges, or the schema is in use or
 * made by another version or program. DatabaseAddressError for an invalid URL
 * @example const database = await openPostgres({ url: 'postgres://prompts@db.example.com/prompts', schema: 'production' })
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const { clock = systemClock, timing = systemTiming, connections = 10, shared = false } = options
  const report = options.report ?? ((error) => process.emitWarning(String(error)))
  const place: Place = { address: parseDatabaseAddress(options.url), schema: schemaName(options.schema) }
  const pools: Pool[] = []
  const messages = createMessages(place.schema, report)
  const clockWatch = new ClockWatch(report)
  const parts = { place, clock, timing, shared, report, pools, messages, clockWatch }
  const { possession, keys } = await lockSchema(options, parts).catch((error: unknown) => {
    throw rejection(place, error)
  })
  const pool = createPool(place, connections, possession.share)
  const watch = createWatch()
  const { requireOwned } = possession
  const unitParts = { timing, keys, watchersOf: watch.watchersOf, requireOwned, report }
  const undoFirstAttempts = options.undoFirstAttempts ?? false
  const turn = shared ? turnOf(place.schema) : undefined
  const units = createUnits({ ...unitParts, pool, turn, undoFirstAttempts })
  const counting = shared
    ? createPool(place, COUNTING, possession.share, COUNTING_SETTINGS, COUNTED_WITHIN)
    : undefined
  const counters = counting && createUnits({ ...unitParts, pool: counting, undoFirstAttempts: false })
  pools.push(pool, ...(counting ? [counting] : []))
  const underWay = new UnderWay()
  const unit = <T>(start: () => Promise<T>): Promise<T> => underWay.run(start)
  const others =
    counters &&
    createOthers({
      schema: place.schema,
      clock,
      messages,
      possession,
      requireClockInStep: () => clockWatch.requireInStep(),
      statement: (sql, ...values) =>
        unit(() => counters.statement(async (client) => (await query(client, sql, values)).rows)),
    })

  const rows = (sql: string, values: Value[]) =>
    unit(() => units.statement(async (client) => (await query(client, sql, values)).rows))

  return {
    get: async <Row>(sql: string, ...values: Value[]) => (await rows(sql, values))[0] as Row | undefined,
    all: async <Row>(sql: string, ...values: Value[]) => (await rows(sql, values)) as Row[],
    watch: (tables, action) => watch.add(tables, action),
    read: (work) => unit(() => units.read(work)),
    write: (work) => unit(() => units.write(work)),
    claim: (work) => unit(() => units.claim(work)),
    sideBySide: true,
    others,
    idsNamed: (wanted) => unit(() => units.read((tx) => idsNamed(tx, wanted))),
    sizes: () => unit(() => units.statement((client) => sizesOf(client, place.schema))),
    usage: () => ({
      engine: 'postgres',
      retries: units.retries + (counters?.retries ?? 0),
      pools: usageOf(pool, counting),
    }),
    ...ownTools(place.schema),
    close: () =>
      underWay.end(async () => {
        await Promise.all(pools.map((one) => one.close()))
        await possession.release()
      }),
  }
}

interface OpeningParts {
  place: Place
  clock: Clock
  timing: RetryTiming
  shared: boolean
  report(error: unknown): void
  /** The pools to renew when the connection of the place is lost. */
  pools: readonly Pool[]
  messages: ReturnType<typeof createMessages>
  clockWatch: ClockWatch
}

/** Locks the schema, brought up to date, and reads its unique keys once: no one changes it while this process serves it. */
async function lockSchema(
  { steps = migrations, patience = 5_000, silence = 10_000 }: PostgresOptions,
  { place, clock, timing, shared, report, pools, messages, clockWatch }: OpeningParts,
) {
  let keys: Map<string, string> | undefined
  const possession = await possess({
    place,
    clock,
    silence,
    timing,
    patience,
    shared,
    report,
    prepare: (client) => migrate(client, place, steps, clock),
    isPrepared: (client) => isMigrated(client, place, steps),
    isUnchanged: (client) => hasSteps(client, steps),
    async attach(client) {
      // Later, what the clock does is not a reason to end what is under way.
      if (shared && keys === undefined) await requireSameTime(client, place, clock)
      // Another server may have replaced the one before.
      if (keys !== undefined) await requireDurable(client, `${place.address.display}, schema ${place.schema}`)
      keys ??= await uniqueKeysOf(client, place.schema)
      if (shared) await messages.attach(client)
    },
    lost() {
      for (const one of pools) one.renew()
    },
    async look(client) {
      if (!shared) await client.query('SELECT 1')
      else clockWatch.note(await differenceInTime(client, clock))
    },
  })
  return { possession, keys: keys ?? new Map<string, string>() }
}

/** Whether the clock of this process is that of the server. */
class ClockWatch {
  readonly #report: (error: unknown) => void
  #wrongTime: StorageUnavailable | undefined

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  note(difference: string | undefined): void {
    const before = this.#wrongTime
    this.#wrongTime =
      difference === undefined
        ? undefined
        : new StorageUnavailable(`No job is started: ${difference}`, undefined)
    if (before === undefined && this.#wrongTime !== undefined) this.#report(this.#wrongTime)
  }

  /** @throws StorageUnavailable */
  requireInStep(): void {
    if (this.#wrongTime !== undefined) throw this.#wrongTime
  }
}

/** The work that has not ended, which `close` waits for. */
class UnderWay {
  readonly #runs = new Set<Promise<unknown>>()
  #ending: Promise<void> | undefined

  async run<T>(start: () => Promise<T>): Promise<T> {
    if (this.#ending !== undefined) throw new Error('The database is closed.')
    const run = start()
    this.#runs.add(run)
    return run.finally(() => this.#runs.delete(run))
  }

  /** @param close is called once, when everything has ended */
  end(close: () => Promise<void>): Promise<void> {
    this.#ending ??= Promise.allSettled(this.#runs).then(close)
    return this.#ending
  }
}

export { TargetNotEmpty } from './postgres/copy.ts'

/**
 * Copies every row of a SQLite database that no one else has open into a schema that is empty, or absent; all of it or
 * nothing.
 * @returns the tables with their counts and digests; `copied` is false where the schema had the same rows already
 * @throws DatabaseRejected when the schema is in use, TargetNotEmpty when it has other rows
 */
export async function copyToPostgres(given: {
  source: Database
  url: string
  schema: string
}): Promise<{ tables: CopiedTable[]; copied: boolean }> {
  const target = await openPostgres({ url: given.url, schema: given.schema, connections: 1 })
  try {
    return await copyInto(target, given.source)
  } finally {
    await target.close()
  }
}

const usageOf = (pool: Pool, counting: Pool | undefined) => [
  { pool: 'work' as const, ...pool.usage() },
  ...(counting ? [{ pool: 'counting' as const, ...counting.usage() }] : []),
]

const ownTools = (schema: string) => ({
  backup: () => ownTool(`pg_dump --schema=${schema} copies it while the service works`),
  compact: () => ownTool('its autovacuum gives room to new rows by itself'),
  integrityCheck: () => ownTool(`pg_amcheck --schema=${schema} looks for damage`),
})

const ownTool = (tool: string): Promise<never> =>
  Promise.reject(new MaintenanceRejected(`PostgreSQL has a tool of its own for this: ${tool}.`))

function schemaName(name: string): string {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(name)) return name
  throw new Error(`The schema "${name}" was given; expected lower-case letters, digits and underscores.`)
}

/** Why the database cannot be used, without what a URL applies in secret. */
function rejection({ address, schema }: Place, error: unknown): unknown {
  if (error instanceof DatabaseRejected || !(error instanceof Error)) return error
  const name = `${address.display}, schema ${schema}`
  const { code = '' } = error as { code?: string }
  const user = address.user === undefined ? 'this user' : `the user ${address.user}`
  if (/^28/.test(code)) {
    return new DatabaseRejected(
      name,
      `the server does not let ${user} in.`,
      'Look at the user, the password and pg_hba.conf.',
      error,
    )
  }
  if (code === '3D000')
    return new DatabaseRejected(name, 'there is no such database.', 'Make it first.', error)
  if (code === '42501') {
    return new DatabaseRejected(
      name,
      `${user} may not do what is needed (${error.message}).`,
      'Make the user the owner of the schema.',
      error,
    )
  }
  if (/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS)/.test(code)) {
    return new DatabaseRejected(
      name,
      `the server's certificate is not trusted (${error.message}).`,
      'Name its CA certificate with sslrootcert=FILE in the URL.',
      error,
    )
  }
  if (/does not support SSL/.test(error.message)) {
    return new DatabaseRejected(
      name,
      'the server accepts no encrypted connections.',
      'Enable TLS there, or add sslmode=disable to the URL if the network between them is private.',
      error,
    )
  }
  if (isConnectionLost(error)) {
    return new DatabaseRejected(
      name,
      `the server cannot be reached (${error.message || code}).`,
      'Look at the address and whether it runs.',
      error,
    )
  }
  return translate(error, new Map())
}
