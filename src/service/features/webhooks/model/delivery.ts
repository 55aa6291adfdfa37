/** The log of deliveries: one row for each attempt, as the contract shows it. Rows are written by the events. */
import type { WebhookDelivery } from '../../../../../generated/openapi.v1.ts'
import { notFound } from '../../../errors.ts'
import { createdWithin, type TimeSpan } from '../../../resources/conditions.ts'
import type { Cursors } from '../../../resources/cursors.ts'
import { type PageRequest, readPage } from '../../../resources/paging.ts'
import { timestamp } from '../../../runtime/clock.ts'
import type { Database, ReadTransaction } from '../../../storage/database.ts'

interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  event_type: WebhookDelivery['eventType']
  status: WebhookDelivery['status']
  http_status: number | null
  response_time: number | null
  attempt_number: number
  delivered_at: number | null
  next_attempt_at: number | null
  error_code: string | null
  response_body: string | null
  created_at: number
}

interface DeliveryFilters extends TimeSpan {
  status?: WebhookDelivery['status'] | undefined
  eventType?: WebhookDelivery['eventType'] | undefined
  eventId?: string | undefined
}

/** One page of the attempts of one webhook, which the caller has found to be its organization's. */
export async function list(
  database: Pick<Database, 'all' | 'read' | 'idsNamed'>,
  cursors: Cursors,
  webhook: { organization_id: string; id: string },
  query: DeliveryFilters & PageRequest,
) {
  return readPage<DeliveryRow>(database, cursors, query, {
    identity: ['listWebhookDeliveries', webhook.organization_id, webhook.id],
    sorts: { createdAt: 'created_at' },
    from: 'deliveries',
    where: { webhook_id: webhook.id },
    and: createdWithin(query),
    filters: { event_id: query.eventId, status: query.status, event_type: query.eventType },
  })
}

/** An attempt that the same transaction has made. */
export async function show(
  tx: ReadTransaction,
  organizationId: string,
  id: string,
): Promise<WebhookDelivery> {
  const sql = 'SELECT * FROM deliveries WHERE organization_id = ? AND id = ?'
  const row = await tx.get<DeliveryRow>(sql, organizationId, id)
  if (row === undefined) throw new Error(`The attempt ${id} was not recorded.`)
  return deliveryOf(row)
}

/** @throws ApiError NOT_FOUND when the webhook, which the caller has found, has no such attempt */
export async function getOrThrow(
  tx: ReadTransaction,
  webhook: { organization_id: string; id: string },
  id: string,
): Promise<WebhookDelivery> {
  const sql = 'SELECT * FROM deliveries WHERE organization_id = ? AND webhook_id = ? AND id = ?'
  const row = await tx.get<DeliveryRow>(sql, webhook.organization_id, webhook.id, id)
  if (row === undefined) throw notFound('delivery')
  return deliveryOf(row)
}

export function deliveryOf(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    object: 'webhook_delivery',
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    httpStatus: row.http_status,
    responseTime: row.response_time,
    attemptNumber: row.attempt_number,
    deliveredAt: row.delivered_at === null ? null : timestamp(row.delivered_at),
    nextAttemptAt: row.next_attempt_at === null ? null : timestamp(row.next_attempt_at),
    errorCode: row.error_code,
    responseBody: row.response_body,
    createdAt: timestamp(row.created_at),
  }
}
