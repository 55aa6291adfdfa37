/** The SQL of the jobs table, where the queue key is in the column `lane`. A claim is (id, claims): anyone who claims the job anew outdates the claim before. */
import { inPowersOfTwo } from '../runtime/inPowersOfTwo.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/database.ts'
import type { ClaimedJob, NewJob } from './jobs.ts'

interface QueueDue {
  queueKey: string
  /** Unix milliseconds of the first job that is due, or whose lease ends. */
  due: number
}

const INSERTION = {
  table: 'jobs',
  columns: ['id', 'kind', 'subject', 'lane', 'run_at', 'due_at'],
  conflict: `ON CONFLICT (kind, subject) DO UPDATE SET run_at = excluded.run_at, due_at = excluded.due_at
     WHERE jobs.claimed = 0 AND excluded.due_at < jobs.due_at`,
} as const

/** A job that is there already and not under way is at most brought forward. */
export async function insert(
  tx: WriteTransaction,
  jobs: readonly (NewJob & { id: string })[],
): Promise<void> {
  const rows = jobs.map(({ id, kind, subject, queueKey, runAt }) => ({
    id,
    kind,
    subject,
    lane: queueKey,
    run_at: runAt,
    due_at: runAt,
  }))
  await tx.insertAll(INSERTION, rows)
}

/**
 * Claims up to `limit` jobs of one queue, the longest due first, until `leaseEnd`.
 * @param inOne whether one statement claims them. With the id of one row SQLite needs a quarter of the time that it needs
 *   with a set of them, even a set of one
 */
export async function claim(
  tx: WriteTransaction,
  {
    kind,
    queueKey,
    limit,
    now,
    leaseEnd,
    inOne,
  }: { kind: string; queueKey: string; limit: number; now: number; leaseEnd: number; inOne: boolean },
): Promise<ClaimedJob[]> {
  if (limit <= 0) return []
  const jobOf = ({ run_at: runAt, ...job }: ClaimedRow): ClaimedJob => ({ ...job, queueKey, runAt })
  if (inOne && limit > 1) {
    const rows = await tx.all<ClaimedRow>(CLAIM_SOME, kind, queueKey, now, limit, leaseEnd)
    return rows.map(jobOf).sort((a, b) => a.runAt - b.runAt)
  }
  const claimed: ClaimedJob[] = []
  while (claimed.length < limit) {
    const row = await tx.get<ClaimedRow>(CLAIM, leaseEnd, kind, queueKey, now)
    if (row === undefined) break
    claimed.push(jobOf(row))
  }
  return claimed
}

type ClaimedRow = Omit<ClaimedJob, 'queueKey' | 'runAt'> & { run_at: number }

const CLAIM = `UPDATE jobs SET claimed = 1, claims = claims + 1, due_at = ?
  WHERE id = (SELECT id FROM jobs WHERE kind = ? AND lane = ? AND due_at <= ? ORDER BY due_at LIMIT 1
    /*! FOR UPDATE SKIP LOCKED */)
  RETURNING id, kind, subject, run_at, claims, failures`

/** PostgreSQL could run a plain subquery again for each row that it compares with it. */
const CLAIM_SOME = `WITH chosen AS (
    SELECT id FROM jobs WHERE kind = ? AND lane = ? AND due_at <= ? ORDER BY due_at LIMIT ?
    /*! FOR UPDATE SKIP LOCKED */
  )
  UPDATE jobs SET claimed = 1, claims = claims + 1, due_at = ? WHERE id IN (SELECT id FROM chosen)
  RETURNING id, kind, subject, run_at, claims, failures`

/** When the queue's next job is due; Infinity when it has none. */
export async function nextDue(tx: ReadTransaction, kind: string, queueKey: string): Promise<number> {
  const sql = 'SELECT min(due_at) AS due FROM jobs WHERE kind = ? AND lane = ?'
  const row = await tx.get<{ due: number | null }>(sql, kind, queueKey)
  return row?.due ?? Number.POSITIVE_INFINITY
}

/** Every queue that has jobs. Reads the index from end to end: for only the start. */
export async function queues(tx: ReadTransaction, kind: string): Promise<QueueDue[]> {
  const sql = 'SELECT lane, min(due_at) AS due FROM jobs WHERE kind = ? GROUP BY lane'
  const rows = await tx.all<{ lane: string; due: number }>(sql, kind)
  return rows.map(({ lane, due }) => ({ queueKey: lane, due }))
}

