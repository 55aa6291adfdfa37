import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeSubscription } from './authorizeSubscription.ts'
import * as webhookStore from './model/webhook.ts'
import {
  filtersJson,
  requireApiVersion,
  requireFilters,
  type WebhookRow,
  webhookOf,
} from './model/webhook.ts'

/** docs/internals/decisions.md, "maxima". */
const MAX_WEBHOOKS = 100

/**
 * POST /webhooks: subscribes an HTTPS endpoint to event types; only the response contains the signing secret.
 * Source: "Create a webhook".
 */
export const createWebhook: Handler<'createWebhook'> = async (context) => {
  const { body, caller, clock, ids, webhookTargets, transact } = context
  webhookTargets.check(body.url, 'url')
  authorizeSubscription(caller, body.events)
  const now = clock.now()
  const id = ids.create('webhook')
  const { secret, sealed } = webhookTargets.newSecret(id)
  const webhook: WebhookRow = {
    id,
    organization_id: caller.organizationId,
    url: body.url,
    events: JSON.stringify(body.events),
    description: body.description ?? null,
    status: 'active',
    disabled_reason: null,
    api_version: requireApiVersion(context, body.apiVersion, 'apiVersion'),
    filters: filtersJson(body.filters),
    secret: sealed,
    failing_since: null,
    created_at: now,
    created_by: caller.userId,
    updated_at: now,
    updated_by: caller.userId,
  }
  return transact(async (tx) => {
    await requireFilters(tx, caller.organizationId, body.filters, (member) => `filters.${member}`)
    if ((await webhookStore.count(tx, caller.organizationId)) >= MAX_WEBHOOKS) {
      const message = `The organization has ${MAX_WEBHOOKS} webhooks, which is the most it may have.`
      throw new ApiError('CONFLICT', message)
    }
    await webhookStore.insert(tx, webhook)
    return { status: 201, body: { ...webhookOf(webhook), secret }, location: `/webhooks/${id}` }
  })
}
