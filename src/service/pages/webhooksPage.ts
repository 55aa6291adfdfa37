/** GET /settings/webhooks: the webhooks; for one, its deliveries with their attempts. */
import type { WebhookDelivery } from '../../../generated/openapi.v1.ts'
import { type Html, html } from './html.ts'
import { pageLinks, type ReadOnly, readOnlyPage, statusLinks, statusMark, time } from './settingsFrame.ts'

const PAGE_ROWS = 100
const STATUSES = ['pending', 'success', 'failed', 'exhausted', 'skipped'] as const

export const getWebhooksPage = readOnlyPage('Webhooks', 'listWebhooks', async (view) => {
  const webhookId = view.parameter('webhook')
  return webhookId === undefined ? listView(view) : webhookView(view, webhookId)
})

async function listView(view: ReadOnly): Promise<Html> {
  const { page, caller } = view
  const cursor = view.parameter('cursor')
  const query = { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }
  const { webhooks, nextCursor } = (await page.call('listWebhooks', caller, { query })).body
  const rows = webhooks.map(
    ({ id, url, events, status }) =>
      html`<li><span class="grow"><a href="${view.address({ webhook: id })}">${url}</a><br><span class="soft small">${events.join(', ')}</span></span>
${statusMark(status)}</li>`,
  )
  return html`<section><h2>Webhooks</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="soft small">There are no webhooks.</p>`}
${pageLinks(view, 'webhooks', nextCursor)}</section>`
}

async function webhookView(view: ReadOnly, webhookId: string): Promise<Html> {
  const { page, caller } = view
  const params = { webhookId }
  const { body: webhook } = await page.call('getWebhook', caller, { params })
  const [cursor, status, eventId] = [
    view.parameter('cursor'),
    view.parameter('status'),
    view.parameter('event'),
  ]
  const query = {
    limit: PAGE_ROWS,
    ...(cursor !== undefined && { cursor }),
    // The operation validates both.
    ...(status !== undefined && { status: status as (typeof STATUSES)[number] }),
    ...(eventId !== undefined && { eventId }),
  }
  const { deliveries, nextCursor } = (await page.call('listWebhookDeliveries', caller, { params, query }))
    .body
  const filters = { webhook: webhookId, ...(eventId !== undefined && { event: eventId }) }
  const { description, disabledReason } = webhook
  return html`<section><p><a href="${view.address()}">All webhooks</a></p>
<h2>${webhook.url}</h2>
<p class="soft small">${webhook.id}${description !== null && ` · ${description}`}</p>
<p class="marks">${statusMark(webhook.status)}${disabledReason !== null && html`<span class="mark plain">${disabledReason}</span>`}</p>
<p class="small">Events: ${webhook.events.join(', ')}</p></section>
<section><h2>Deliveries</h2>
${eventId !== undefined && html`<p class="small">Only ${eventId}. <a href="${view.address({ webhook: webhookId })}">All events</a></p>`}
${statusLinks(view, 'attempts', STATUSES, filters)}
${deliveries.length > 0 ? html`<ul class="rows">${eventRows(view, deliveries)}</ul>` : html`<p class="soft small">There are no deliveries.</p>`}
${pageLinks(view, 'deliveries', nextCursor, status === undefined ? filters : { ...filters, status })}</section>`
}

/** A row for each event of this page, with its attempts in the order of the list. */
function eventRows(view: ReadOnly, deliveries: readonly WebhookDelivery[]): Html[] {
  const byEvent = new Map<string, WebhookDelivery[]>()
  for (const delivery of deliveries) {
    const attempts = byEvent.get(delivery.eventId)
    if (attempts) attempts.push(delivery)
    else byEvent.set(delivery.eventId, [delivery])
  }
  return [...byEvent].map(([eventId, attempts]) => {
    const [last] = attempts
    if (!last) return html``
    const address = view.address({ webhook: last.webhookId, event: eventId })
    return html`<li><span class="grow"><strong>${last.eventType}</strong><br><a class="small" href="${address}">${eventId}</a></span>
<ol class="attempts">${attempts.map(attemptRow)}</ol></li>`
  })
}

function attemptRow(attempt: WebhookDelivery): Html {
  const {
    attemptNumber,
    status,
    httpStatus,
    errorCode,
    responseTime,
    createdAt,
    nextAttemptAt,
    responseBody,
  } = attempt
  const facts = [
    httpStatus === null ? errorCode : `HTTP ${httpStatus}`,
    responseTime === null ? null : `${responseTime} ms`,
  ].filter((fact) => fact !== null)
  return html`<li><span class="marks">${statusMark(status)}<span class="small">Attempt ${attemptNumber}${facts.length > 0 && `: ${facts.join(', ')}`}</span></span>
<span class="soft small">${time(createdAt)}${nextAttemptAt !== null && html` · next attempt ${time(nextAttemptAt)}`}</span>
${responseBody !== null && responseBody !== '' && html`<details><summary>Response<span class="hidden"> to attempt ${attemptNumber}</span></summary><pre class="text">${responseBody}</pre></details>`}</li>`
}
