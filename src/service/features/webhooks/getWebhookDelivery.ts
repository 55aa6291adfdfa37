import type { Handler } from '../../server/handler.ts'
import * as deliveryStore from './model/delivery.ts'
import * as webhookStore from './model/webhook.ts'

/** GET /webhooks/{webhookId}/deliveries/{deliveryId}: one attempt. Source: "Webhook delivery record". */
export const getWebhookDelivery: Handler<'getWebhookDelivery'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const webhook = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    return { status: 200, body: await deliveryStore.getOrThrow(tx, webhook, params.deliveryId) }
  })
