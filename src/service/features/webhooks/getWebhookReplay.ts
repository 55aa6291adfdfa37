import type { Handler } from '../../server/handler.ts'
import * as replayStore from './model/replay.ts'
import * as webhookStore from './model/webhook.ts'

/** GET /webhooks/{webhookId}/replays/{replayId}: how far a replay of missed events is. */
export const getWebhookReplay: Handler<'getWebhookReplay'> = ({ params, caller, database }) =>
  database.read(async (tx) => {
    const webhook = await webhookStore.getOrThrow(tx, caller.organizationId, params.webhookId)
    return { status: 200, body: await replayStore.getOrThrow(tx, webhook, params.replayId) }
  })
