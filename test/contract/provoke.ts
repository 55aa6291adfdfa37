/** How each documented status of each operation is brought about. */
import { isDeepStrictEqual } from 'node:util'
import { allScopes } from '../../src/service/features/organization/model/member.ts'
import type { OperationId } from '../../src/service/server/handler.ts'
import type { WireResponse } from '../harness/wire.ts'
import { callOf } from './recipes/index.ts'
import { requestFor } from './rejections.ts'
import type { World } from './world.ts'

/** Brings one status about and returns the response that should have it. */
export type Provoker = (world: World) => Promise<WireResponse>

/** By `operationId status`: what the general way does not bring about. */
export type SpecialProvokers = Readonly<Record<string, Provoker>>

/** The general way for a status of an operation; undefined where there is none. */
export async function exercise(
  world: World,
  id: OperationId,
  status: number,
): Promise<WireResponse | undefined> {
  const { keys } = world
  const { wire, faults } = world.server
  const call = await callOf(world, id)
  const request = requestFor(status, call, id, keys)
  if (request !== undefined) return wire.send(request)
  // With a key that the server has not looked up yet: what needs no table fails with its credential.
  const send = (key: string) => wire.send({ key, ...call })
  switch (status) {
    case 409: {
      // The same idempotency key for two requests that differ.
      const headers = { ...call.headers, 'Idempotency-Key': world.unique('key') }
      const first = await callOf(world, id)
      if (isDeepStrictEqual(first, call))
        throw new Error(
          `The recipe of ${id} makes the same request twice; 409 takes two that differ, such as by world.unique(…).`,
        )
      await wire.send({ key: keys.all, ...first, headers })
      return wire.send({ key: keys.all, ...call, headers })
    }
    case 500:
    case 503: {
      const key = await world.server.keyWith(world.server.a, allScopes)
      return faults.during(status === 500 ? 'defect' : 'storage', () => send(key))
    }
    default:
      return undefined
  }
}
