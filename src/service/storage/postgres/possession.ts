/**
 * The processes that serve a schema. A sole process locks every other one out: its cached rows and counts of requests
 * would be wrong next to them. Processes that share it lock out only a process that wants it exclusively.
 *
 * A separate connection has the lock `serving`, exclusive or shared. Every connection of the pool shares the lock
 * `connected`, or `sharing` next to others. The next process of another kind acquires both. So it begins when the last
 * transaction of those before has ended, also where one lost the first lock and had a transaction in progress.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import { DatabaseRejected, StorageUnavailable } from '../database.ts'
import { Again, type RetryTiming } from './attempts.ts'
import { type Client, connect, cut, disconnect, type Place } from './connections.ts'
import { startHeartbeat } from './heartbeat.ts'
import { holderOf, type Lock, tryLock, unlock } from './locks.ts'

export interface Possession {
  /** @throws Again while it is not certain that no one else serves the schema, StorageUnavailable once another one did */
  requireOwned(): void
  /**
   * Marks a new connection of the pool as one of this process, and checks whether the schema is unchanged. As long as the
   * connection has that mark, no one locks the schema or changes it.
   * @throws StorageUnavailable when another process or version has it, or had it
   */
  share(client: Client): Promise<void>
  /** The connection with the lock; another one after a loss. */
  readonly session: pg.Client
  release(): Promise<void>
}

/** Milliseconds between two checks of a lock that another process has. */
const INTERVAL = 100

interface Wanted {
  place: Place
  clock: Clock
  /** Milliseconds after which a server that states nothing on the connection of the place counts as gone. */
  silence: number
  timing: RetryTiming
  /** Milliseconds to wait for the one before, which may just be ending. */
  patience: number
  /** Whether other processes may serve the schema too. */
  shared: boolean
  /** Brings the schema up to date; no one serves it. */
  prepare(client: pg.Client): Promise<void>
  /** Whether nothing is left to `prepare`. @throws DatabaseRejected for a schema of a newer version */
  isPrepared(client: pg.Client): Promise<boolean>
  /** Whether the schema is the one that was prepared. */
  isUnchanged(client: Client): Promise<boolean>
  /** Each connection with the lock, the first one and those after a loss. */
  attach(client: pg.Client): Promise<void>
  /** Called every few seconds on the connection with the lock; rejects when it does not respond. */
  look(client: pg.Client): Promise<void>
  /** Called when the connection with the lock was lost: others may be as dead, and not know it. */
  lost(): void
  /** Called when the schema was lost. */
  report(error: unknown): void
}

/**
 * Locks the schema with a connection of its own.
 * @throws DatabaseRejected when others have it
 */
export async function possess(wanted: Wanted): Promise<Possession> {
  const holder = randomUUID()
  return new OwnedSchema(wanted, holder, await new SchemaLocks(wanted, holder).acquire())
}

/** The locks on the way to the schema. */
class SchemaLocks {
  readonly #wanted: Wanted
  readonly #holder: string

  constructor(wanted: Wanted, holder: string) {
    this.#wanted = wanted
    this.#holder = holder
  }

  async acquire(): Promise<pg.Client> {
    const { place, silence, timing, patience, shared } = this.#wanted
    const acquired = await connect(place, silence)
    try {
      const end = timing.now() + patience
      if (shared) await this.#acquireShared(acquired, end)
      else await this.#acquireExclusive(acquired, end)
      await this.#wanted.attach(acquired)
      return acquired
    } catch (error) {
      await disconnect(acquired, silence)
      throw error
    }
  }

  async #acquireExclusive(session: pg.Client, end: number): Promise<void> {
    await this.#lockUntil(session, 'serving', end)
    await this.#prepareExclusive(session, end)
  }

  async #prepareExclusive(session: pg.Client, end: number): Promise<void> {
    for (const lock of ['connected', 'sharing'] as const) {
      await this.#lockUntil(session, lock, end)
      await unlock(session, lock, this.#wanted.place.schema)
    }
    await this.#wanted.prepare(session)
    await session.query('DELETE FROM schema_holder')
    await session.query('INSERT INTO schema_holder (holder) VALUES ($1)', [this.#holder])
  }

  /** Anyone who is the first prepares the schema; no one changes it under others. */
  async #acquireShared(session: pg.Client, end: number): Promise<void> {
    const { place, timing } = this.#wanted
    for (;;) {
      if (await tryLock(session, 'serving', place.schema)) {
        await this.#prepareExclusive(session, end)
        await tryLock(session, 'serving', place.schema, true)
        await unlock(session, 'serving', place.schema)
        return
      }
      const second = await tryLock(session, 'serving', place.schema, true)
      if (second && (await this.#wanted.isPrepared(session))) return
      if (second) await unlock(session, 'serving', place.schema, true)
      if (timing.now() >= end) throw second ? outOfDate(place) : await this.#rejection(session, 'serving')
      await timing.pause(INTERVAL)
    }
  }

  async #lockUntil(session: pg.Client, lock: Lock, end: number): Promise<void> {
    const { place, timing } = this.#wanted
    while (!(await tryLock(session, lock, place.schema))) {
      if (timing.now() >= end) throw await this.#rejection(session, lock)
      await timing.pause(INTERVAL)
    }
  }

  /** The process with the lock that this one waits for, and its present work. */
  async #rejection(session: pg.Client, lock: Lock): Promise<DatabaseRejected> {
    const { place, shared } = this.#wanted
    // A sole process is locked out by that one afterwards too.
    const migrating = shared ? await holderOf(session, 'migrating', place.schema) : undefined
    if (migrating !== undefined) return beingChanged(place, migrating)
    return inUse(place, await holderOf(session, lock, place.schema), shared)
  }
}