/** Up to `most` queues that have a job that is due, also one whose lease has ended. */
export async function dueQueues(
  tx: ReadTransaction,
  kind: string,
  now: number,
  most: number,
): Promise<QueueDue[]> {
  const sql = `SELECT lane, min(due_at) AS due FROM jobs WHERE kind = ? AND due_at <= ?
    GROUP BY lane ORDER BY due LIMIT ?`
  const rows = await tx.all<{ lane: string; due: number }>(sql, kind, now, most)
  return rows.map(({ lane, due }) => ({ queueKey: lane, due }))
}

/**
 * How many jobs are due in all queues, counted up to `most`, and since when the first of them is. Goes from queue to queue
 * in the index, so that it costs the queues that have jobs and what is due, however much lies ahead in each.
 */
export async function countDue(
  tx: ReadTransaction,
  kind: string,
  now: number,
  most: number,
): Promise<{ count: number; since: number }> {
  const sql = `WITH RECURSIVE queues (lane) AS (
      SELECT min(lane) FROM jobs WHERE kind = ?
      UNION ALL
      SELECT (SELECT min(later.lane) FROM jobs later WHERE later.kind = ? AND later.lane > queues.lane)
      FROM queues WHERE queues.lane IS NOT NULL
    ), firsts AS (
      SELECT (SELECT min(jobs.due_at) FROM jobs WHERE jobs.kind = ? AND jobs.lane = queues.lane) AS due_at FROM queues
    ), due AS (
      SELECT jobs.lane FROM queues
      JOIN jobs ON jobs.kind = ? AND jobs.lane = queues.lane AND jobs.due_at <= ? LIMIT ?
    )
    SELECT (SELECT count(*) FROM due) AS count, (SELECT min(due_at) FROM firsts) AS first`
  const row = await tx.get<{ count: number; first: number | null }>(sql, kind, kind, kind, kind, now, most)
  return { count: row?.count ?? 0, since: Math.min(row?.first ?? now, now) }
}

/** How many jobs of the queue are under way, in all processes. */
export async function countClaimed(
  tx: ReadTransaction,
  kind: string,
  queueKey: string,
  now: number,
): Promise<number> {
  const sql = 'SELECT count(*) AS count FROM jobs WHERE kind = ? AND lane = ? AND claimed = 1 AND due_at > ?'
  return (await tx.get<{ count: number }>(sql, kind, queueKey, now))?.count ?? 0
}

/** Gives back every job that is claimed: right only where anyone who claimed them is known to be gone. */
export async function release(tx: WriteTransaction, kind: string): Promise<void> {
  await tx.run('UPDATE jobs SET claimed = 0, due_at = run_at WHERE kind = ? AND claimed = 1', kind)
}

/** @returns whether the claim was still valid. */
export async function remove(tx: WriteTransaction, job: ClaimedJob): Promise<boolean> {
  return (
    (await tx.run('DELETE FROM jobs WHERE id = ? AND claims = ? AND claimed = 1', job.id, job.claims)) === 1
  )
}

/** Claims in one statement; a power of two. */
const MAX_REMOVED = 64

/** @returns the ids of those whose claims were still valid; the others stay */
export async function removeAll(tx: WriteTransaction, jobs: readonly ClaimedJob[]): Promise<Set<string>> {
  const removed = new Set<string>()
  for (const part of inPowersOfTwo(jobs, MAX_REMOVED)) {
    const claims = part.map(() => '(id = ? AND claims = ?)').join(' OR ')
    const sql = `DELETE FROM jobs WHERE claimed = 1 AND (${claims}) RETURNING id`
    const values = part.flatMap(({ id, claims }) => [id, claims])
    for (const { id } of await tx.all<{ id: string }>(sql, ...values)) removed.add(id)
  }
  return removed
}

/** Gives the job back, to be run at `runAt`; with an error it failed once more. @returns whether the claim was still valid. */
export async function putBack(
  tx: WriteTransaction,
  job: ClaimedJob,
  runAt: number,
  lastError: string | null,
): Promise<boolean> {
  const sql = `UPDATE jobs SET claimed = 0, run_at = ?, due_at = ?, last_error = coalesce(?, last_error),
       failures = failures + ?
     WHERE id = ? AND claims = ? AND claimed = 1`
  return (await tx.run(sql, runAt, runAt, lastError, lastError === null ? 0 : 1, job.id, job.claims)) === 1
}

/** Moves the end of the lease. @returns whether the claim was still valid. */
export async function prolong(tx: WriteTransaction, job: ClaimedJob, leaseEnd: number): Promise<boolean> {
  const sql = 'UPDATE jobs SET due_at = ? WHERE id = ? AND claims = ? AND claimed = 1'
  return (await tx.run(sql, leaseEnd, job.id, job.claims)) === 1
}
