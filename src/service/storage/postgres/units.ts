/** Units of work: each on a connection of its own, run again where it collided with another. */

import type pg from 'pg'
import type { Watch, Watcher } from '../changes.ts'
import type { ReadTransaction, WriteTransaction } from '../database.ts'
import { StorageUnavailable } from '../database.ts'
import {
  Again,
  Collided,
  createQueue,
  type Queue,
  type RetryTiming,
  withRetries as repeat,
} from './attempts.ts'
import type { Pool } from './connections.ts'
import {
  isCollision,
  isConnectionLost,
  isNeverSent,
  isUniqueViolation,
  translate,
  type UniqueKeys,
} from './failures.ts'
import { Reading, Writing } from './transactions.ts'

interface Units {
  /** On one snapshot. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /** Serializable. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /** Read committed. */
  claim<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /** One statement, a transaction of its own. */
  statement<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Attempts beyond the first of each. */
  readonly retries: number
}

interface Parts {
  pool: Pool
  timing: RetryTiming
  keys: UniqueKeys
  watchersOf: Watch['watchersOf']
  /** Throws when this process must not use the database now. */
  requireOwned(): void
  /** Receives what an `afterCommit` action or a watcher throws. */
  report(error: unknown): void
  /** Next to other processes: what a unit that collided contains while it is run again, so that there is one such in all. */
  turn?:
    | { acquire(client: pg.PoolClient): Promise<void>; give(client: pg.PoolClient): Promise<void> }
    | undefined
  /** Every unit is undone at the end of its first attempt and run again: units that cannot bear it are found. */
  undoFirstAttempts: boolean
}

/** Looks for a session that may still commit, a minute long: longer than the timeout of a statement. */
const MAX_LOOKS = 300
const LOOK_INTERVAL = 200

const BEGIN_READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'
const BEGIN_WRITE = 'BEGIN ISOLATION LEVEL SERIALIZABLE, READ WRITE'
const BEGIN_CLAIM = 'BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE'

export const createUnits = (parts: Parts): Units => new SessionUnits(parts)

