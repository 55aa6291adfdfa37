/** Every event type of the document, raised by a real action and checked as it reaches a receiver. */
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../../generated/operations.ts'
import { openAdminSocket } from '../../../src/service/cli/admin/socket.ts'
import { admin } from '../../../src/service/cli/admin.ts'
import { dataDirectoryAt } from '../../../src/service/cli/dataDirectory.ts'
import type { EventType } from '../../../src/service/events/outbox.ts'
import { silentLog } from '../../../src/service/server/log.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { formatFinding } from '../../../src/toolkit/conformance/index.ts'
import { createWorld, events, type World } from '../../contract/world.ts'
import { createReceiver, type Received } from '../../harness/receiver.ts'
import { startServer } from '../../harness/server.ts'
import { fieldIn, Visitor } from '../features/oauth/visitor.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

interface Proof {
  /** The operations of the action. */
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
    name: world.unique('Evaluation'),
    promptId: prompt.id,
    datasetId: dataset.id,
    model,
    scorers: [{ type: 'contains', options: { value: 'Ada' } }],
  }
  return (await world.call<WithId>(202, 'POST', '/evaluations', body)).id
}

const evaluated: Proof = { needs: ['createEvaluation'], act: (world) => evaluate(world, 'mock/echo') }

/** The template of the usage of all prompts. */
async function usageTemplate(world: World): Promise<{ templateId: string }> {
  const { templates } = await world.call<{ templates: (WithId & { type: string })[] }>(
    200,
    'GET',
    '/templates',
  )
  return { templateId: templates.find(({ type }) => type === 'prompt_usage')?.id ?? '' }
}

/** @returns the id of a report that is there */
async function report(world: World): Promise<string> {
  const { id } = await world.call<WithId>(202, 'POST', '/reports', await usageTemplate(world))
  await world.server.services.jobs.idle()
  return id
}

/** Requests a report whose figures cannot be read, however often it is tried. */
async function failedReport(world: World): Promise<void> {
  const { database, jobs } = world.server.services
  const { read, write } = database
  let broken = false
  // From the change that notes the report down on.
  database.write = (work) => {
    broken = true
    return write(work)
  }
  database.read = (work) => (broken ? Promise.reject(new Error('The disk cannot be read.')) : read(work))
  const { templateId } = await usageTemplate(world)
  await world.send('POST', '/reports', { templateId })
  for (let tries = 0; tries < 5; tries++) {
    await jobs.idle()
    await world.server.clock.advance(16_000) // the longest pause before another of these tries
  }
  Object.assign(database, { read, write })
}

const reported: Proof = { needs: ['createReport', 'listTemplates'], act: report }

const invite = (world: World) =>
  world.call<WithId & { invitationUrl: string }>(201, 'POST', '/organization/members', {
    email: `${world.unique('person').replace(' ', '')}@example.com`,
    role: 'viewer',
  })

const proofs: Record<EventType, Proof> = {
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
  'report.failed': { needs: ['createReport'], act: failedReport },
  'report.exported': {
    needs: [...reported.needs, 'createReportExport'],
    act: async (world) => world.send('POST', `/reports/${await report(world)}/exports`, { format: 'pdf' }),
  },
  'member.invited': { needs: ['inviteMember'], act: invite },
  'member.joined': {
    needs: ['inviteMember'],
    // On the page behind the link.
    act: async (world) => {
      const link = new URL((await invite(world)).invitationUrl).pathname
      const person = new Visitor(world.server)
      const csrf = fieldIn(await person.get(link), 'csrf')
      const joined = await person.post(link, { csrf, name: 'Ada', password: 'correct horse battery' })
      expect(joined.status).toBe(303)
    },
  },
  'member.removed': {
    needs: ['inviteMember', 'removeMember'],
    act: async (world) => world.call(204, 'DELETE', `/organization/members/${(await invite(world)).id}`),
  },
  'subscription.updated': {
    needs: ['getSubscription'],
    // `prompt-service admin`, as the administrator of the running server types it.
    act: async ({ server: { services, a } }) => {
      const directory = temporaryDirectory()
      const maintenance = await openSqlite({ file: join(directory, 'maintained.sqlite') })
      const { socket } = dataDirectoryAt(directory)
      const close = await openAdminSocket(socket, [{ services, maintenance }], silentLog)
      onTestFinished(async () => {
        await close()
        await maintenance.close()
      })
      const words = ['plan', 'set', '--organization', a.id, '--plan', 'business']
      const where = ['--environment', 'development', '--data-dir', directory]
      expect(await admin.run([...words, ...where], { env: {}, print: () => {} })).toBe(0)
    },
  },
}

const stripe = new Stripe('sk_test_unused')
let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world?.server.close()
  await world?.receiver.close()
})

/** The deliveries to the webhook of all types, each event with its violations. */
async function received(): Promise<{ type: string; findings: string[] }[]> {
  await world.server.services.jobs.idle()
  const { secret, url } = world.witness
  const receiver = { secrets: [secret], now: Math.floor(world.server.clock.now() / 1000) }
  return world.receiver.requests
    .filter(({ path }) => path === new URL(url).pathname)
    .map((delivery) => ({
      type: (JSON.parse(delivery.body.toString()) as { type: string }).type,
      findings: [
        ...events.check(delivery, receiver).map(formatFinding),
        ...rejectedByStripe(delivery, secret),
      ],
    }))
}

/** The verdict of another verifier of the same scheme. */
function rejectedByStripe({ body, headers }: Received, secret: string): string[] {
  const signature = String(headers['x-service-signature'])
  const now = world.server.clock.now()
  try {
    stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now)
    return []
  } catch (error) {
    return [`stripe: ${error}`]
  }
}

const types = events.types as EventType[]
const missing = (type: EventType) => proofs[type].needs.find((id) => !Object.hasOwn(operations, id))
const proven = types.filter((type) => missing(type) === undefined)

describe('raised by a real action, received and judged:', () => {
  it.each(proven.map((type) => [type]))('%s', async (type) => {
    const before = (await received()).length
    await proofs[type].act(world)
    const raised = (await received()).slice(before)
    expect(raised).toContainEqual({ type, findings: [] })
    expect(raised.filter(({ findings }) => findings.length > 0)).toEqual([])
  })
})

it('every type of the document is proven', () => {
  console.log(`${proven.length} of ${types.length} event types proven`)
  expect(types.filter((type) => !proven.includes(type))).toEqual([])
  expect(proven).toHaveLength(17)
})
