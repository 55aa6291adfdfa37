/** A webhook as the database keeps it, and as the contract shows it: the secret is no part of it. */
import type { Webhook, WebhookFilters } from '../../../../generated/openapi.v1.ts'
import { timestamp } from '../../runtime/clock.ts'

export interface WebhookRow {
  id: string
  organization_id: string
  url: string
  /** JSON array. */
  events: string
  description: string | null
  status: Webhook['status']
  disabled_reason: Webhook['disabledReason']
  api_version: string
  /** JSON of WebhookFilters. */
  filters: string
  secret: Buffer
  failing_since: number | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
}

export function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    object: 'webhook',
    url: row.url,
    events: JSON.parse(row.events),
    description: row.description,
    status: row.status,
    disabledReason: row.disabled_reason,
    apiVersion: row.api_version,
    filters: JSON.parse(row.filters),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Filters as they are kept: a list that the body leaves out is an empty one. */
export const filtersJson = (filters: Partial<WebhookFilters> | undefined): string =>
  JSON.stringify({ promptIds: filters?.promptIds ?? [], folderIds: filters?.folderIds ?? [] })
