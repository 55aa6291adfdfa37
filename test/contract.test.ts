import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../generated/operations.ts'
import { formatFinding } from '../src/toolkit/conformance/index.ts'
import { formatCoverage } from '../src/toolkit/openapi/index.ts'
import { excused } from './contract/excused.ts'
import { exercise } from './contract/provoke.ts'
import { callOf } from './contract/recipes/index.ts'
import { special } from './contract/special/index.ts'
import { createWorld, events, type World } from './contract/world.ts'
import { createReceiver, type Received } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'
import { documentedOperations } from './harness/wire.ts'

/** The event types that operations raise, each with one that does. */
const raisedBy: [string, OperationId][] = [
  ['evaluation.started', 'createEvaluation'],
  ['evaluation.test.completed', 'createEvaluation'],
  ['evaluation.completed', 'createEvaluation'],
  ['evaluation.failed', 'cancelEvaluation'],
  ['member.invited', 'inviteMember'],
  ['member.removed', 'removeMember'],
  ['prompt.created', 'createPrompt'],
  ['prompt.deleted', 'deletePrompt'],
  ['prompt.executed', 'executePrompt'],
  ['prompt.updated', 'updatePrompt'],
  ['prompt.version.created', 'createPromptVersion'],
  ['report.completed', 'createReport'],
  ['report.created', 'createReport'],
  ['report.exported', 'createReportExport'],
]

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  const server = await startServer({
    // The strict validator in the server checks requests and responses, and ours checks the responses on the wire.
    validator: 'strict',
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
    const response = own ? await own(world) : await exercise(world, id, status)
    if (response === undefined)
      throw new Error(`Nothing brings about ${status} on ${id}: add it to test/contract/special/`)
    expect(response.status, response.body.toString()).toBe(status)
  })
})

describe('webhooks', () => {
  const assess = (delivery: Received) => {
    const secret = world.secrets.get(delivery.path)
    const now = Math.floor(world.server.clock.now() / 1000)
    const findings =
      secret === undefined
        ? ['no such webhook']
        : events.check(delivery, { secrets: [secret], now }).map(formatFinding)
    return {
      type: (JSON.parse(delivery.body.toString()) as { type: string }).type,
      path: delivery.path,
      findings,
    }
  }
  const judgements = new Map<Received, ReturnType<typeof assess>>()
  /** The deliveries at an endpoint so far, each with its violations; each is checked once. */
  const checked = async () => {
    await world.server.services.jobs.idle()
    return world.receiver.requests.map((delivery) => {
      const judgement = judgements.get(delivery) ?? assess(delivery)
      judgements.set(delivery, judgement)
      return judgement
    })
  }

  test.each(events.types)('a test event of %s arrives signed and as documented', async (type) => {
    const { id, url } = await world.webhook()
    await world.call(202, 'POST', `/webhooks/${id}/test`, { eventType: type })
    const mine = (await checked()).filter(({ path }) => path === new URL(url).pathname)
    expect(mine).toEqual([{ type, path: new URL(url).pathname, findings: [] }])
  })

  test.each(raisedBy)('%s, raised by %s, arrives signed and as documented', async (type, id) => {
    const before = (await checked()).length
    const { method, path, body } = await callOf(world, id)
    await world.send(method, path, body)
    const witness = new URL(world.witness.url).pathname
    const raised = (await checked()).slice(before).filter((delivery) => delivery.path === witness)
    expect(raised).toContainEqual({ type, path: witness, findings: [] })
    expect(raised.filter(({ findings }) => findings.length > 0)).toEqual([])
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
