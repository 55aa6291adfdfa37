/** The fixture of the prompt and folder tests: a server, a typed client, and the events that arrive. */

import type { WebhookEvent } from '../../../../generated/asyncapi.ts'
import type {
  CreatePromptRequest,
  ExecutePromptRequest,
  Execution,
  Folder,
  Prompt,
} from '../../../../generated/openapi.v1.ts'
import type { TypedClient } from '../../../harness/client.ts'
import { createReceiver } from '../../../harness/receiver.ts'
import { demand } from '../../../harness/responses.ts'
import { startServer, type TestServer, type TestServerOptions } from '../../../harness/server.ts'

export interface Fixture {
  server: TestServer
  /** Organization A's client, with every scope. */
  api: TypedClient
  /** Organization B's. */
  other: TypedClient
  prompt(body?: Partial<CreatePromptRequest>): Promise<Prompt>
  folder(name: string, parentId?: string): Promise<Folder>
  execution(promptId: string, body?: ExecutePromptRequest): Promise<Execution>
  /** The events that were raised since the last call, in their order. */
  events(): Promise<WebhookEvent[]>
  close(): Promise<void>
}

export async function openFixture(options: TestServerOptions = {}): Promise<Fixture> {
  const receiver = await createReceiver()
  const server = await startServer({ webhookCa: receiver.ca, ...options })
  const api = server.client()
  const events = [
    'prompt.created',
    'prompt.updated',
    'prompt.deleted',
    'prompt.version.created',
    'prompt.executed',
  ]
  await demand(
    api.POST('/webhooks', { body: { url: receiver.url(), events: events as WebhookEvent['type'][] } }),
  )
  let made = 0
  return {
    server,
    api,
    other: server.client(server.b.key),
    prompt: (body) =>
      demand(
        api.POST('/prompts', { body: { name: `Prompt ${++made}`, content: 'Hello {{name}}', ...body } }),
      ),
    folder: (name, parentId) =>
      demand(api.POST('/folders', { body: { name, ...(parentId !== undefined && { parentId }) } })),
    execution: (promptId, body = { variables: { name: 'Ada' } }) =>
      demand(api.POST('/prompts/{promptId}/execute', { params: { path: { promptId } }, body })),
    async events() {
      await server.services.jobs.idle()
      const arrived = receiver.requests.splice(0).map(({ body }): WebhookEvent => JSON.parse(body.toString()))
      return arrived.sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    async close() {
      await server.close()
      await receiver.close()
    },
  }
}