/** The schema, once it is locked: watches its connection, and locks it again after a loss. */
class OwnedSchema implements Possession {
  readonly #wanted: Wanted
  readonly #holder: string
  #client: pg.Client
  /** Why the schema cannot be used: for good, or until the connection is back. */
  #obstacle: StorageUnavailable | Again | undefined
  #released = false

  constructor(wanted: Wanted, holder: string, client: pg.Client) {
    this.#wanted = wanted
    this.#holder = holder
    this.#client = client
    this.#watch()
  }

  get session(): pg.Client {
    return this.#client
  }

  readonly requireOwned = (): void => {
    if (this.#obstacle !== undefined) throw this.#obstacle
  }

  readonly share = async (session: Client): Promise<void> => {
    const { place, shared } = this.#wanted
    if (!(await tryLock(session, shared ? 'sharing' : 'connected', place.schema, true)))
      throw new StorageUnavailable('Another process is about to serve this database.', undefined)
    const lost = await this.#lostMeanwhile(session)
    if (lost !== undefined) throw this.#giveUp(lost)
  }

  async release(): Promise<void> {
    this.#released = true
    await disconnect(this.#client, this.#wanted.silence)
  }

  #watch(): void {
    const watched = this.#client
    const endHeartbeat = startHeartbeat(
      this.#wanted.clock,
      () => this.#wanted.look(watched),
      () => cut(watched),
    )
    this.#client.once('end', () => {
      endHeartbeat()
      if (this.#released) return
      const cause = new StorageUnavailable(
        this.#wanted.shared
          ? 'The connection with the shared lock of this process is lost.'
          : 'The connection with the exclusive lock of this process is lost.',
        undefined,
      )
      this.#obstacle = new Again(cause.message, { cause })
      this.#wanted.lost()
      this.#wanted.report(cause)
      void this.#regain()
    })
  }

  async #regain(): Promise<void> {
    while (!this.#released) {
      let session: pg.Client | undefined
      try {
        session = await connect(this.#wanted.place, this.#wanted.silence)
        if (await tryLock(session, 'serving', this.#wanted.place.schema, this.#wanted.shared)) {
          const lost = await this.#lostMeanwhile(session)
          if (this.#released) break
          if (lost !== undefined) {
            this.#giveUp(lost)
            break
          }
          await this.#wanted.attach(session)
          if (this.#released) break
          this.#client = session
          session = undefined
          this.#obstacle = undefined
          this.#watch()
          return
        }
      } catch (error) {
        // Otherwise the database is not back yet.
        if (error instanceof DatabaseRejected) this.#rejectUntilBack(error)
      } finally {
        if (session !== undefined) await disconnect(session, this.#wanted.silence)
      }
      await this.#wanted.timing.pause(INTERVAL)
    }
  }

  /** The database is there, and is not what it has to be; it may be so later. */
  #rejectUntilBack(failure: DatabaseRejected): void {
    if (this.#obstacle?.message === failure.message) return
    const cause = new StorageUnavailable(failure.message, failure)
    this.#obstacle = new Again(failure.message, { cause })
    this.#wanted.report(cause)
  }

  /** For good: what this process remembers, or how it reads the tables, is out of date. */
  #giveUp(why: string): StorageUnavailable {
    if (this.#obstacle instanceof StorageUnavailable) return this.#obstacle
    const lost = new StorageUnavailable(why, undefined)
    this.#obstacle = lost
    this.#wanted.report(lost)
    return lost
  }

  /** Why this process may not continue, although it has its place again. */
  async #lostMeanwhile(session: Client): Promise<string | undefined> {
    if (this.#wanted.shared) {
      if (await this.#wanted.isUnchanged(session)) return undefined
      return 'Another version has served this database meanwhile; start this one again.'
    }
    const { rows } = await session.query('SELECT holder FROM schema_holder')
    if (rows[0]?.holder === this.#holder) return undefined
    return 'Another process has served this database meanwhile; start this one again.'
  }
}

const inUse = ({ address, schema }: Place, holder: string | undefined, shared: boolean) =>
  new DatabaseRejected(
    `${address.display}, schema ${schema}`,
    `the database is in use by ${holder ?? 'another process'}.`,
    shared
      ? 'That process uses it exclusively: stop it, and start it with --shared too.'
      : 'One process serves a database: stop that one, or give this one a database of its own. Several serve one where each is started with --shared.',
  )

const beingChanged = ({ address, schema }: Place, holder: string) =>
  new DatabaseRejected(
    `${address.display}, schema ${schema}`,
    `the schema is being brought up to date by ${holder}.`,
    'Wait until that is done, and start this process again.',
  )

const outOfDate = ({ address, schema }: Place) =>
  new DatabaseRejected(
    `${address.display}, schema ${schema}`,
    'its schema is older than this version, and other processes serve it.',
    'Stop them all: the first that is started then brings it up to date.',
  )
