import { respondWith } from '../../harness/receiver.ts'
import type { SpecialProvokers } from '../provoke.ts'
import type { World } from '../world.ts'

/** A webhook that the service disabled, because its endpoint responded that it is gone. */
async function disabledWebhook(world: World): Promise<string> {
  const { receiver, server } = world
  const { id, url } = await world.webhook()
  receiver.at(new URL(url).pathname, respondWith(410))
  await world.call(202, 'POST', `/webhooks/${id}/test`, { eventType: 'prompt.created' })
  await server.services.jobs.idle()
  return id
}

export const webhookProvokers: SpecialProvokers = {
  'updateWebhook 409': async (world) =>
    world.send('PATCH', `/webhooks/${await disabledWebhook(world)}`, { status: 'paused' }),
  'updateWebhooks 409': async (world) =>
    world.send('PATCH', '/webhooks', { webhooks: [{ id: await disabledWebhook(world), status: 'paused' }] }),
  'updateWebhooks 412': async ({ webhook, send }) =>
    send('PATCH', '/webhooks', {
      webhooks: [{ id: (await webhook()).id, description: 'New', etag: '"another"' }],
    }),
}
