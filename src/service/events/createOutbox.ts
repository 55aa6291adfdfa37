import type { WebhookEvent } from '../../../generated/asyncapi.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type Clock, timestamp } from '../runtime/clock.ts'
import type { Identifiers } from '../runtime/identifiers.ts'
import type { WriteTransaction } from '../storage/database.ts'
import { type ApiVersions, apiVersions } from './apiVersions.ts'
import { enqueueAttempts, reasonToSkip } from './delivery/attempts.ts'
import { resend, startReplay } from './delivery/redelivery.ts'
import type { EventData, EventSource, EventType, Outbox } from './outbox.ts'
import { sampleData } from './samples.ts'
import { type Subscriber, subscribersOf } from './subscriptions.ts'

interface OutboxParts {
  ids: Identifiers
  clock: Clock
  jobs: Jobs
  /** The renderers; the service's own unless a test gives another. */
  versions?: ApiVersions
  /** Receives every event before it is recorded; an error that it throws fails the change. For development and tests. */
  validateEvent?: (event: WebhookEvent) => void
}

const EVENTS = {
  table: 'events',
  columns: ['id', 'organization_id', 'type', 'created_at'],
} as const

/** The outbox on the database's own tables. An event that no webhook accepts leaves nothing behind. */
export function createOutbox({
  ids,
  clock,
  jobs,
  versions = apiVersions,
  validateEvent,
}: OutboxParts): Outbox {
  const newest = versions.names.at(-1) as string

  function envelope<T extends EventType>(source: EventSource, type: T, data: EventData<T>, now: number) {
    const { organizationId, workspaceId, triggeredBy } = source
    const event = {
      id: ids.create('evt'),
      type,
      apiVersion: newest,
      createdAt: timestamp(now),
      data,
      metadata: { organizationId, workspaceId, triggeredBy },
    } as WebhookEvent // `type` and `data` belong together by T, which the union does not show to the compiler
    validateEvent?.(event)
    return event
  }

  /** @returns the ids of the deliveries */
  async function record(
    tx: WriteTransaction,
    events: readonly WebhookEvent[],
    now: number,
    targets: readonly Subscriber[],
  ): Promise<string[]> {
    const rows = events.map(({ id, type, metadata }) => ({
      id,
      organization_id: metadata.organizationId,
      type,
      created_at: now,
    }))
    await tx.insertAll(EVENTS, rows)
    const versionNames = [...new Set(targets.map(({ apiVersion }) => apiVersion))]
    for (const event of events)
      for (const version of versionNames)
        await tx.run(
          'INSERT INTO event_bodies (event_id, api_version, body) VALUES (?, ?, ?)',
          event.id,
          version,
          versions.render(version, event),
        )
    const attempts = events.flatMap((event) =>
      targets.map(({ id: webhookId, status, apiVersion }) => ({
        id: ids.create('delivery'),
        organizationId: event.metadata.organizationId,
        webhookId,
        eventId: event.id,
        eventType: event.type,
        apiVersion,
        attemptNumber: 1,
        createdAt: now,
        dueAt: now,
        skippedBecause: reasonToSkip(status),
      })),
    )
    await enqueueAttempts(tx, jobs, attempts)
    return attempts.map(({ id }) => id)
  }

  return {
    apiVersions: versions.names,

    async append(tx, source, { type, data, ...subject }) {
      const now = clock.now()
      const event = envelope(source, type, data, now)
      const subscribers = await subscribersOf(tx, source.organizationId, { type, ...subject })
      if (subscribers.length > 0) await record(tx, [event], now, subscribers)
      return event.id
    },

    async appendAll(tx, source, type, data) {
      if (data.length === 0) return
      const now = clock.now()
      const events = data.map((one) => envelope(source, type, one, now))
      const subscribers = await subscribersOf(tx, source.organizationId, { type })
      if (subscribers.length > 0) await record(tx, events, now, subscribers)
    },

    async appendSample(tx, source, webhook, type) {
      const now = clock.now()
      const event = envelope({ ...source, triggeredBy: 'test' }, type, sampleData(type), now)
      const [delivery] = await record(tx, [event], now, [{ ...webhook, status: 'active' }])
      return delivery as string
    },

    resend: (tx, attempt) => resend(tx, { ids, clock, jobs }, attempt),
    replay: (tx, range) => startReplay(tx, { ids, clock, jobs }, range),
  }
}
