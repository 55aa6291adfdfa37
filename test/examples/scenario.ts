import type { World } from '../contract/world.ts'
import type { WireResponse } from '../harness/wire.ts'

/** Brings one documented error about, and returns its response. */
export type Scenario = (world: World) => Promise<Pick<WireResponse, 'body'>>

/** By the file of the response below `openapi/v1/`, without `.yaml`, and by the name of the example. */
export type Scenarios = Readonly<Record<string, Readonly<Record<string, Scenario>>>>

/** A request that needs nothing before it. */
export const rejected =
  (method: string, path: string, body?: unknown): Scenario =>
  (world) =>
    world.send(method, path, body)

/** A well-formed identifier that nothing has. */
export const unknown = (kind: string): string => `${kind}_01${'a'.repeat(24)}`

/** Sends a second request with the idempotency key of another. */
export const keyReused =
  (path: string | ((world: World) => Promise<string>), first: unknown, second: unknown): Scenario =>
  async (world) => {
    const target = typeof path === 'string' ? path : await path(world)
    const headers = { 'Idempotency-Key': world.unique('key') }
    const send = (body: unknown) =>
      world.server.wire.send({ method: 'POST', path: target, key: world.keys.all, headers, body })
    await send(first)
    return send(second)
  }
