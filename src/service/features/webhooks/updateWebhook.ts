import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as webhookStore from './model/webhook.ts'
import { changeWebhook, webhookOf } from './model/webhook.ts'

/** PATCH /webhooks/{webhookId}: changes the address, the subscription or the status; the secret stays. */
export const updateWebhook: Handler<'updateWebhook'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, ifMatch } = context
    const current = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    requireMatch(ifMatch, webhookOf(current))
    return { status: 200, body: webhookOf(await changeWebhook(tx, context, current, body)) }
  })
