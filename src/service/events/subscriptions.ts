/** Which webhooks of an organization accept an event. */
import type { Webhook, WebhookFilters } from '../../../generated/openapi.v1.ts'
import type { WriteTransaction } from '../storage/database.ts'

export interface Subscriber {
  id: string
  status: Webhook['status']
  apiVersion: string
}

interface Row {
  id: string
  status: Webhook['status']
  events: string
  filters: string
  api_version: string
}

/** The facts that decide about a subscription: the type, and for prompt events the prompt and its folder. */
interface EventSubject {
  type: string
  promptId?: string
  folderId?: string | null
}

/** Paused and disabled webhooks too: what they miss is recorded. */
export async function subscribersOf(
  tx: WriteTransaction,
  organizationId: string,
  event: EventSubject,
): Promise<Subscriber[]> {
  const rows = await tx.all<Row>(
    'SELECT id, status, events, filters, api_version FROM webhooks WHERE organization_id = ? ORDER BY created_at, id',
    organizationId,
  )
  return rows
    .filter((row) => (JSON.parse(row.events) as string[]).includes(event.type) && passes(row.filters, event))
    .map(({ id, status, api_version }) => ({ id, status, apiVersion: api_version }))
}

/** Filters narrow the events of prompts; others have no prompt to be named. */
function passes(filters: string, { promptId, folderId }: EventSubject): boolean {
  const { promptIds, folderIds } = JSON.parse(filters) as WebhookFilters
  if (promptId === undefined || (promptIds.length === 0 && folderIds.length === 0)) return true
  return promptIds.includes(promptId) || (typeof folderId === 'string' && folderIds.includes(folderId))
}
