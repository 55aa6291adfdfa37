import type { UpdateWebhookRequest } from '../../../../generated/openapi.v1.ts'
import { ApiError } from '../../errors.ts'
import type { Caller, Services } from '../../http/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'
import { permitSubscription } from './permitSubscription.ts'
import { requireApiVersion } from './requireApiVersion.ts'
import { requireFilters } from './requireFilters.ts'
import { filtersJson, type WebhookRow } from './webhookRows.ts'
import * as webhookStore from './webhookStore.ts'

/**
 * Changes a webhook under the rules of its creation; a change that changes nothing is none.
 *
 * @param at where the body holds a member: `url`, or `webhooks[2].url` in a batch
 * @returns the webhook as it is now
 * @throws ApiError VALIDATION_ERROR, INSUFFICIENT_SCOPE, INVALID_STATE
 */
export async function changeWebhook(
  tx: WriteTransaction,
  context: Pick<Services, 'clock' | 'outbox' | 'webhookTargets'> & { caller: Caller },
  current: WebhookRow,
  changes: UpdateWebhookRequest,
  at: (member: string) => string = (member) => member,
): Promise<WebhookRow> {
  const { caller, clock } = context
  if (changes.url !== undefined) context.webhookTargets.check(changes.url, at('url'))
  await requireFilters(tx, caller.organizationId, changes.filters, (member) => at(`filters.${member}`))
  const changed = applied(context, current, changes, at)
  // Who sends the events elsewhere, or more of them, must be able to read them, whoever chose the event types.
  if (changed.url !== current.url || changed.events !== current.events || changed.filters !== current.filters)
    permitSubscription(caller, JSON.parse(changed.events))
  if (equal(current, changed)) return current
  changed.updated_at = clock.now()
  changed.updated_by = caller.userId
  await webhookStore.save(tx, changed)
  return changed
}

/** Members that the body leaves out stay; `filters` is replaced as a whole. */
function applied(
  context: Pick<Services, 'outbox'>,
  current: WebhookRow,
  changes: UpdateWebhookRequest,
  at: (member: string) => string,
): WebhookRow {
  const changed = { ...current }
  if (changes.url !== undefined && changes.url !== current.url)
    Object.assign(changed, { url: changes.url, failing_since: null }) // the failures were another endpoint's
  if (changes.events !== undefined) changed.events = JSON.stringify(changes.events)
  if (changes.description !== undefined) changed.description = changes.description
  if (changes.apiVersion !== undefined)
    changed.api_version = requireApiVersion(context, changes.apiVersion, at('apiVersion'))
  if (changes.filters !== undefined) changed.filters = filtersJson(changes.filters)
  return changes.status === undefined ? changed : withStatus(changed, changes.status)
}

/** active ⇄ paused, and back to active from disabled (docs/decisions.md, "webhooks"). */
function withStatus(webhook: WebhookRow, status: 'active' | 'paused'): WebhookRow {
  if (webhook.status === status) return webhook
  if (status === 'active') return { ...webhook, status, disabled_reason: null, failing_since: null }
  if (webhook.status === 'disabled')
    throw new ApiError('INVALID_STATE', 'The webhook is disabled; make it active first.')
  return { ...webhook, status }
}

const equal = (a: WebhookRow, b: WebhookRow): boolean =>
  (Object.keys(a) as (keyof WebhookRow)[]).every((column) => a[column] === b[column])
