/** The shared state of processes on one schema: messages, locks, leases and counts. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import type { CountedState, Generation, Others, Value } from '../database.ts'
import { Again } from './attempts.ts'
import type { Client } from './connections.ts'
import { translate } from './failures.ts'
import { lockKey } from './locks.ts'
import type { Messages } from './messages.ts'
import type { Possession } from './possession.ts'

/** Milliseconds that a lease lasts unless it is renewed, and between two renewals. */
const LEASE = 30_000
const RENEWAL = 10_000
/** The purge costs as much as a lease: every sixty-fourth pays for one. */
const PURGE_EVERY = 64

interface Parts {
  schema: string
  clock: Clock
  messages: Messages
  possession: Possession
  requireClockInStep(): void
  /** One statement that may write, a transaction of its own. */
  statement(sql: string, ...values: Value[]): Promise<unknown[]>
}

export function createOthers({
  schema,
  clock,
  messages,
  possession,
  requireClockInStep,
  statement,
}: Parts): Others {
  /** Whether this process is now the one at the work. @throws StorageUnavailable */
  const isInUse = async (session: pg.Client, key: [number, number]): Promise<boolean> => {
    try {
      possession.requireOwned()
      const { rows } = await session.query('SELECT pg_try_advisory_lock($1, $2) AS held', key)
      return rows[0]?.held === 1
    } catch (error) {
      throw error instanceof Again ? error.cause : translate(error, new Map())
    }
  }

  /** The works of this process, which its connection would let in twice. */
  const atWork = new Set<string>()
  let count = 0
  let generation: Generation | undefined

  return {
    notify: messages.notify,
    listen: messages.listen,
    requireClockInStep,

    async lock(tx, name) {
      await tx.get('SELECT pg_advisory_xact_lock(?, ?)', ...lockKey('named', schema, name))
    },

    async exclusively(name, work) {
      if (atWork.has(name)) return false
      atWork.add(name)
      const { session } = possession
      const key = lockKey('named', schema, `alone ${name}`)
      try {
        if (!(await isInUse(session, key))) return false
        try {
          await work()
        } finally {
          // A lost connection has let go of it already.
          await session.query('SELECT pg_advisory_unlock($1, $2)', key).catch(() => {})
        }
        return true
      } finally {
        atWork.delete(name)
      }
    },

    async lease(name, note) {
      const holder = randomUUID()
      if (++count % PURGE_EVERY === 0) await statement(PURGE)
      for (;;) {
        const [got] = await statement(ACQUIRE_LEASE, name, holder, note, LEASE)
        if (got !== undefined) break
        const [other] = (await statement('SELECT note FROM leases WHERE name = ?', name)) as {
          note: string
        }[]
        if (other !== undefined) return { kind: 'taken', note: other.note }
        // It ended between the two.
      }
      let released = false
      let lost = false
      let cancel = () => {}
      const renew = () => {
        cancel = clock.after(RENEWAL, async () => {
          // Acquired anew, because a crash of the database empties leases. The next renewal is in time too.
          const [renewed] = await statement(ACQUIRE_LEASE, name, holder, note, LEASE).catch(() => [holder])
          lost = renewed === undefined
          if (released) await giveBack()
          else if (!lost) renew()
        })
      }
      // A lease that cannot be given back now ends by itself.
      const giveBack = () =>
        statement('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder).catch(() => [])
      renew()
      return {
        kind: 'held',
        get lost() {
          return lost
        },
        async release() {
          released = true
          cancel()
          await giveBack()
        },
      }
    },

    async admit({ organizationId, perMinute, burst, perDay, generation: expected }) {
      const [row] = await statement(ADMIT, organizationId, perMinute, burst, perDay, expected?.name ?? null)
      const { generation: notified, ...state } = row as Admitted
      if (generation?.name !== notified) generation = { name: notified }
      return state.allowed === null ? undefined : { ...state, allowed: state.allowed === 1 }
    },

    get generation() {
      return generation
    },
  }
}

type Admitted = Omit<CountedState, 'allowed'> & { allowed: number | null; generation: string }

/** The turn of units that collided: one at a time in all processes, as within one. */
export function turnOf(schema: string) {
  const key = lockKey('named', schema, 'units that collided')
  return {
    acquire: async (client: Client) => void (await client.query('SELECT pg_advisory_lock($1, $2)', key)),
    give: async (client: Client) => void (await client.query('SELECT pg_advisory_unlock($1, $2)', key)),
  }
}

const ACQUIRE_LEASE = `INSERT INTO leases (name, holder, note, ends_at) VALUES (?, ?, ?, database_now() + ?::bigint)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, note = excluded.note, ends_at = excluded.ends_at
    WHERE leases.ends_at <= database_now() OR leases.holder = excluded.holder
  RETURNING holder`

const PURGE = `DELETE FROM leases WHERE name IN
  (SELECT name FROM leases WHERE ends_at <= database_now() LIMIT 200 FOR UPDATE SKIP LOCKED)`

const ADMIT = 'SELECT * FROM admit_credential(?, ?, ?, ?, ?)'
