/** The fixture of the evaluation tests: a server, typed clients, makers, and the events that arrive. */
import type { WebhookEvent } from '../../../../generated/asyncapi.ts'
import type {
  CreateEvaluationRequest,
  Dataset,
  Evaluation,
  EvaluationResult,
  NewDatasetItem,
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
  prompt(content?: string): Promise<Prompt>
  dataset(items: NewDatasetItem[]): Promise<Dataset>
  /** Starts a run of a new prompt over a new dataset, or over the given ones. */
  start(items: NewDatasetItem[], body?: Partial<CreateEvaluationRequest>): Promise<Evaluation>
  /** Starts a run and waits until it has ended. */
  run(items: NewDatasetItem[], body?: Partial<CreateEvaluationRequest>): Promise<Evaluation>
  read(evaluationId: string): Promise<Evaluation>
  /** All results, in the order of the cases. */
  results(evaluationId: string): Promise<EvaluationResult[]>
  /** The events of evaluations that were raised since the last call, in their order. */
  events(): Promise<WebhookEvent[]>
  close(): Promise<void>
}

const EVENTS = [
  'evaluation.started',
  'evaluation.test.completed',
  'evaluation.completed',
  'evaluation.failed',
] as const

export const greeting = (name: string, more: Partial<NewDatasetItem> = {}): NewDatasetItem => ({
  variables: { name },
  ...more,
})

export async function openFixture(options: TestServerOptions = {}): Promise<Fixture> {
  const receiver = await createReceiver()
  const server = await startServer({ webhookCa: receiver.ca, ...options })
  const api = server.client()
  await demand(api.POST('/webhooks', { body: { url: receiver.url(), events: [...EVENTS] } }))
  let made = 0
  const fixture: Fixture = {
    server,
    api,
    other: server.client(server.b.key),
    prompt: (content = 'Hello {{name}}') =>
      demand(api.POST('/prompts', { body: { name: `Prompt ${++made}`, content, model: 'mock/echo' } })),
    dataset: (items) => demand(api.POST('/datasets', { body: { name: `Dataset ${++made}`, items } })),
    async start(items, body) {
      const promptId = body?.promptId ?? (await fixture.prompt()).id
      const datasetId = body?.datasetId ?? (await fixture.dataset(items)).id
      const scorers = [{ type: 'startsWith' as const, options: { value: 'Hello' } }]
      return demand(api.POST('/evaluations', { body: { scorers, ...body, promptId, datasetId } }))
    },
    async run(items, body) {
      const { id } = await fixture.start(items, body)
      await server.services.jobs.idle()
      return fixture.read(id)
    },
    read: (evaluationId) =>
      demand(api.GET('/evaluations/{evaluationId}', { params: { path: { evaluationId } } })),
    async results(evaluationId) {
      const all: EvaluationResult[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
        const params = { path: { evaluationId }, query }
        const page = await demand(api.GET('/evaluations/{evaluationId}/results', { params }))
        all.push(...page.results)
        cursor = page.nextCursor
      }
      return all
    },
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
  return fixture
}
