/** Faults of datasets, evaluations, reports, webhooks, keys and organization members. */
import {
  asks,
  asksJson,
  editJson,
  type Fault,
  isObject,
  itemsOf,
  type JsonObject,
  objectOf,
  operationOf,
  pathOf,
  responses,
  returnsJson,
  showsResources,
  succeeded,
  type WireRequest,
  withField,
  withQuery,
} from './fault.ts'

const domain = (name: string, suffering: string, breaks: string, plant: Fault['plant']): Fault => ({
  name,
  class: 'domain',
  suffering,
  breaks,
  plant,
})

const reading = (request: WireRequest, target: string): WireRequest => {
  const bare = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'].reduce(
    (one, name) => withField(one, name),
    request,
  )
  return { ...bare, method: 'GET', target, body: Buffer.alloc(0) }
}

export const resourceFaults: Fault[] = [
  domain(
    'counts-of-items-are-stale',
    'A dataset says that it is empty while it is not.',
    'OpenAPI document: Dataset, itemCount',
    () =>
      showsResources('dataset', (one) => {
        if (typeof one.itemCount === 'number') one.itemCount = 0
      }),
  ),
  domain(
    'dataset-versions-stand-still',
    'Runs over different items claim the same dataset version.',
    'OpenAPI document: tag Datasets, "Every change makes a new version"',
    () =>
      showsResources('dataset', (one) => {
        one.version = 1
      }),
  ),
  domain(
    'exports-lack-the-last-item',
    'A backup of a dataset lacks a case.',
    'OpenAPI document: exportDatasetItems',
    () =>
      responses('exportDatasetItems', (response) => {
        const lines = response.body.toString().trimEnd().split('\n')
        if (!succeeded(response) || lines.length < 2) return response
        const body = Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)
        return withField({ ...response, body }, 'Content-Length', String(body.length))
      }),
  ),
  domain(
    'imports-always-append',
    'Importing to replace doubles the dataset.',
    'OpenAPI document: importDatasetItems, mode',
    () => asks('importDatasetItems', (request) => withQuery(request, (query) => query.set('mode', 'append'))),
  ),
  domain(
    'cancelling-does-nothing',
    'A run that was stopped goes on and costs.',
    'OpenAPI document: cancelEvaluation',
    () => async (request, send) => {
      if (operationOf(request) !== 'cancelEvaluation') return send(request)
      return send(reading(request, pathOf(request).replace(/\/cancel$/, '')))
    },
  ),
  domain(
    'evaluations-never-end',
    'Clients that wait for the verdict wait for ever.',
    'OpenAPI document: Evaluation, status',
    () =>
      showsResources('evaluation', (one) => {
        if (one.status === 'completed')
          Object.assign(one, { status: 'running', completedAt: null, verdict: null })
      }),
  ),
  domain(
    'result-counts-do-not-add-up',
    'A table of results contradicts its own sum.',
    'OpenAPI document: ResultCounts',
    () =>
      showsResources('evaluation', (one) => {
        if (isObject(one.resultCounts) && typeof one.resultCounts.total === 'number')
          one.resultCounts.total += 1
      }),
  ),
  domain(
    'reports-never-end',
    'Clients that wait for a report wait for ever.',
    'OpenAPI document: Report, status',
    () =>
      showsResources('report', (one) => {
        if (one.status === 'completed') one.status = 'generating'
      }),
  ),
  domain(
    'report-names-are-ignored',
    'Every report has the name of its template.',
    'OpenAPI document: createReport, name',
    () =>
      asksJson('createReport', (body) => {
        delete body.name
      }),
  ),
  domain('downloads-are-cut-off', 'The PDF does not open.', 'OpenAPI document: downloadReportExport', () =>
    responses('downloadReportExport', (response) => {
      if (response.status !== 200 || response.body.length < 64) return response
      const body = response.body.subarray(0, response.body.length - 32)
      return withField({ ...response, body }, 'Content-Length', String(body.length))
    }),
  ),
  domain(
    'export-format-is-ignored',
    'Whoever asks for CSV gets Markdown.',
    'OpenAPI document: createReportExport, format',
    () =>
      asksJson('createReportExport', (body) => {
        if (body.format !== undefined) body.format = body.format === 'md' ? 'json' : 'md'
      }),
  ),
  domain(
    'rotation-keeps-the-secret',
    'A secret that leaked stays in force.',
    'OpenAPI document: rotateWebhookSecret',
    () => {
      const secrets = new Map<string, unknown>()
      return async (request, send) => {
        const response = await send(request)
        const operation = operationOf(request)
        const body = objectOf(response)
        if (operation === 'createWebhook' && body?.secret) secrets.set(String(body.id), body.secret)
        const [, id] = /\/webhooks\/([^/]+)\/rotate-secret/.exec(pathOf(request)) ?? []
        if (!succeeded(response) || !id || !secrets.has(id)) return response
        return editJson(response, (rotated) => {
          rotated.secret = secrets.get(id)
        })
      }
    },
  ),
  domain(
    'paused-webhooks-are-active',
    'A webhook that was paused still says active.',
    'OpenAPI document: Webhook, status',
    () =>
      showsResources('webhook', (one) => {
        if (one.status === 'paused') one.status = 'active'
      }),
  ),
  domain(
    'test-events-are-created',
    'A test event is answered with 201 although nothing was made.',
    'OpenAPI document: sendTestEvent, 202',
    () =>
      responses('sendTestEvent', (response) =>
        response.status === 202 ? { ...response, status: 201 } : response,
      ),
  ),
  domain(
    'deliveries-are-of-all-webhooks',
    'The deliveries of one webhook show none of its own.',
    'Source: list deliveries of a webhook',
    () =>
      returnsJson('listWebhookDeliveries', (body) => {
        itemsOf(body)?.splice(0)
      }),
  ),
  domain(
    'last-characters-are-of-another-key',
    'People revoke the wrong key.',
    'OpenAPI document: ApiKey, last4',
    () =>
      returnsJson(['createApiKey', 'rotateApiKey'], (body) => {
        if (typeof body.last4 === 'string') body.last4 = 'AAAA'
      }),
  ),
  domain(
    'revoked-keys-are-active',
    'A list of keys shows a revoked one as active.',
    'OpenAPI document: ApiKey, status',
    () =>
      showsResources('api_key', (one) => {
        if (one.status === 'revoked') Object.assign(one, { status: 'active', revokedAt: null })
      }),
  ),
  domain(
    'audit-log-lacks-deletions',
    'Nobody can tell who deleted a prompt.',
    'OpenAPI document: listAuditLog',
    () =>
      returnsJson('listAuditLog', (body) => {
        if (Array.isArray(body.entries))
          body.entries = (body.entries as JsonObject[]).filter(
            ({ operation }) => !/delete|remove|revoke/.test(String(operation)),
          )
      }),
  ),
  domain(
    'audit-log-names-another-request',
    'An entry cannot be joined with the logs.',
    'OpenAPI document: AuditEntry, requestId',
    () =>
      showsResources('audit_entry', (one) => {
        if (typeof one.requestId === 'string') one.requestId = `${one.requestId.slice(0, -1)}0`
      }),
  ),
  domain(
    'invited-members-are-active',
    'An invitation that nobody accepted counts as a member.',
    'OpenAPI document: Member, status',
    () =>
      showsResources('member', (one) => {
        if (one.status === 'invited') one.status = 'active'
      }),
  ),
  domain(
    'subscription-shows-another-plan',
    'The limits shown are not those that are enforced.',
    'Source: limits, rate limits per plan',
    () =>
      showsResources('subscription', (one) => {
        if (typeof one.requestsPerMinute === 'number') one.requestsPerMinute += 1
      }),
  ),
]
