import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../generated/operations.ts'
import { createCompiledValidator } from '../src/service/server/steps/validate/compiled.ts'
import type { Validator } from '../src/service/server/steps/validate/validator.ts'
import { callOf } from './contract/recipes/index.ts'
import { createWorld, type World } from './contract/world.ts'
import { createReceiver, type Receiver } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'

/** Which query parameters the handlers looked at, by operation. */
const looked = new Map<string, Set<string>>()

/** Hands each handler a query that notes what is read from it. */
function noting(validator: Validator): Validator {
  return {
    ...validator,
    async request(operation, parts) {
      const valid = await validator.request(operation, parts)
      const names = looked.get(operation.id) ?? new Set()
      looked.set(operation.id, names)
      const note = (_: object, name: string | symbol) => void names.add(String(name))
      const query = new Proxy(valid.query, {
        get: (target, name) => {
          note(target, name)
          return Reflect.get(target, name)
        },
        has: (target, name) => {
          note(target, name)
          return Reflect.has(target, name)
        },
        getOwnPropertyDescriptor: (target, name) => {
          note(target, name)
          return Reflect.getOwnPropertyDescriptor(target, name)
        },
      })
      return { ...valid, query }
    },
  }
}

let receiver: Receiver
let world: World
beforeAll(async () => {
  receiver = await createReceiver()
  const server = await startServer({ webhookCa: receiver.ca, validator: noting(createCompiledValidator()) })
  world = await createWorld(server, receiver)
})
afterAll(async () => {
  await world?.server.close()
  await receiver?.close()
})

const withQuery = Object.values(operations)
  .map(
    ({ id, parameters }) =>
      [id, parameters.filter((one) => one.in === 'query').map(({ name }) => name)] as const,
  )
  .filter(([, names]) => names.length > 0)

test.each(withQuery)(
  '%s looks at every query parameter that the document gives it: %j',
  async (id, names) => {
    const call = await callOf(world, id)
    looked.delete(id)
    await world.server.wire.send({ key: world.keys.all, ...call })
    expect([...names].filter((name) => !looked.get(id)?.has(name))).toEqual([])
  },
)
