import { validationError } from '../../errors.ts'
import { parseTimestamp } from '../../runtime/clock.ts'
import type { Handler } from '../../server/handler.ts'
import * as replayStore from './model/replay.ts'
import * as webhookStore from './model/webhook.ts'

/**
 * POST /webhooks/{webhookId}/replay: sends the events of a time range that the webhook missed, in the background
 * (docs/internals/decisions.md, "resend and replay").
 */
export const replayWebhookEvents: Handler<'replayWebhookEvents'> = (context) => {
  const { params, body, caller, clock, outbox, transact } = context
  const now = clock.now()
  // No event is older than the epoch, nor from the future.
  const from = Math.max(parseTimestamp(body.from), 0)
  const to = Math.min(parseTimestamp(body.to), now)
  if (from >= now) throw validationError({ field: 'from', issue: `is ${body.from}; expected a past moment` })
  if (from >= to) {
    const issue = `is ${body.to}; expected a moment after from, which is ${body.from}`
    throw validationError({ field: 'to', issue })
  }
  return transact(async (tx) => {
    const { organizationId } = caller
    const webhook = await webhookStore.getOrThrow(tx, organizationId, params.webhookId)
    webhookStore.requireActive(webhook)
    const id = await outbox.replay(tx, { organizationId, webhookId: webhook.id, from, to })
    const replay = await replayStore.getOrThrow(tx, webhook, id)
    return { status: 202, body: replay, location: `/webhooks/${webhook.id}/replays/${id}` }
  })
}
