import type { Handler } from '../../server/handler.ts'
import * as deliveryStore from './model/delivery.ts'
import * as webhookStore from './model/webhook.ts'

/**
 * GET /webhooks/{webhookId}/deliveries: the attempts of the last 30 days, one record for each.
 * Source: "List deliveries of a webhook", "Webhook delivery record".
 */
export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (context) => {
  const { params, query, caller, cursors, database } = context
  const { rows, hasMore, nextCursor } = await database.read(async (tx) => {
    const webhook = await webhookStore.demand(tx, caller.organizationId, params.webhookId)
    return deliveryStore.list(tx, cursors, webhook, query)
  })
  return { status: 200, body: { deliveries: rows.map(deliveryStore.deliveryOf), hasMore, nextCursor } }
}
