/** The fixture of the webhook tests: a server, a receiver that it trusts, and typed clients. */
import type {
  CreatedWebhook,
  CreateWebhookRequest,
  WebhookDelivery,
} from '../../../../generated/openapi.v1.ts'
import type { Scope } from '../../../../src/service/features/organization/model/member.ts'
import type { TypedClient } from '../../../harness/client.ts'
import { createReceiver, type Receiver } from '../../../harness/receiver.ts'
import { demand } from '../../../harness/responses.ts'
import { startServer, type TestServer, type TestServerOptions } from '../../../harness/server.ts'

export interface Fixture {
  server: TestServer
  receiver: Receiver
  /** Organization A's client, with every scope. */
  api: TypedClient
  /** Organization B's. */
  other: TypedClient
  /** A client of organization A with only these scopes. */
  as(...scopes: Scope[]): Promise<TypedClient>
  webhook(body?: Partial<CreateWebhookRequest>): Promise<CreatedWebhook>
  /** Creates a prompt, which raises `prompt.created`, and waits for the deliveries that are due. */
  happen(): Promise<void>
  /** The attempts of a webhook, oldest first. */
  log(webhookId: string): Promise<WebhookDelivery[]>
  close(): Promise<void>
}

/** @param options of the server, such as other renderers of events */
export async function openFixture(options: TestServerOptions = {}): Promise<Fixture> {
  const receiver = await createReceiver()
  const server = await startServer({ ...options, webhookCa: receiver.ca })
  const api = server.client()
  let made = 0
  return {
    server,
    receiver,
    api,
    other: server.client(server.b.key),
    as: async (...scopes) => server.client(await server.keyWith(server.a, scopes)),
    webhook: (body) =>
      demand(api.POST('/webhooks', { body: { url: receiver.url(), events: ['prompt.created'], ...body } })),
    async happen() {
      await demand(api.POST('/prompts', { body: { name: `Prompt ${++made}`, content: 'Hello' } }))
      await server.services.jobs.idle()
    },
    async log(webhookId) {
      const params = { path: { webhookId }, query: { order: 'asc', limit: 100 } } as const
      return (await demand(api.GET('/webhooks/{webhookId}/deliveries', { params }))).deliveries
    },
    async close() {
      await server.close()
      await receiver.close()
    },
  }
}

/** An identifier without a webhook. */
export const UNKNOWN = 'webhook_01m6dqs9m0eefvn41pzzmcq6vf'
