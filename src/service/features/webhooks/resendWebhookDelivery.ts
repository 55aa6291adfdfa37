import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import * as deliveryStore from './model/delivery.ts'
import * as webhookStore from './model/webhook.ts'

/**
 * POST /webhooks/{webhookId}/deliveries/{deliveryId}/resend: another delivery of the same bytes, whatever came of
 * the first (docs/internals/decisions.md, "resend and replay").
 */
export const resendWebhookDelivery: Handler<'resendWebhookDelivery'> = (context) =>
  context.transact(async (tx) => {
    const { params, caller, outbox } = context
    const webhook = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    const { id, status } = await deliveryStore.getOrThrow(tx, webhook, params.deliveryId)
    webhookStore.requireActive(webhook)
    if (status === 'pending')
      throw new ApiError('INVALID_STATE', 'The delivery is pending; expected one that has ended.')
    const { organizationId } = caller
    const delivery = await outbox.resend(tx, { organizationId, deliveryId: id })
    const location = `/webhooks/${webhook.id}/deliveries/${delivery}`
    return { status: 202, body: await deliveryStore.show(tx, organizationId, delivery), location }
  })
