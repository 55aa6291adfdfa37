import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const onWebhook = async (world: World) => ({ params: { webhookId: (await world.webhook()).id } })

/** A delivery that has ended, of a webhook of its own. */
const onDelivery = async (world: World) => {
  const { id: webhookId } = await world.webhook()
  const body = { eventType: 'prompt.created' }
  const { id } = await world.call<{ id: string }>(202, 'POST', `/webhooks/${webhookId}/test`, body)
  await world.server.services.jobs.idle()
  return { params: { webhookId, deliveryId: id } }
}

const range = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }

/** A replay of nothing, of a webhook of its own. */
const onReplay = async (world: World) => {
  const { id: webhookId } = await world.webhook()
  const { id } = await world.call<{ id: string }>(202, 'POST', `/webhooks/${webhookId}/replay`, range)
  return { params: { webhookId, replayId: id } }
}

export const webhookRecipes = {
  listWebhooks: async () => ({}),
  createWebhook: async (world) => ({
    body: { url: world.receiver.url(), events: ['report.exported'], description: world.unique('Hook') },
  }),
  updateWebhooks: async (world) => ({
    body: { webhooks: [{ id: (await world.webhook()).id, description: world.unique('Changed') }] },
  }),
  deleteWebhooks: async (world) => ({ query: { id: [(await world.webhook()).id] } }),
  getWebhook: onWebhook,
  updateWebhook: async (world) => ({
    ...(await onWebhook(world)),
    body: { description: world.unique('Changed') },
  }),
  deleteWebhook: onWebhook,
  listWebhookDeliveries: onWebhook,
  getWebhookDelivery: onDelivery,
  resendWebhookDelivery: onDelivery,
  rotateWebhookSecret: async (world) => ({ ...(await onWebhook(world)), body: {} }),
  replayWebhookEvents: async (world) => ({
    ...(await onWebhook(world)),
    body: range,
  }),
  getWebhookReplay: onReplay,
  sendTestEvent: async (world) => ({ ...(await onWebhook(world)), body: { eventType: 'prompt.created' } }),
} satisfies Partial<Recipes>
