import type { Handler } from '../../server/handler.ts'
import * as deliveryStore from './model/delivery.ts'
import * as webhookStore from './model/webhook.ts'

/**
 * GET /webhooks/{webhookId}/deliveries: the attempts of the last 30 days, one record for each.
 * Source: "List deliveries of a webhook", "Webhook delivery record".
 */
export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  const webhook = await database.read((tx) =>
    webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId),
  )
  const { rows, hasMore, nextCursor } = await deliveryStore.list(database, cursors, webhook, query)
  return { status: 200, body: { deliveries: rows.map(deliveryStore.deliveryOf), hasMore, nextCursor } }
}
