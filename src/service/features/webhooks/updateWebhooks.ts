import type { Webhook } from '../../../../generated/openapi.v1.ts'
import { requireMatch } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as webhookStore from './model/webhook.ts'
import { changeWebhook, webhookOf } from './model/webhook.ts'

/** PATCH /webhooks: changes several webhooks, all or none. */
export const updateWebhooks: Handler<'updateWebhooks'> = (context) =>
  context.transact(async (tx) => {
    const { body, caller } = context
    const ids = body.webhooks.map(({ id }) => id)
    const rows = await webhookStore.getAllOrThrow(tx, caller.organizationId, ids, (i) => `webhooks[${i}].id`)
    const webhooks: Webhook[] = []
    for (const [i, { id: _, etag, ...changes }] of body.webhooks.entries()) {
      const current = rows[i] as (typeof rows)[number]
      const at = (member: string) => `webhooks[${i}].${member}`
      requireMatch(etag, webhookOf(current), at('etag'))
      webhooks.push(webhookOf(await changeWebhook(tx, context, current, changes, at)))
    }
    return { status: 200, body: { webhooks } }
  })
