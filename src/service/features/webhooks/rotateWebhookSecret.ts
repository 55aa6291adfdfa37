import { timestamp } from '../../runtime/clock.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeSubscription } from './authorizeSubscription.ts'
import * as webhookStore from './model/webhook.ts'

const DAY = 86_400_000

/**
 * POST /webhooks/{webhookId}/rotate-secret: a new signing secret, next to which the one before signs for a while
 * (docs/internals/decisions.md, "rotation of a secret"); only the response contains it.
 */
export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = (context) => {
  const { params, body, caller, clock, webhookTargets, transact } = context
  return transact(async (tx) => {
    const webhook = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    // Anyone who has the secret can write events that the receiver believes.
    authorizeSubscription(caller, JSON.parse(webhook.events))
    const now = clock.now()
    const overlap = (body.overlapDays ?? 1) * DAY
    const previousUntil = overlap > 0 ? now + overlap : null
    const { secret, sealed } = webhookTargets.newSecret(webhook.id)
    await webhookStore.replaceSecret(tx, webhook, { sealed, previousUntil, now, userId: caller.userId })
    const previousSecretExpiresAt = previousUntil === null ? null : timestamp(previousUntil)
    return {
      status: 200,
      body: { object: 'webhook_secret', webhookId: webhook.id, secret, previousSecretExpiresAt },
    }
  })
}