class SessionUnits implements Units {
  readonly #parts: Parts
  readonly #collided = createQueue()
  #retries = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get retries(): number {
    return this.#retries
  }

  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#withRetries(() => this.#attemptRead(work))
  }

  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#withRetries((number) => this.#attemptWrite(BEGIN_WRITE, work, number), this.#collided)
  }

  claim<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#withRetries((number) => this.#attemptWrite(BEGIN_CLAIM, work, number))
  }

  statement<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#withRetries(() =>
      this.#withClient(async (client) => {
        try {
          return await run(client)
        } catch (error) {
          const lost = isConnectionLost(error)
          const reason = lost
            ? new Again('the connection is lost', { cause: error })
            : translate(error, this.#parts.keys)
          throw lost ? new BrokenConnection(reason) : reason
        }
      }),
    )
  }

  #withRetries<T>(attempt: (number: number) => Promise<T>, queue?: Queue): Promise<T> {
    return repeat(
      this.#parts.timing,
      (number) => {
        if (number > 1) this.#retries++
        return attempt(number)
      },
      queue,
    )
  }

  /** Gives `use` a connection; one that is lost while nothing was changed is a reason to try again. */
  async #withClient<T>(use: (client: pg.PoolClient, discard: () => void) => Promise<T>): Promise<T> {
    this.#parts.requireOwned()
    let client: pg.PoolClient
    try {
      client = await this.#parts.pool.acquire()
    } catch (error) {
      throw isConnectionLost(error)
        ? new Again('no connection', { cause: translate(error, this.#parts.keys) })
        : translate(error, this.#parts.keys)
    }
    let lost = false
    const discard = () => {
      lost = true
    }
    client.on('error', discard)
    try {
      return await use(client, discard)
    } catch (error) {
      lost ||= error instanceof BrokenConnection || isConnectionLost(error)
      throw error instanceof BrokenConnection ? error.reason : error
    } finally {
      client.off('error', discard)
      this.#parts.pool.give(client, lost)
    }
  }

  /** Undoes a transaction and throws why: `Again` where another attempt may succeed. */
  async #undo(client: pg.PoolClient, error: unknown, again: boolean): Promise<never> {
    const Retry = isCollision(error) || isUniqueViolation(error) ? Collided : Again
    const reason = again
      ? new Retry(String((error as Error).message), { cause: error })
      : translate(error, this.#parts.keys)
    if (isConnectionLost(error)) throw new BrokenConnection(reason)
    await client.query('ROLLBACK').catch(() => {
      throw new BrokenConnection(reason)
    })
    throw reason
  }

  async #attemptRead<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const tx = new Reading(client)
      try {
        await client.query(BEGIN_READ)
        const value = await tx.supervise(() => work(tx))
        await client.query('COMMIT')
        return value
      } catch (error) {
        const cause = tx.failure?.error
        const again = isConnectionLost(cause ?? error) || isCollision(cause)
        return this.#undo(client, again ? (cause ?? error) : error, again)
      }
    })
  }

  async #attemptWrite<T>(
    begin: string,
    work: (tx: WriteTransaction) => Promise<T>,
    number: number,
  ): Promise<T> {
    return this.#withClient(async (client, discard) => {
      if (this.#parts.turn === undefined || number === 1 || begin !== BEGIN_WRITE)
        return this.#attemptOn(client, begin, work, number)
      // Before the transaction begins, which would else look at what was there before its turn.
      await this.#parts.turn.acquire(client).catch((error: unknown) => {
        throw new Again('the turn of units that collided did not come', {
          cause: translate(error, this.#parts.keys),
        })
      })
      try {
        return await this.#attemptOn(client, begin, work, number)
      } finally {
        await this.#parts.turn.give(client).catch(discard) // the end of the connection gives it
      }
    })
  }

  async #attemptOn<T>(
    client: pg.PoolClient,
    begin: string,
    work: (tx: WriteTransaction) => Promise<T>,
    number: number,
  ): Promise<T> {
    const tx = new Writing(client, this.#parts.watchersOf)
    let value: T
    try {
      await client.query(begin)
      value = await tx.supervise(() => work(tx))
      if (tx.failure !== undefined) throw tx.failure.error
    } catch (error) {
      const cause = tx.failure?.error ?? error
      // One that came between the look and the insertion: the next attempt sees that row, and states what it states then.
      const raced = isUniqueViolation(cause) && number === 1
      const again = isCollision(cause) || isConnectionLost(cause) || raced
      return this.#undo(client, again ? cause : error, again)
    }
    if (this.#parts.undoFirstAttempts && number === 1) {
      return this.#undo(client, new Error('The first attempt is undone on purpose.'), true)
    }
    await this.#commit(client, tx)
    return value
  }

  async #commit(client: pg.PoolClient, tx: Writing): Promise<void> {
    try {
      const { command } = await client.query('COMMIT')
      // Of a transaction that a statement spoiled: the server undoes it and reports it.
      if (command !== 'COMMIT') throw new StorageUnavailable('The database undid the change.', undefined)
    } catch (error) {
      if (isCollision(error) || isNeverSent(error)) return this.#undo(client, error, true)
      if (!isConnectionLost(error)) return this.#undo(client, error, false)
      this.#notify(tx.watchers, false)
      void this.#untilOver(client).then(() => this.#notify(tx.watchers, false))
      const ended = 'The connection was lost during the commit: whether the change was made is not certain.'
      throw new BrokenConnection(new StorageUnavailable(ended, error))
    }
    this.#notify(tx.watchers, true)
    for (const action of tx.actions) this.#quietly(action)
  }

  #notify(watchers: Iterable<Watcher>, certain: boolean): void {
    for (const watcher of watchers) this.#quietly(() => watcher(certain))
  }

  /** The server may continue with a commit whose connection is lost: resolves when it no longer knows that session. */
  async #untilOver(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { processID?: number }
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      await this.#parts.timing.pause(LOOK_INTERVAL)
      if (this.#parts.pool.closed) return
      try {
        const sessions = 'SELECT 1 AS there FROM pg_stat_activity WHERE pid = $1'
        const { rows } = await this.#withClient((other) => other.query(sessions, [processID ?? null]))
        if (rows.length === 0) return
      } catch {
        // The server is not back yet.
      }
    }
  }

  #quietly(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.#parts.report(error)
    }
  }
}

/** Carries a reason out of a connection that is not to be used again. */
class BrokenConnection extends Error {
  readonly reason: unknown

  constructor(reason: unknown) {
    super('The connection is broken.')
    this.reason = reason
  }
}
