/** The rows of delivery attempts: how they begin, and how they end. */
import type { Webhook } from '../../../../generated/openapi.v1.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/database.ts'

/** The kind of the jobs that make attempts; a job's subject is the attempt, its queue key the webhook. */
export const DELIVERY = 'delivery'

export interface NewAttempt {
  id: string
  organizationId: string
  webhookId: string
  eventId: string
  eventType: string
  apiVersion: string
  /** From 1. */
  attemptNumber: number
  /** Unix milliseconds, as all times here. */
  createdAt: number
  dueAt: number
  /** Why the attempt is not to be made; null when it is. */
  skippedBecause: SkipReason | null
}

export type SkipReason = 'WEBHOOK_PAUSED' | 'WEBHOOK_DISABLED' | 'WEBHOOK_DELETED'

/** A delivery to a webhook that is not active is recorded and not sent. */
export function reasonToSkip(webhookStatus: Webhook['status']): SkipReason | null {
  if (webhookStatus === 'active') return null
  return webhookStatus === 'paused' ? 'WEBHOOK_PAUSED' : 'WEBHOOK_DISABLED'
}

const DELIVERIES = {
  table: 'deliveries',
  columns: [
    'id',
    'organization_id',
    'webhook_id',
    'event_id',
    'event_type',
    'api_version',
    'status',
    'attempt_number',
    'next_attempt_at',
    'error_code',
    'created_at',
  ],
} as const

/** Records attempts, and the jobs that make those that are not skipped. */
export async function enqueueAttempts(
  tx: WriteTransaction,
  jobs: Jobs,
  attempts: readonly NewAttempt[],
): Promise<void> {
  const rows = attempts.map((attempt) => ({
    id: attempt.id,
    organization_id: attempt.organizationId,
    webhook_id: attempt.webhookId,
    event_id: attempt.eventId,
    event_type: attempt.eventType,
    api_version: attempt.apiVersion,
    status: attempt.skippedBecause ? 'skipped' : 'pending',
    attempt_number: attempt.attemptNumber,
    next_attempt_at: attempt.skippedBecause ? null : attempt.dueAt,
    error_code: attempt.skippedBecause,
    created_at: attempt.createdAt,
  }))
  await tx.insertAll(DELIVERIES, rows)
  const due = attempts.filter(({ skippedBecause }) => skippedBecause === null)
  await jobs.enqueueAll(
    tx,
    due.map(({ id, webhookId, dueAt }) => ({
      kind: DELIVERY,
      subject: id,
      queueKey: webhookId,
      runAt: dueAt,
    })),
  )
}

/** An attempt that is due, with all that it needs. */
export interface DueAttempt {
  id: string
  organization_id: string
  webhook_id: string
  event_id: string
  event_type: string
  api_version: string
  attempt_number: number
  body: Buffer
  url: string
  webhook_status: Webhook['status']
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: number | null
}

/** The attempts in the order of `ids`; undefined where the webhook is gone. */
export async function loadAttempts(
  tx: ReadTransaction,
  ids: readonly string[],
): Promise<(DueAttempt | undefined)[]> {
  const rows = await tx.all<DueAttempt>(
    `SELECT d.id, d.organization_id, d.webhook_id, d.event_id, d.event_type, d.api_version, d.attempt_number,
       b.body, w.url, w.status AS webhook_status, w.secret, w.previous_secret, w.previous_secret_until
     FROM deliveries d
     JOIN webhooks w ON w.id = d.webhook_id
     JOIN event_bodies b ON b.event_id = d.event_id AND b.api_version = d.api_version
     WHERE d.id IN (${ids.map(() => '?').join(', ')})`,
    ...ids,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}

export type DeliveryOutcome = 'success' | 'failed' | 'exhausted' | 'skipped'

/** How an attempt ended; null where there was no response. */
export interface Ending {
  status: DeliveryOutcome
  httpStatus: number | null
  responseTime: number | null
  deliveredAt: number | null
  nextAttemptAt: number | null
  errorCode: string | null
  responseBody: string | null
}

/** Records the end of an attempt. */
export async function endAttempt(tx: WriteTransaction, id: string, ending: Ending): Promise<void> {
  await tx.run(
    `UPDATE deliveries SET status = ?, http_status = ?, response_time = ?, delivered_at = ?, next_attempt_at = ?,
       error_code = ?, response_body = ?
     WHERE id = ?`,
    ending.status,
    ending.httpStatus,
    ending.responseTime,
    ending.deliveredAt,
    ending.nextAttemptAt,
    ending.errorCode,
    ending.responseBody,
    id,
  )
}
