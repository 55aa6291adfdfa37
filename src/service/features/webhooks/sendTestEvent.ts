import type { Handler } from '../../server/handler.ts'
import * as deliveryStore from './model/delivery.ts'
import * as webhookStore from './model/webhook.ts'

/**
 * POST /webhooks/{webhookId}/test: sends a sample of an event type, subscribed to or not, and responds with the
 * delivery that is on its way. Source: "Send a test event".
 */
export const sendTestEvent: Handler<'sendTestEvent'> = ({ params, body, caller, outbox, transact }) =>
  transact(async (tx) => {
    const webhook = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    webhookStore.requireActive(webhook)
    const target = { id: webhook.id, apiVersion: webhook.api_version }
    const delivery = await outbox.appendSample(tx, caller, target, body.eventType)
    const location = `/webhooks/${params.webhookId}/deliveries/${delivery}`
    return { status: 202, body: await deliveryStore.show(tx, caller.organizationId, delivery), location }
  })
