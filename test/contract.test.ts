import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../generated/operations.ts'
import { formatCoverage } from '../src/contract/index.ts'
import { excused } from './contract/excused.ts'
import { provoke } from './contract/provoke.ts'
import { special } from './contract/special/index.ts'
import { createWorld, type World } from './contract/world.ts'
import { createReceiver } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'
import { documentedOperations } from './harness/wire.ts'

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  const server = await startServer({
    webhookCa: receiver.ca,
    plans: { free: { perMinute: 1, burst: 1, perDay: 1_000 } },
  })
  world = await createWorld(server, receiver)
})
afterAll(async () => {
  await world?.server.close()
  await world?.receiver.close()
})

const pairs = documentedOperations.flatMap(({ operationId, responses }) =>
  [...responses.keys()].map((status): [OperationId, number] => [operationId as OperationId, Number(status)]),
)

describe('over HTTPS', () => {
  test.each(pairs)('%s answers %i as documented', async (id, status) => {
    const own = special[`${id} ${status}`]
    const response = own ? await own(world) : await provoke(world, id, status)
    if (response === undefined)
      throw new Error(`Nothing brings about ${status} on ${id}: add it to test/contract/special/`)
    expect(response.status, response.body.toString()).toBe(status)
  })
})

test('every documented operation and status was seen on the wire', () => {
  const report = world.server.wire.coverage.report(excused)
  console.log(`${formatCoverage(report)}\nExcuses: ${excused.length}`)
  expect(Object.keys(operations).sort()).toEqual(
    documentedOperations.map(({ operationId }) => operationId).sort(),
  )
  expect(excused.filter(({ status }) => status !== '500' && status !== '503')).toEqual([])
  expect(report.idleExcuses).toEqual([])
  expect(report.missing).toEqual([])
  expect(report.percent).toBe(100)
})
