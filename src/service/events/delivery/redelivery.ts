/** Missed events of a webhook, sent again: one delivery by hand, or all of a time range by a job. */
import type { Webhook } from '../../../../generated/openapi.v1.ts'
import type { ClaimedJob, Jobs, Worker } from '../../jobs/jobs.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { Database, WriteTransaction } from '../../storage/database.ts'
import { enqueueAttempts } from './attempts.ts'

/** The kind of the jobs that replay a time range; a job's subject is the replay, its queue key the webhook. */
const REPLAY = 'replay'
/** Attempts looked at in one transaction: about 10 ms when all of them are sent again. */
const BATCH = 100

interface RedeliveryParts {
  jobs: Jobs
  clock: Clock
  ids: Identifiers
}

/** The columns of an attempt that its repetition needs. */
interface Missed {
  organization_id: string
  webhook_id: string
  event_id: string
  event_type: string
  api_version: string
}

/** Records a first attempt with the bytes of an earlier one. @returns its id */
async function repeat(tx: WriteTransaction, parts: RedeliveryParts, missed: Missed): Promise<string> {
  const id = parts.ids.create('delivery')
  const now = parts.clock.now()
  const attempt = {
    id,
    organizationId: missed.organization_id,
    webhookId: missed.webhook_id,
    eventId: missed.event_id,
    eventType: missed.event_type,
    apiVersion: missed.api_version,
    attemptNumber: 1,
    createdAt: now,
    dueAt: now,
    skippedBecause: null,
  }
  await enqueueAttempts(tx, parts.jobs, [attempt])
  return id
}

/** @returns the id of the new attempt */
export async function resend(
  tx: WriteTransaction,
  parts: RedeliveryParts,
  { organizationId, deliveryId }: { organizationId: string; deliveryId: string },
): Promise<string> {
  const sql = 'SELECT * FROM deliveries WHERE organization_id = ? AND id = ?'
  const missed = await tx.get<Missed>(sql, organizationId, deliveryId)
  if (missed === undefined) throw new Error(`There is no attempt ${deliveryId}.`)
  return repeat(tx, parts, missed)
}

/** Unix milliseconds; `to` is not in the range. */
interface ReplayRange {
  organizationId: string
  webhookId: string
  from: number
  to: number
}

/** @returns the id of the replay, which a job carries out */
export async function startReplay(
  tx: WriteTransaction,
  { ids, jobs, clock }: RedeliveryParts,
  { organizationId, webhookId, from, to }: ReplayRange,
): Promise<string> {
  const id = ids.create('replay')
  const now = clock.now()
  await tx.run(
    `INSERT INTO webhook_replays (id, organization_id, webhook_id, asked_from, range_start, range_end, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    organizationId,
    webhookId,
    from,
    from,
    to,
    now,
  )
  await jobs.enqueue(tx, { kind: REPLAY, subject: id, queueKey: webhookId, runAt: now })
  return id
}

interface ReplayRow {
  id: string
  webhook_id: string
  webhook_status: Webhook['status']
  /** The next attempt to look at is after this one. */
  range_start: number
  after_id: string
  range_end: number
}

export function createReplayWorker(parts: RedeliveryParts & { database: Database }): Worker {
  const { clock, database, jobs } = parts

  /** One batch and how far it came, in one transaction: a crash repeats none of it. @returns whether more is left */
  const advance = (job: ClaimedJob): Promise<boolean> =>
    database.write(async (tx) => {
      const replay = await tx.get<ReplayRow>(
        `SELECT r.*, w.status AS webhook_status FROM webhook_replays r JOIN webhooks w ON w.id = r.webhook_id
         WHERE r.id = ?`,
        job.subject,
      )
      const active = replay?.webhook_status === 'active'
      const batch = active ? await repeatBatch(tx, parts, replay) : undefined
      if (batch === undefined) {
        const sql = 'UPDATE webhook_replays SET status = ?, completed_at = ? WHERE id = ?'
        await tx.run(sql, active ? 'completed' : 'stopped', clock.now(), job.subject)
        await jobs.complete(tx, job)
        return false
      }
      const { last, repeated } = batch
      await tx.run(
        `UPDATE webhook_replays SET range_start = ?, after_id = ?, delivery_count = delivery_count + ? WHERE id = ?`,
        last.created_at,
        last.id,
        repeated,
        job.subject,
      )
      await jobs.extend(tx, job)
      return true
    })

  return {
    kind: REPLAY,
    concurrency: 4,
    queueConcurrency: 1,
    lease: 60_000,
    async run(job, signal) {
      while (await advance(job)) signal.throwIfAborted()
    },
  }
}

interface LoggedAttempt extends Missed {
  id: string
  created_at: number
  attempt_number: number
  raised_at: number
}

/** @returns the last attempt looked at, and how many were sent again; undefined when none was left */
async function repeatBatch(
  tx: WriteTransaction,
  parts: RedeliveryParts,
  { webhook_id, range_start, after_id, range_end }: ReplayRow,
): Promise<{ last: LoggedAttempt; repeated: number } | undefined> {
  const logged = await tx.all<LoggedAttempt>(
    `SELECT d.*, e.created_at AS raised_at FROM deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.webhook_id = ? AND (d.created_at, d.id) > (?, ?) AND d.created_at < ?
     ORDER BY d.created_at, d.id LIMIT ?`,
    webhook_id,
    range_start,
    after_id,
    range_end,
    BATCH,
  )
  const last = logged.at(-1)
  if (last === undefined) return undefined
  let repeated = 0
  for (const attempt of logged) {
    // An event's first attempt is recorded with it; whatever is later is a retry, or was sent again by hand.
    if (attempt.attempt_number !== 1 || attempt.created_at !== attempt.raised_at) continue
    if (await isSettled(tx, attempt)) continue
    await repeat(tx, parts, attempt)
    repeated++
  }
  return { last, repeated }
}

/** Whether the event was received, or is on its way. */
async function isSettled(tx: WriteTransaction, { event_id, webhook_id }: Missed): Promise<boolean> {
  const sql = `SELECT id FROM deliveries WHERE event_id = ? AND webhook_id = ? AND status IN ('success', 'pending')`
  return (await tx.get(sql, event_id, webhook_id)) !== undefined
}
