/** Every event type of the document, raised by a real action and judged as it reaches a receiver. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../generated/operations.ts'
import { formatFinding } from '../../src/conformance/index.ts'
import type { EventType } from '../../src/events/outbox.ts'
import { createWorld, events, type World } from '../contract/world.ts'
import { createReceiver } from '../harness/receiver.ts'
import { startServer } from '../harness/server.ts'

interface Proof {
  /** The operations that the action takes; while the document lacks one, the type is open. */
  needs: readonly string[]
  act(world: World): Promise<unknown>
}

interface WithId {
  id: string
}

const onPrompt =
  (method: string, path: string, status: number, body?: object) =>
  async (world: World): Promise<unknown> => {
    const { id } = await world.prompt()
    return world.call(status, method, `/prompts/${id}${path}`, body)
  }

/** Starts a run of two cases. @returns its id */
async function evaluate(world: World, model: string): Promise<string> {
  const prompt = await world.prompt()
  const dataset = await world.dataset({
    items: [{ variables: { name: 'Ada' } }, { variables: { name: 'Bo' } }],
  })
  const body = {
    ...{ name: world.unique('Evaluation'), promptId: prompt.id, datasetId: dataset.id, model },
    scorers: [{ type: 'contains', options: { value: 'Ada' } }],
  }
  return (await world.call<WithId>(202, 'POST', '/evaluations', body)).id
}

const evaluated: Proof = { needs: ['createEvaluation'], act: (world) => evaluate(world, 'mock/echo') }

/** Asks for the usage of all prompts. @returns the report's id, once it is there */
async function report(world: World): Promise<string> {
  const { templates } = await world.call<{ templates: (WithId & { type: string })[] }>(
    200,
    'GET',
    '/templates',
  )
  const templateId = templates.find(({ type }) => type === 'prompt_usage')?.id
  const { id } = await world.call<WithId>(202, 'POST', '/reports', { templateId })
  await world.server.services.jobs.idle()
  return id
}

const reported: Proof = { needs: ['createReport', 'listTemplates'], act: report }

const invite = (world: World) =>
  world.call<WithId>(201, 'POST', '/organization/members', {
    email: `${world.unique('person').replace(' ', '')}@example.com`,
    role: 'viewer',
  })

/** Types whose action is not there yet, each with what it waits for. */
const open: Partial<Record<EventType, string>> = {
  'member.joined': 'the page behind an invitation',
  'subscription.updated': 'the operator’s change of plan',
  'report.failed': 'a report whose sources vanish',
}

const proofs: Partial<Record<EventType, Proof>> = {
  'prompt.created': { needs: ['createPrompt'], act: (world) => world.prompt() },
  'prompt.updated': {
    needs: ['updatePrompt'],
    act: onPrompt('PATCH', '', 200, { content: 'Good day, {{name}}.' }),
  },
  'prompt.deleted': { needs: ['deletePrompt'], act: onPrompt('DELETE', '', 204) },
  'prompt.version.created': {
    needs: ['createPromptVersion'],
    act: onPrompt('POST', '/versions', 201, { fromVersion: 1 }),
  },
  'prompt.executed': {
    needs: ['executePrompt'],
    act: onPrompt('POST', '/execute', 200, { variables: { name: 'Ada' } }),
  },
  'evaluation.started': evaluated,
  'evaluation.test.completed': evaluated,
  'evaluation.completed': evaluated,
  'evaluation.failed': {
    needs: ['createEvaluation', 'cancelEvaluation'],
    act: async (world) => {
      const id = await evaluate(world, 'mock/slow')
      await world.call(200, 'POST', `/evaluations/${id}/cancel`)
      await world.server.clock.advance(60_000) // what the model is still at comes to its end
    },
  },
  'report.created': reported,
  'report.completed': reported,
  'report.exported': {
    needs: [...reported.needs, 'createReportExport'],
    act: async (world) => world.send('POST', `/reports/${await report(world)}/exports`, { format: 'pdf' }),
  },
  'member.invited': { needs: ['inviteMember'], act: invite },
  'member.removed': {
    needs: ['inviteMember', 'removeMember'],
    act: async (world) => world.call(204, 'DELETE', `/organization/members/${(await invite(world)).id}`),
  },
}

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world?.server.close()
  await world?.receiver.close()
})

/** What reached the webhook of all types, each event with what is wrong with it. */
async function received(): Promise<{ type: string; findings: string[] }[]> {
  await world.server.services.jobs.idle()
  const { secret, url } = world.witness
  const receiver = { secrets: [secret], now: Math.floor(world.server.clock.now() / 1000) }
  return world.receiver.requests
    .filter(({ path }) => path === new URL(url).pathname)
    .map((delivery) => ({
      type: (JSON.parse(delivery.body.toString()) as { type: string }).type,
      findings: events.check(delivery, receiver).map(formatFinding),
    }))
}

const types = events.types as EventType[]
const missing = (type: EventType) => proofs[type]?.needs.find((id) => !Object.hasOwn(operations, id))
const proven = types.filter((type) => proofs[type] !== undefined && missing(type) === undefined)

describe('raised by a real action, received and judged:', () => {
  it.each(proven.map((type) => [type]))('%s', async (type) => {
    const before = (await received()).length
    await proofs[type]?.act(world)
    const raised = (await received()).slice(before)
    expect(raised).toContainEqual({ type, findings: [] })
    expect(raised.filter(({ findings }) => findings.length > 0)).toEqual([])
  })
})

it('every type of the document is proven, or known to be open', () => {
  const waiting = types
    .filter((type) => !proven.includes(type))
    .map((type) => [type, open[type] ?? missing(type)] as const)
  console.log(
    `${proven.length} of ${types.length} event types proven${waiting.map(([type, what]) => `\n  ${type} waits for ${what}`).join('')}`,
  )
  expect(types).toHaveLength(17)
  expect(waiting.filter(([, what]) => what === undefined)).toEqual([])
  expect(Object.keys(open).filter((type) => proven.includes(type as EventType))).toEqual([])
})
