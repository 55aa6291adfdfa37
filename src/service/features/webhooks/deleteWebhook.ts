import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as webhookStore from './model/webhook.ts'
import { webhookOf } from './model/webhook.ts'

/** DELETE /webhooks/{webhookId}: deletes a webhook with its secret; attempts that are due are given up. */
export const deleteWebhook: Handler<'deleteWebhook'> = ({ params, caller, ifMatch, transact }) =>
  transact(async (tx) => {
    const current = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    requireMatch(ifMatch, webhookOf(current))
    await webhookStore.remove(tx, current)
    return { status: 204, body: undefined }
  })
