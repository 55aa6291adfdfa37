import { exchange, request } from '../attacks/raw.ts'
import type { World } from '../contract/world.ts'
import { startServer } from '../harness/server.ts'
import type { WireRequest } from '../harness/wire.ts'
import { clientToken, makeClient } from '../service/features/oauth/fixture.ts'
import { keyReused, rejected, type Scenarios, unknown } from './scenario.ts'

const sent = (world: World, given: Partial<WireRequest>) =>
  world.server.wire.send({ method: 'GET', path: '/prompts', key: world.keys.all, ...given })

/** Uses up a limit of a new organization on the plan. */
async function usedUp(world: World, plan: 'free' | 'pro') {
  const { key } = await world.server.organization(plan)
  for (;;) {
    const response = await sent(world, { key })
    if (response.status === 429) return response
  }
}

async function inProgress(world: World) {
  const { id } = await world.prompt({ content: 'Hello', model: 'mock/slow' })
  const call = () =>
    sent(world, {
      method: 'POST',
      path: `/prompts/${id}/execute`,
      body: { variables: {} },
      headers: { 'Idempotency-Key': 'at once' },
    })
  const both = [call(), call()]
  const second = await Promise.race(both) // the first waits for its model, and that for the clock
  await world.server.clock.advance(5_000)
  await Promise.all(both)
  return second
}

export const sharedScenarios: Scenarios = {
  'shared/responses/BadRequest': {
    unknownParameter: rejected('GET', '/prompts?colour=blue'),
    malformedHeader: (world) => {
      const headers = { 'Idempotency-Key': 'k'.repeat(256) }
      return sent(world, { method: 'POST', body: { name: 'A', content: 'a' }, headers })
    },
  },
  'shared/responses/Forbidden': {
    insufficientScope: async (world) =>
      sent(world, {
        method: 'POST',
        body: { name: 'A', content: 'a' },
        key: await world.server.keyWith(world.server.a, ['prompts:read']),
      }),
    async insecureTransport({ server }) {
      const [response] = await exchange(server, request('GET /v1/prompts'), false)
      return { body: Buffer.from(response?.body ?? '') }
    },
  },
  'shared/responses/IdempotencyConflict': {
    keyReused: keyReused('/folders', { name: 'Reused A' }, { name: 'Reused B' }),
    inProgress,
  },
  'shared/responses/InternalError': {
    internal: (world) => world.server.faults.during('defect', () => sent(world, {})),
  },
  'shared/responses/InvalidBatchDelete': {
    noIds: rejected('DELETE', '/prompts'),
    unknownId: async (world) =>
      world.send('DELETE', `/prompts?id=${(await world.prompt()).id}&id=${unknown('prompt')}`),
  },
  'shared/responses/InvalidListQuery': {
    limitTooHigh: rejected('GET', '/prompts?limit=500'),
    foreignCursor: rejected('GET', '/prompts?cursor=abc'),
  },
  'shared/responses/NotAcceptable': {
    xml: (world) => sent(world, { headers: { Accept: 'application/xml' } }),
  },
  'shared/responses/PayloadTooLarge': {
    tooLarge: (world) =>
      sent(world, {
        method: 'POST',
        body: Buffer.alloc(2 ** 20 + 1, ' '),
        headers: { 'Content-Type': 'application/json' },
      }),
  },
  'shared/responses/PreconditionFailed': {
    changed: async (world) =>
      sent(world, {
        method: 'PATCH',
        path: `/prompts/${(await world.prompt()).id}`,
        body: { name: 'New' },
        headers: { 'If-Match': '"9f2c7a104b8e"' },
      }),
  },
  'shared/responses/TooManyRequests': {
    minute: (world) => usedUp(world, 'free'),
    day: (world) => usedUp(world, 'pro'),
  },
  'shared/responses/Unauthorized': {
    missing: (world) => sent(world, { key: null }),
    async unknownKey(world) {
      const wanted = { name: world.unique('Key'), scopes: ['prompts:read'] }
      const made = await world.call<{ id: string; key: string }>(
        201,
        'POST',
        '/organization/api-keys',
        wanted,
      )
      await world.send('DELETE', `/organization/api-keys/${made.id}`)
      return sent(world, { key: made.key })
    },
    async invalidToken(world) {
      const key = await clientToken(world.server, await makeClient(world.server))
      return sent(world, { key: `${key}x` })
    },
    async expired(world) {
      const key = await clientToken(world.server, await makeClient(world.server))
      await world.server.clock.advance(15 * 60_000)
      return sent(world, { key })
    },
    async wrongEnvironment(world) {
      await using production = await startServer({ name: 'production' })
      return await sent(world, { key: production.a.key })
    },
  },
  'shared/responses/Unavailable': {
    storage: (world) => world.server.faults.during('storage', () => sent(world, {})),
  },
  'shared/responses/UnsupportedMediaType': {
    plainText: (world) =>
      sent(world, { method: 'POST', body: 'name=x', headers: { 'Content-Type': 'text/plain' } }),
  },
}
