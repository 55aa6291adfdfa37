/**
 * The one door between the features and the webhook deliveries: an event and its deliveries are written in the
 * transaction of the change that caused it, or not at all.
 */
import type { WebhookEvent } from '../../../generated/asyncapi.ts'
import type { WriteTransaction } from '../storage/database.ts'

export type { WebhookTargets } from './webhookTargets.ts'

export type EventType = WebhookEvent['type']
export type EventData<T extends EventType> = Extract<WebhookEvent, { type: T }>['data']
export type TriggeredBy = WebhookEvent['metadata']['triggeredBy']

/** In whose name an event is raised. */
export interface EventSource {
  organizationId: string
  workspaceId: string
  triggeredBy: TriggeredBy
}

export interface Outbox {
  /**
   * Records an event with one pending delivery for each webhook that subscribes to it.
   * @returns the event's id, stable through all retries (source: "Envelope").
   */
  append<T extends EventType>(
    tx: WriteTransaction,
    source: EventSource,
    event: {
      type: T
      data: EventData<T> /** The properties for webhook filters. */
      promptId?: string
      folderId?: string | null
    },
  ): Promise<string>

  /**
   * As `append`, for several events of one type from one source: for many of them in few statements.
   * Not for events of prompts, whose webhooks have filters.
   */
  appendAll<T extends EventType>(
    tx: WriteTransaction,
    source: EventSource,
    type: T,
    data: readonly EventData<T>[],
  ): Promise<void>

  /**
   * Records the document's own example of `type` for only one active webhook, whatever it subscribes to;
   * `metadata.triggeredBy` states `test`.
   * @returns the id of the pending delivery.
   */
  appendSample(
    tx: WriteTransaction,
    source: Omit<EventSource, 'triggeredBy'>,
    webhook: { id: string; apiVersion: string },
    type: EventType,
  ): Promise<string>

  /** Records another delivery of an attempt's event, with the bytes of before. @returns its id */
  resend(tx: WriteTransaction, attempt: { organizationId: string; deliveryId: string }): Promise<string>

  /**
   * Sends again, by a job, the events raised from `from` to before `to` (Unix milliseconds) that the webhook accepted
   * and has not received. @returns the id of the replay
   */
  replay(
    tx: WriteTransaction,
    range: { organizationId: string; webhookId: string; from: number; to: number },
  ): Promise<string>

  /** The API versions that bodies can be rendered for, oldest first. */
  readonly apiVersions: readonly string[]
}
