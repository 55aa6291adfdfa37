/**
 * One process serves a schema at a time. What a process remembers of rows and counts of requests would be wrong beside
 * another one, so a second is refused rather than let in.
 *
 * A connection of its own holds the lock `serving`; every connection of the pool shares the lock `connected`. Who comes
 * next takes both, so that it begins when the last transaction of the one before has ended, also where that one lost
 * the first lock and still had a transaction under way.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { DatabaseRefused, StorageUnavailable } from '../database.ts'
import { Again, type RetryTiming } from './attempts.ts'
import { type Client, connect, type Place } from './connections.ts'
import { holderOf, type Lock, tryLock, unlock } from './locks.ts'

interface Possession {
  /** @throws Again while it is not certain that nobody else serves the schema, StorageUnavailable once another one did */
  requireHeld(): void
  /** Marks a new connection of the pool as one of this process. */
  share(client: Client): Promise<void>
  release(): Promise<void>
}

/** Milliseconds between two looks at a lock that somebody holds. */
const INTERVAL = 100

/**
 * Takes the schema with a connection of its own.
 * @param patience milliseconds to wait for the one before, which may just be ending
 * @param report told when the schema was lost and when it is held again
 * @throws DatabaseRefused when another process has it
 */
export async function possess(given: {
  place: Place
  timing: RetryTiming
  patience: number
  /** Prepares the schema, once this process has it. */
  prepare(client: pg.Client): Promise<void>
  report(error: unknown): void
}): Promise<Possession> {
  const { place, timing, patience, prepare, report } = given
  const { schema } = place
  const holder = randomUUID()
  /** Why the schema cannot be used: for good, or until the connection is back. */
  let obstacle: StorageUnavailable | Again | undefined
  let released = false
  let client = await take()
  watch()

  async function take(): Promise<pg.Client> {
    const taken = await connect(place)
    try {
      const end = timing.now() + patience
      await lockUntil(taken, 'serving', end)
      await lockUntil(taken, 'connected', end)
      await unlock(taken, 'connected', schema)
      await prepare(taken)
      await taken.query('DELETE FROM schema_holder')
      await taken.query('INSERT INTO schema_holder (holder) VALUES ($1)', [holder])
      return taken
    } catch (error) {
      await taken.end().catch(() => {})
      throw error
    }
  }

  async function lockUntil(session: pg.Client, lock: Lock, end: number): Promise<void> {
    while (!(await tryLock(session, lock, schema))) {
      if (timing.now() >= end) throw inUse(place, await holderOf(session, lock, schema))
      await timing.pause(INTERVAL)
    }
  }

  function watch(): void {
    client.once('end', () => {
      if (released) return
      const cause = new StorageUnavailable(
        'The connection that keeps other processes out is lost.',
        undefined,
      )
      obstacle = new Again(cause.message, { cause })
      report(cause)
      void regain()
    })
  }

  async function regain(): Promise<void> {
    while (!released) {
      let session: pg.Client | undefined
      try {
        session = await connect(place)
        if (await tryLock(session, 'serving', schema)) {
          const { rows } = await session.query('SELECT holder FROM schema_holder')
          if (released) break
          if (rows[0]?.holder !== holder) {
            const text = 'Another process has served this database meanwhile; start this one again.'
            obstacle = new StorageUnavailable(text, undefined)
            report(obstacle)
            break
          }
          client = session
          session = undefined
          obstacle = undefined
          watch()
          return
        }
      } catch {
        // The database is not back yet.
      } finally {
        await session?.end().catch(() => {})
      }
      await timing.pause(INTERVAL)
    }
  }

  return {
    requireHeld() {
      if (obstacle !== undefined) throw obstacle
    },
    async share(session) {
      if (!(await tryLock(session, 'connected', schema, true)))
        throw new StorageUnavailable('Another process is about to serve this database.', undefined)
    },
    async release() {
      released = true
      await client.end().catch(() => {})
    },
  }
}

const inUse = ({ address, schema }: Place, holder: string | undefined) =>
  new DatabaseRefused(
    `${address.display}, schema ${schema}`,
    `the database is in use by ${holder ?? 'another process'}.`,
    'One process serves a database: stop that one, or give this one a database of its own.',
  )
