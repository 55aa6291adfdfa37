import type { Handler } from '../../server/handler.ts'
import * as webhookStore from './model/webhook.ts'
import { webhookOf } from './model/webhook.ts'

/** GET /webhooks: lists the webhooks of the organization, without their secrets. */
export const listWebhooks: Handler<'listWebhooks'> = async ({ query, caller, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await webhookStore.list(
    database,
    cursors,
    caller.organizationId,
    query,
  )
  return { status: 200, body: { webhooks: rows.map(webhookOf), hasMore, nextCursor } }
}
