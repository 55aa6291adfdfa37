import type { SpecialProvokers } from '../provoke.ts'
import { callOf } from '../recipes/index.ts'
import type { World } from '../world.ts'

/** Runs a prompt on a model that fails by its name. */
const executeOn = (model: string) => async (world: World) => {
  const call = await callOf(world, 'executePrompt')
  return world.server.wire.send({ key: world.keys.all, ...call, body: { variables: { name: 'Ada' }, model } })
}

export const promptProvokers: SpecialProvokers = {
  'updatePrompts 412': async ({ prompt, send }) =>
    send('PATCH', '/prompts', { prompts: [{ id: (await prompt()).id, name: 'New', etag: '"another"' }] }),
  'executePrompt 502': executeOn('mock/error-500'),
  'executePrompt 504': executeOn('mock/error-timeout'),
}
