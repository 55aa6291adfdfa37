/** Connections to one environment's schema of a PostgreSQL database, and how a session on it is set up. */
import pg from 'pg'
import type { PoolUsage } from '../maintenance.ts'
import type { DatabaseAddress } from './address.ts'

export interface Place {
  address: DatabaseAddress
  /** Of the environment; a name that needs no quotes. */
  schema: string
}

export type Client = pg.ClientBase

const INT8 = 20
const BOOL = 16
const NUMERIC = 1700

/** As SQLite returns them: counts and sums as numbers, comparisons as 0 and 1. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** Milliseconds to wait for a connection. */
const CONNECT = 5_000
/** Milliseconds after which the server gives up a statement, and the client a little later a server that is silent. */
const STATEMENT = 60_000

/**
 * The settings of every session. Single statements may only read, and see what is committed, whatever the server's
 * default: those that count would otherwise collide, and no one runs them again. A small table is read by its index too: a
 * serializable transaction that reads a whole table collides with everyone who writes into it. Where a whole table must
 * be read all the same, its estimated cost must not lead to compiling the statement (150 ms).
 */
const SETTINGS: Readonly<Record<string, string>> = {
  default_transaction_read_only: 'on',
  default_transaction_isolation: 'read\\ committed',
  enable_seqscan: 'off',
  jit: 'off',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: String(STATEMENT),
}

/**
 * How soon the server looks for a client that states nothing, in seconds: a machine that vanished would else retain its place
 * for two hours.
 */
const KEEPALIVE: Readonly<Record<string, string>> = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
}

function configOf({ address, schema }: Place, settings: Readonly<Record<string, string>>) {
  const { host, port, database, user, password, tls } = address
  const options = { search_path: schema, ...KEEPALIVE, ...settings }
  return {
    host,
    port,
    database,
    ssl: tls,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    application_name: `prompt-service ${schema}`,
    connectionTimeoutMillis: CONNECT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    options: Object.entries(options)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
}

/** A statement that may last hours, on a connection that otherwise waits for none. */
export const unhurried = (text: string, values: unknown[] = []): pg.QueryConfig => {
  const longest = 2 ** 31 - 1 // the maximum of a timer
  // The client reads it, and its types do not report it.
  const config: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: longest }
  return values.length > 0 ? { ...config, values } : config
}

/**
 * A connection of its own, that may write.
 * @param silence milliseconds after which a statement without a response fails, unless it has its own timeout
 */
export async function connect(place: Place, silence: number): Promise<pg.Client> {
  const client = new pg.Client({ ...configOf(place, { statement_timeout: '0' }), query_timeout: silence })
  client.on('error', () => {}) // every pending query rejects; without a listener it would end the process
  await client.connect()
  return client
}

/** Ends a connection; one that does not respond is cut. */
export async function disconnect(client: pg.Client, silence: number): Promise<void> {
  const timer = setTimeout(() => cut(client), silence)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

/** Ends a connection immediately; every pending query rejects. */
export function cut(client: pg.Client): void {
  const { connection } = client as pg.Client & { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

export interface Pool {
  /** @throws whatever the server or the network states */
  acquire(): Promise<pg.PoolClient>
  /** @param broken it is closed instead of being used again */
  give(client: pg.PoolClient, broken: boolean): void
  /** Uses none of the present connections again; one that is in use ends when it is given back. */
  renew(): void
  /** Waits for the connections that are in use, and closes all. */
  close(): Promise<void>
  readonly closed: boolean
  usage(): Omit<PoolUsage, 'pool'>
}

/**
 * @param most connections at a time
 * @param prepare the start of each new connection; one that it rejects is not used
 * @param settings in addition to those of every session
 * @param statement maximum milliseconds of a statement
 */
export function createPool(
  place: Place,
  most: number,
  prepare: (client: Client) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
  statement = STATEMENT,
): Pool {
  /** Of which renewal a connection is. */
  const generations = new WeakMap<Client, number>()
  let generation = 0
  const isPresent = (client: Client) => generations.get(client) === generation
  const pool = new pg.Pool({
    ...configOf(place, { ...SETTINGS, statement_timeout: String(statement), ...settings }),
    max: most,
    idleTimeoutMillis: 60_000,
    query_timeout: statement + 5_000,
    // The pool waits for its promise, whatever its type states.
    onConnect: (client: Client) => {
      generations.set(client, generation)
      return prepare(client)
    },
  })
  pool.on('error', () => {}) // an idle connection that is lost leaves the pool by itself
  return {
    async acquire() {
      for (;;) {
        const client = await pool.connect()
        if (isPresent(client)) return client
        client.release(true)
      }
    },
    give: (client, broken) => client.release(broken || !isPresent(client)),
    renew: () => void generation++,
    close: () => pool.end(),
    get closed() {
      return pool.ending
    },
    usage: () => ({
      limit: most,
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiters: pool.waitingCount,
    }),
  }
}
