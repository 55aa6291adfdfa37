import type { Handler } from '../../server/handler.ts'
import * as webhookStore from './model/webhook.ts'

/** DELETE /webhooks?id=…&id=…: deletes several webhooks, all or none. */
export const deleteWebhooks: Handler<'deleteWebhooks'> = ({ query, caller, transact }) =>
  transact(async (tx) => {
    const rows = await webhookStore.getAllOrThrow(
      tx,
      caller.organizationId,
      query.id,
      (i) => `query.id[${i}]`,
    )
    for (const row of rows) await webhookStore.remove(tx, row)
    return { status: 204, body: undefined }
  })
