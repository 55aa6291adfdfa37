import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const onWebhook = async (world: World) => ({ params: { webhookId: (await world.webhook()).id } })

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
  sendTestEvent: async (world) => ({ ...(await onWebhook(world)), body: { eventType: 'prompt.created' } }),
} satisfies Partial<Recipes>
