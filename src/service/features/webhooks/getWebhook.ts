import type { Handler } from '../../server/handler.ts'
import * as webhookStore from './model/webhook.ts'
import { webhookOf } from './model/webhook.ts'

/** GET /webhooks/{webhookId}: one webhook, without its secret. */
export const getWebhook: Handler<'getWebhook'> = async ({ params, caller, database }) => {
  const row = await webhookStore.getOrThrow(database, caller.organizationId, params.webhookId)
  return { status: 200, body: webhookOf(row) }
}
