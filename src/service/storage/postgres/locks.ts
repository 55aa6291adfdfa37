/** Advisory locks: pairs of integers that mean what this file states they mean. */
import { createHash } from 'node:crypto'
import type { Client } from './connections.ts'

/** "PrSv": distinguishes our locks from those of other programs in the same database. */
const OURS = 0x50725376

/** The locks of a schema. */
export type Lock = 'serving' | 'connected' | 'migrating' | 'sharing' | 'named'

const KINDS: readonly Lock[] = ['serving', 'connected', 'migrating', 'sharing', 'named']

/** @param name of what is locked within the schema, for the kind `named` */
export function lockKey(lock: Lock, schema: string, name?: string): [number, number] {
  const hash = createHash('sha256').update(name === undefined ? schema : `${schema} ${name}`)
  return [OURS + KINDS.indexOf(lock), hash.digest().readInt32BE(0)]
}

/** @returns whether the session now has the lock; never waits */
export async function tryLock(client: Client, lock: Lock, schema: string, shared = false): Promise<boolean> {
  const name = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query(`SELECT ${name}($1, $2) AS held`, lockKey(lock, schema))
  return rows[0]?.held === 1
}

export async function unlock(client: Client, lock: Lock, schema: string, shared = false): Promise<void> {
  const name = shared ? 'pg_advisory_unlock_shared' : 'pg_advisory_unlock'
  await client.query(`SELECT ${name}($1, $2)`, lockKey(lock, schema))
}

/** The session with a lock, for people; undefined when there is none, or when the server does not report it. */
export async function holderOf(client: Client, lock: Lock, schema: string): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT a.application_name AS name, coalesce(host(a.client_addr), 'this machine') AS address, a.pid,
       to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1 AND l.objid::bigint = $2 AND l.objsubid = 2
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.pid <> pg_backend_pid()
     LIMIT 1`,
    lockKey(lock, schema).map((part) => part >>> 0),
  )
  const [row] = rows
  return row && `"${row.name}" from ${row.address}, connected since ${row.since} UTC (backend ${row.pid})`
}
