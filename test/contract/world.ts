/** The world of the scenarios: a server, and makers of the resources that they need. */
import type { components } from '../../generated/openapi.v1.ts'
import { createWebhookChecker, loadDocument } from '../../src/toolkit/conformance/index.ts'
import type { Receiver } from '../harness/receiver.ts'
import type { TestServer } from '../harness/server.ts'
import type { WireResponse } from '../harness/wire.ts'
import { type Keys, makeKeys } from './keys.ts'

/** Checks deliveries against the document of the events. */
export const events = createWebhookChecker(loadDocument('generated/asyncapi.json'), { closed: true })

type Schemas = components['schemas']

export interface World {
  server: TestServer
  receiver: Receiver
  keys: Keys
  /** A webhook of every event type, there from the start. */
  witness: Schemas['CreatedWebhook']
  /** The signing secret of each webhook, by the path that it is delivered to. */
  secrets: ReadonlyMap<string, string>
  /** Sends with organization A's key of all scopes. */
  send(method: string, path: string, body?: unknown): Promise<WireResponse>
  /** Sends so too, demands the status, and returns the body. */
  call<T>(status: number, method: string, path: string, body?: unknown): Promise<T>
  /** A name that nothing else has. */
  unique(what: string): string
  prompt(body?: Partial<Schemas['CreatePromptRequest']>): Promise<Schemas['Prompt']>
  folder(parentId?: string): Promise<Schemas['Folder']>
  dataset(body?: Partial<Schemas['CreateDatasetRequest']>): Promise<Schemas['Dataset']>
  webhook(body?: Partial<Schemas['CreateWebhookRequest']>): Promise<Schemas['CreatedWebhook']>
  execution(promptId: string): Promise<Schemas['Execution']>
  /** A completed report. */
  report(body?: Partial<Schemas['CreateReportRequest']>): Promise<Schemas['Report']>
}

/** @param server whose free plan allows one request a minute, for rejections by limit */
export async function createWorld(server: TestServer, receiver: Receiver): Promise<World> {
  let made = 0
  const webhooks: string[] = []
  const secrets = new Map<string, string>()
  const unique = (what: string) => `${what} ${++made}`
  const world: Omit<World, 'witness'> = {
    server,
    receiver,
    secrets,
    keys: await makeKeys(server),
    unique,
    send: (method, path, body) => server.wire.send({ method, path, key: server.a.key, body }),
    async call<T>(status: number, method: string, path: string, body?: unknown) {
      const response = await world.send(method, path, body)
      requireStatus(response, status)
      return (response.body.length > 0 ? response.json() : undefined) as T
    },
    prompt: (body) =>
      world.call(201, 'POST', '/prompts', {
        name: unique('Prompt'),
        content: 'Say hello to {{name}}.',
        model: 'mock/echo',
        ...body,
      }),
    folder: (parentId) =>
      world.call(201, 'POST', '/folders', { name: unique('Folder'), ...(parentId && { parentId }) }),
    dataset: (body) =>
      world.call(201, 'POST', '/datasets', {
        name: unique('Dataset'),
        items: [{ variables: { name: 'Ada' }, expectedOutput: 'Hello Ada' }],
        ...body,
      }),
    async webhook(body) {
      // Of a type that nothing here raises, lest every change be delivered to every webhook.
      const created = await subscribe({ events: ['report.exported'], ...body })
      // An organization may have a hundred: the oldest make room, whatever became of them.
      if (webhooks.push(created.id) > 50) await world.send('DELETE', `/webhooks/${webhooks.shift()}`)
      return created
    },
    execution: (promptId) =>
      world.call(200, 'POST', `/prompts/${promptId}/execute`, { variables: { name: 'Ada' } }),
    async report(body) {
      const templateId = 'template_01m3v7me00ek2v3mwbsax9r214'
      const { id } = await world.call<Schemas['Report']>(202, 'POST', '/reports', { templateId, ...body })
      await server.services.jobs.idle()
      return world.call(200, 'GET', `/reports/${id}`)
    },
  }
  const subscribe = async (body: Partial<Schemas['CreateWebhookRequest']>) => {
    const wanted = { url: receiver.url(`/hooks/${++made}`), description: unique('Hook'), ...body }
    const created = await world.call<Schemas['CreatedWebhook']>(201, 'POST', '/webhooks', wanted)
    secrets.set(new URL(created.url).pathname, created.secret)
    return created
  }
  return { ...world, witness: await subscribe({ events: events.types as Schemas['EventType'][] }) }
}

/** @throws Error with the whole response when it has another status */
export function requireStatus(response: WireResponse, status: number): void {
  if (response.status === status) return
  throw new Error(
    `${response.method} ${response.url}: received ${response.status}, expected ${status}\n${response.body.toString().slice(0, 1000)}`,
  )
}
