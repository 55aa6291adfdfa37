/** Replays of missed events, as the contract shows them. Rows are written by the events. */
import type { WebhookReplay } from '../../../../../generated/openapi.v1.ts'
import { notFound } from '../../../errors.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { ReadTransaction } from '../../../storage/database.ts'

interface ReplayRow {
  id: string
  webhook_id: string
  asked_from: number
  range_end: number
  status: WebhookReplay['status']
  delivery_count: number
  created_at: number
  completed_at: number | null
}

/** @throws ApiError NOT_FOUND when the webhook, which the caller has found, has no such replay */
export async function getOrThrow(
  tx: ReadTransaction,
  webhook: { organization_id: string; id: string },
  id: string,
): Promise<WebhookReplay> {
  const sql = 'SELECT * FROM webhook_replays WHERE organization_id = ? AND webhook_id = ? AND id = ?'
  const row = await tx.get<ReplayRow>(sql, webhook.organization_id, webhook.id, id)
  if (row === undefined) throw notFound('replay')
  return {
    id: row.id,
    object: 'webhook_replay',
    webhookId: row.webhook_id,
    from: timestamp(row.asked_from),
    to: timestamp(row.range_end),
    status: row.status,
    deliveryCount: row.delivery_count,
    createdAt: timestamp(row.created_at),
    completedAt: row.completed_at === null ? null : timestamp(row.completed_at),
  }
}
