/** Brings the schema of an environment up to date. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import { DatabaseRejected } from '../database.ts'
import type { Migration } from '../migrations/migration.ts'
import { type AppliedStep, requireKnown } from '../migrations/requireKnown.ts'
import { type Client, type Place, unhurried } from './connections.ts'
import { inPostgres } from './dialect.ts'
import { lockKey } from './locks.ts'

/** The oldest version that is tested; its end of life is the reason for no older one. */
const OLDEST = 130_000

/**
 * Makes the schema where it is absent and applies the missing steps, all in one transaction: a start that fails or is
 * killed amid it leaves nothing behind. Anyone who comes meanwhile waits for the lock, and finds it done.
 * @throws DatabaseRejected when the server may lose what it acknowledges, or the schema is not ours or newer
 */
export async function migrate(
  client: pg.Client,
  place: Place,
  steps: readonly Migration[],
  clock: Clock,
): Promise<void> {
  const { schema } = place
  const name = `${place.address.display}, schema ${schema}`
  await requireDurable(client, name)
  await client.query('BEGIN')
  try {
    await client.query(unhurried('SELECT pg_advisory_xact_lock($1, $2)', lockKey('migrating', schema)))
    await makeSchema(client, name, schema)
    const { rows: applied } = await client.query<AppliedStep>(
      'SELECT name, checksum FROM schema_steps ORDER BY position',
    )
    const ours = ofPostgres(steps)
    requireKnown(name, applied, ours, checksum)
    for (const [position, step] of ours.entries()) {
      if (position < applied.length) continue
      await client.query(unhurried(textOf(step)))
      const values = [position, step.name, checksum(step), clock.now()]
      await client.query('INSERT INTO schema_steps VALUES ($1, $2, $3, $4)', values)
    }
    await client.query(unhurried('COMMIT'))
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * Whether the schema has every step, and none that is not known; nothing is changed.
 * @throws DatabaseRejected when the server may lose what it acknowledges, or the schema is newer
 */
export async function isMigrated(
  client: pg.Client,
  place: Place,
  steps: readonly Migration[],
): Promise<boolean> {
  const { schema } = place
  const name = `${place.address.display}, schema ${schema}`
  await requireDurable(client, name)
  const { rows: there } = await client.query(
    `SELECT 1 AS one FROM pg_tables WHERE schemaname = $1 AND tablename = 'schema_steps'`,
    [schema],
  )
  if (there.length === 0) return false
  const { rows: applied } = await client.query<AppliedStep>(
    'SELECT name, checksum FROM schema_steps ORDER BY position',
  )
  const ours = ofPostgres(steps)
  requireKnown(name, applied, ours, checksum)
  return applied.length === ours.length
}

/** Whether the schema has the steps of this version and no other; looks at nothing else. */
export async function hasSteps(client: Client, steps: readonly Migration[]): Promise<boolean> {
  const { rows } = await client.query<AppliedStep>(
    'SELECT name, checksum FROM schema_steps ORDER BY position',
  )
  const ours = ofPostgres(steps)
  const isOurs = ({ name, checksum: found }: AppliedStep, at: number) =>
    ours[at]?.name === name && checksum(ours[at]) === found
  return rows.length === ours.length && rows.every(isOurs)
}

const ofPostgres = (steps: readonly Migration[]): Migration[] =>
  steps.filter(({ engine }) => engine === undefined || engine === 'postgres')

/** Milliseconds by which the clock of a machine may differ from the database's, and so twice as many from another one's. */
const MAX_APART = 5_000

/**
 * Processes that share a database date the leases of their jobs by clocks of their own.
 * @returns what is wrong when this machine's clock is far from the database's, a sentence
 */
export async function differenceInTime(client: pg.Client, clock: Clock): Promise<string | undefined> {
  const sql = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now'
  const asked = clock.now()
  const { rows } = await client.query<{ now: number }>(sql)
  // The database looked at its clock at some time between the question and the response.
  const responded = clock.now()
  const apart = (asked + responded) / 2 - (rows[0]?.now ?? 0)
  if (Math.abs(apart) <= MAX_APART + (responded - asked) / 2) return undefined
  return `the clock of this machine is ${Math.abs(Math.round(apart / 1000))} s ${apart > 0 ? 'ahead of' : 'behind'} the database's.`
}

/** @throws DatabaseRejected when this machine's clock is far from the database's */
export async function requireSameTime(client: pg.Client, place: Place, clock: Clock): Promise<void> {
  const difference = await differenceInTime(client, clock)
  if (difference === undefined) return
  const remedy = 'Synchronize both by NTP: processes that share a database must agree about the time.'
  throw new DatabaseRejected(`${place.address.display}, schema ${place.schema}`, difference, remedy)
}

/**
 * Acknowledged data must survive a power cut: the server waits for its disk, and for no less.
 * @throws DatabaseRejected when it does not, is a standby, or is unknown
 */
export async function requireDurable(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS called,
       current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('full_page_writes') AS pages, current_setting('server_encoding') AS encoding,
       pg_is_in_recovery() AS standby`,
  )
  const [found] = rows
  const reject = (what: string, remedy: string) => {
    throw new DatabaseRejected(name, what, remedy)
  }
  if (found.version < OLDEST)
    reject(`the server is PostgreSQL ${found.called}; expected 13 or newer.`, 'Upgrade it.')
  if (found.standby === 1) reject('the server is a standby, which accepts no changes.', 'Give the primary.')
  if (found.encoding !== 'UTF8')
    reject(`the database is encoded in ${found.encoding}; expected UTF8.`, "Make one with ENCODING 'UTF8'.")
  const lossy = [
    ...(found.fsync === 'off' ? ['fsync'] : []),
    ...(found.commit === 'off' ? ['synchronous_commit'] : []),
    ...(found.pages === 'off' ? ['full_page_writes'] : []),
  ]
  if (lossy.length > 0) {
    const what = `the server loses acknowledged changes in a crash: ${lossy.join(' and ')} ${lossy.length > 1 ? 'are' : 'is'} off.`
    reject(what, `Turn ${lossy.length > 1 ? 'them' : 'it'} on.`)
  }
}

async function makeSchema(client: pg.Client, name: string, schema: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1) AS there,
       EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1) AS filled,
       EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'schema_steps') AS ours`,
    [schema],
  )
  const [found] = rows
  if (found.ours === 1) return
  if (found.filled === 1) {
    const remedy = 'Give another database, or move the tables away.'
    throw new DatabaseRejected(name, 'this schema has the tables of another program.', remedy)
  }
  if (found.there === 0) {
    await client.query(`CREATE SCHEMA ${schema}`).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error
      const remedy = `As its owner, run: CREATE SCHEMA ${schema} AUTHORIZATION the_user;`
      throw new DatabaseRejected(name, 'this user may make no schema in the database.', remedy, error)
    })
  }
  await client.query(`
    CREATE TABLE schema_steps (
      position bigint NOT NULL PRIMARY KEY, name text NOT NULL UNIQUE, checksum text NOT NULL, applied_at bigint NOT NULL
    );
    -- the process that serves the schema, or was the last to do so
    CREATE TABLE schema_holder (holder text NOT NULL PRIMARY KEY);`)
}

/** A step of only this engine is in its own language. */
const textOf = ({ engine, sql }: Migration): string => (engine === 'postgres' ? sql : inPostgres(sql))

const checksum = (step: Migration): string => createHash('sha256').update(step.sql).digest('hex')
