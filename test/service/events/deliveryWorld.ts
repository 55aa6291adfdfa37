/** Everything between an event and its receiver, on a real database, with time in the test's hand. */
import { onTestFinished } from 'vitest'
import type { WebhookEvent } from '../../../generated/asyncapi.ts'
import type { Webhook, WebhookDelivery } from '../../../generated/openapi.v1.ts'
import { type ApiVersions, apiVersions } from '../../../src/service/events/apiVersions.ts'
import { createOutbox } from '../../../src/service/events/createOutbox.ts'
import { createDeliveries } from '../../../src/service/events/delivery/deliveries.ts'
import type { EventType } from '../../../src/service/events/outbox.ts'
import { sampleData } from '../../../src/service/events/samples.ts'
import * as deliveryStore from '../../../src/service/features/webhooks/model/delivery.ts'
import * as webhookStore from '../../../src/service/features/webhooks/model/webhook.ts'
import { filtersJson, type WebhookRow } from '../../../src/service/features/webhooks/model/webhook.ts'
import { createJobs } from '../../../src/service/jobs/createJobs.ts'
import { createCursors } from '../../../src/service/resources/cursors.ts'
import { createIdentifiers } from '../../../src/service/runtime/identifiers.ts'
import { openKeyring } from '../../../src/service/secrets/openKeyring.ts'
import { ManualClock } from '../../harness/clock.ts'
import { seededRandom } from '../../harness/random.ts'
import type { Receiver } from '../../harness/receiver.ts'
import { temporaryServiceDatabase } from '../storage/temporaryDatabase.ts'

export const ORGANIZATION = 'org_01m3v7jkd0fbwa6x8bc1wf9daa'
const SOURCE = {
  organizationId: ORGANIZATION,
  workspaceId: 'ws_01m3v7jkd0e3g9dqs9vh1m40qw',
  triggeredBy: 'api',
} as const

export interface WorldOptions {
  ca?: string
  allow?: string[]
  retryTimeScale?: number
  versions?: ApiVersions
  validateEvent?: (event: WebhookEvent) => void
}

export type DeliveryWorld = Awaited<ReturnType<typeof createDeliveryWorld>>

/** The worker is not started: `world.deliveries.start()` does it. */
export async function createDeliveryWorld(options: WorldOptions = {}) {
  const clock = new ManualClock()
  const errors: string[] = []
  const database = await temporaryServiceDatabase()
  const random = seededRandom()
  const ids = createIdentifiers(clock, random)
  const keyring = openKeyring({ key: Buffer.alloc(32, 7) })
  const jobs = createJobs({ database, clock, ids })
  const { versions = apiVersions, validateEvent } = options
  const outbox = createOutbox({ ids, clock, jobs, versions, ...(validateEvent && { validateEvent }) })
  const deliveries = createDeliveries({
    database,
    jobs,
    keyring,
    clock,
    random,
    ids,
    report: (error) => void errors.push(String(error)),
    webhookAllow: options.allow ?? ['127.0.0.0/8'],
    ...(options.ca !== undefined && { webhookCa: options.ca }),
    ...(options.retryTimeScale !== undefined && { retryTimeScale: options.retryTimeScale }),
  })
  onTestFinished(async () => {
    const stopped = jobs.stop()
    await clock.advance(60_000) // ends what hangs
    await stopped
    await deliveries.stop()
  })

  const append = <T extends EventType>(
    type: T,
    subject: { promptId?: string; folderId?: string | null } = {},
  ) => database.write((tx) => outbox.append(tx, SOURCE, { type, data: sampleData(type), ...subject }))

  return {
    clock,
    database,
    keyring,
    jobs,
    outbox,
    deliveries,
    append,
    /** The reported errors. */
    errors,

    /** Writes a webhook for `prompt.created`, or as `more` overrides. @returns its id and secret */
    async addWebhook(
      url: string,
      more: Partial<WebhookRow> & { on?: EventType[]; only?: Partial<Webhook['filters']> } = {},
    ) {
      const { on = ['prompt.created'], only, ...columns } = more
      const id = ids.create('webhook')
      const { secret, sealed } = deliveries.targets.newSecret(id)
      const now = clock.now()
      const row: WebhookRow = {
        id,
        organization_id: ORGANIZATION,
        url,
        events: JSON.stringify(on),
        description: null,
        status: 'active',
        disabled_reason: null,
        api_version: '2026-11-01',
        filters: filtersJson(only),
        secret: sealed,
        failing_since: null,
        created_at: now,
        created_by: 'user_a',
        updated_at: now,
        updated_by: 'user_a',
        ...columns,
      }
      await database.write((tx) => webhookStore.insert(tx, row))
      return { id, secret }
    },

    webhook: (id: string) => database.read((tx) => webhookStore.getOrThrow(tx, ORGANIZATION, id)),

    /** The attempts of a webhook, oldest first. */
    async log(id: string): Promise<WebhookDelivery[]> {
      const cursors = createCursors(Buffer.alloc(32))
      const webhook = { organization_id: ORGANIZATION, id }
      const { rows } = await deliveryStore.list(database, cursors, webhook, { order: 'asc', limit: 100 })
      return rows.map(deliveryStore.deliveryOf)
    },
  }
}

/** A world that trusts a receiver and has its worker running. */
export async function startDeliveries(
  receiver: Receiver,
  options: WorldOptions = {},
): Promise<DeliveryWorld> {
  const world = await createDeliveryWorld({ ca: receiver.ca, ...options })
  world.deliveries.start()
  return world
}
