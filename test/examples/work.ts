import { endedEvaluation, evaluationBody, runningEvaluation } from '../contract/recipes/evaluations.ts'
import { oauthClient } from '../contract/recipes/oauthClients.ts'
import { COMPARISON, USAGE } from '../contract/recipes/reports.ts'
import type { World } from '../contract/world.ts'
import { respondWith } from '../harness/receiver.ts'
import { clientToken, makeClient } from '../service/features/oauth/fixture.ts'
import { keyReused, rejected, type Scenario, type Scenarios, unknown } from './scenario.ts'

const missing = (path: string) => rejected('GET', path)
const address = (world: World) => `${world.unique('linus').replaceAll(' ', '')}@example.com`
const invited = (world: World, email = address(world)) =>
  world.call<{ id: string }>(201, 'POST', '/organization/members', { email, role: 'viewer' })
const keyOf = (world: World) =>
  world.call<{ id: string }>(201, 'POST', '/organization/api-keys', {
    name: world.unique('Key'),
    scopes: ['prompts:read'],
  })
async function ownerPath({ call }: World): Promise<string> {
  const query = '/organization/members?role=owner&status=active'
  const { members } = await call<{ members: { id: string }[] }>(200, 'GET', query)
  return `/organization/members/${members[0]?.id}`
}
async function pausedWebhook(world: World): Promise<string> {
  const { id } = await world.webhook()
  await world.call(200, 'PATCH', `/webhooks/${id}`, { status: 'paused' })
  return `/webhooks/${id}`
}
const hook = { url: 'https://hooks.example.com/prompts', events: ['prompt.created'] }

const tooMany =
  (path: string, body: (world: World) => unknown): Scenario =>
  async (world) => {
    const { key } = await world.server.organization('enterprise')
    for (;;) {
      const response = await world.server.wire.send({ method: 'POST', path, key, body: body(world) })
      if (response.status !== 201) return response
    }
  }
async function summaryTemplate({ call }: World): Promise<string> {
  const { templates } = await call<{ templates: { id: string; name: string }[] }>(200, 'GET', '/templates')
  return templates.find(({ name }) => name === 'Evaluation summary')?.id ?? ''
}

export const workScenarios: Scenarios = {
  'evaluations/responses/EvaluationNotFound': { unknown: missing(`/evaluations/${unknown('eval')}`) },
  'evaluations/responses/ResultNotFound': {
    noEvaluation: missing(`/evaluations/${unknown('eval')}/results/${unknown('result')}`),
    noResult: async (world) =>
      world.send('GET', `/evaluations/${await endedEvaluation(world)}/results/${unknown('result')}`),
  },
  'evaluations/responses/CancelConflict': {
    ended: async (world) => world.send('POST', `/evaluations/${await endedEvaluation(world)}/cancel`),
  },
  'evaluations/responses/RetryConflict': {
    running: async (world) => world.send('POST', `/evaluations/${await runningEvaluation(world)}/retry`),
    async nothing(world) {
      const dataset = await world.dataset()
      const body = { ...(await evaluationBody(world)), datasetId: dataset.id }
      const { id } = await world.call<{ id: string }>(202, 'POST', '/evaluations', body)
      await world.server.services.jobs.idle()
      return world.send('POST', `/evaluations/${id}/retry`)
    },
  },
  'evaluations/responses/DeletionConflict': {
    running: async (world) => world.send('DELETE', `/evaluations/${await runningEvaluation(world)}`),
    async repeated(world) {
      const id = await endedEvaluation(world)
      // One that never ends, as if of this one.
      const retry = await runningEvaluation(world)
      const sql = 'UPDATE evaluations SET retry_of = ? WHERE id = ?'
      await world.server.services.database.write((tx) => tx.run(sql, id, retry))
      return world.send('DELETE', `/evaluations/${id}`)
    },
  },
  'evaluations/responses/InvalidEvaluation': {
    unknownDataset: async (world) =>
      world.send('POST', '/evaluations', { ...(await evaluationBody(world)), datasetId: unknown('dataset') }),
    unknownVersion: async (world) =>
      world.send('POST', '/evaluations', { ...(await evaluationBody(world)), promptVersion: 9 }),
    reportTemplate: async (world) =>
      world.send('POST', '/evaluations', {
        ...(await evaluationBody(world)),
        report: { templateId: COMPARISON },
      }),
    lookAround: async (world) =>
      world.send('POST', '/evaluations', {
        ...(await evaluationBody(world)),
        scorers: [{ type: 'regex', options: { pattern: '(?=a)' } }],
      }),
  },
  'oauth/responses/InvalidOAuthClient': {
    plainHttp: rejected('POST', '/organization/oauth-clients', {
      name: 'A',
      type: 'public',
      scopes: ['prompts:read'],
      redirectUris: ['http://app.example.com/callback'],
    }),
  },
  'oauth/responses/NoSecret': {
    public: async (world) =>
      world.send(
        'POST',
        `/organization/oauth-clients/${(await oauthClient(world, 'public')).id}/rotate-secret`,
        {},
      ),
  },
  'oauth/responses/OAuthClientNotFound': {
    notFound: missing(`/organization/oauth-clients/${unknown('client')}`),
  },
  'organization/responses/ApiKeyForbidden': {
    beyondOwn: async (world) =>
      world.server.wire.send({
        method: 'POST',
        path: '/organization/api-keys',
        key: await world.server.keyWith(world.server.a, ['organization:admin']),
        body: { name: 'Key', scopes: ['webhooks:write'] },
      }),
    async noMember(world) {
      const client = await makeClient(world.server, { scopes: ['organization:admin'] })
      const key = await clientToken(world.server, client)
      const body = { name: 'Key', scopes: ['organization:admin'] }
      return world.server.wire.send({ method: 'POST', path: '/organization/api-keys', key, body })
    },
  },
  'organization/responses/ApiKeyNotFound': { notFound: missing(`/organization/api-keys/${unknown('key')}`) },
  'organization/responses/InvalidApiKey': {
    unknownScope: rejected('POST', '/organization/api-keys', { name: 'A', scopes: ['prompts:all'] }),
    past: rejected('POST', '/organization/api-keys', {
      name: 'A',
      scopes: ['prompts:read'],
      expiresAt: '2026-01-01T00:00:00Z',
    }),
  },
  'organization/responses/InvalidMember': {
    noAddress: rejected('POST', '/organization/members', { email: 'linus', role: 'viewer' }),
    unknownRole: rejected('POST', '/organization/members', { email: 'linus@example.com', role: 'guest' }),
  },
  'organization/responses/InvalidOrganization': { noName: rejected('PATCH', '/organization', { name: '' }) },
  'shared/responses/InvalidRotation': {
    tooLong: async (world) =>
      world.send('POST', `/organization/api-keys/${(await keyOf(world)).id}/rotate`, { overlapDays: 30 }),
  },
  'organization/responses/LastOwner': {
    lastOwner: async (world) => world.send('PATCH', await ownerPath(world), { role: 'admin' }),
  },
  'organization/responses/MemberConflict': {
    async invited(world) {
      const body = { email: 'linus@example.com', role: 'viewer' }
      await world.send('POST', '/organization/members', body)
      return world.send('POST', '/organization/members', body)
    },
  },
  'organization/responses/MemberForbidden': {
    insufficientScope: async (world) =>
      world.server.wire.send({
        method: 'PATCH',
        path: `/organization/members/${unknown('member')}`,
        key: await world.server.keyWith(world.server.a, ['prompts:read']),
        body: { role: 'viewer' },
      }),
  },
  'organization/responses/MemberNotFound': {
    notFound: missing(`/organization/members/${unknown('member')}`),
  },
  'organization/responses/MemberRemovedConflict': {
    lastOwner: async (world) => world.send('DELETE', await ownerPath(world)),
    async removed(world) {
      const { id } = await invited(world)
      await world.send('DELETE', `/organization/members/${id}`)
      return world.send('PATCH', `/organization/members/${id}`, { role: 'admin' })
    },
  },
  'organization/responses/RotationConflict': {
    async revoked(world) {
      const { id } = await keyOf(world)
      await world.send('DELETE', `/organization/api-keys/${id}`)
      return world.send('POST', `/organization/api-keys/${id}/rotate`, {})
    },
  },
  'reports/responses/ReportConflict': {
    running: async (world) =>
      world.send('POST', '/reports', {
        templateId: await summaryTemplate(world),
        parameters: { evaluationId: await runningEvaluation(world) },
      }),
  },
  'webhooks/responses/WebhookConflict': { tooMany: tooMany('/webhooks', () => hook) },
  'oauth/responses/OAuthClientConflict': {
    tooMany: tooMany('/organization/oauth-clients', (world) => ({
      name: world.unique('Client'),
      type: 'confidential',
      scopes: ['prompts:read'],
    })),
  },
  'reports/responses/InvalidReport': {
    missing: async (world) =>
      world.send('POST', '/reports', { templateId: await summaryTemplate(world), parameters: {} }),
    unknownPrompt: rejected('POST', '/reports', {
      templateId: USAGE,
      parameters: { promptId: unknown('prompt') },
    }),
    period: rejected('POST', '/reports', {
      templateId: USAGE,
      parameters: { from: '2026-10-31', to: '2026-10-01' },
    }),
  },
  'reports/responses/InvalidReportExport': {
    format: async (world) =>
      world.send('POST', `/reports/${(await world.report()).id}/exports`, { format: 'xls' }),
  },
  'reports/responses/ReportExportNotFound': {
    notFound: async (world) =>
      world.send('GET', `/reports/${(await world.report()).id}/exports/${unknown('export')}`),
  },
  'reports/responses/ReportNotFound': { notFound: missing(`/reports/${unknown('report')}`) },
  'templates/responses/TemplateNotFound': { notFound: missing(`/templates/${unknown('template')}`) },
  'webhooks/responses/ResendConflict': {
    async paused(world) {
      const { id } = await world.webhook()
      const path = `/webhooks/${id}`
      await world.call(202, 'POST', `${path}/test`, { eventType: 'prompt.created' })
      await world.server.services.jobs.idle()
      const { deliveries } = await world.call<{ deliveries: { id: string }[] }>(
        200,
        'GET',
        `${path}/deliveries`,
      )
      await world.call(200, 'PATCH', path, { status: 'paused' })
      return world.send('POST', `${path}/deliveries/${deliveries[0]?.id}/resend`)
    },
  },
  'webhooks/responses/WebhookStateConflict': {
    async disabled(world) {
      const { id, url } = await world.webhook()
      world.receiver.at(new URL(url).pathname, respondWith(410))
      await world.call(202, 'POST', `/webhooks/${id}/test`, { eventType: 'prompt.created' })
      await world.server.services.jobs.idle()
      return world.send('PATCH', `/webhooks/${id}`, { status: 'paused' })
    },
  },
  'webhooks/responses/WebhookNotFound': { notFound: missing(`/webhooks/${unknown('webhook')}`) },
  'webhooks/responses/DeliveryNotFound': {
    notFound: async (world) =>
      world.send('GET', `/webhooks/${(await world.webhook()).id}/deliveries/${unknown('delivery')}`),
  },
  'webhooks/responses/ReplayNotFound': {
    notFound: async (world) =>
      world.send('GET', `/webhooks/${(await world.webhook()).id}/replays/${unknown('replay')}`),
  },
  'webhooks/responses/InvalidReplay': {
    emptyRange: async (world) =>
      world.send('POST', `/webhooks/${(await world.webhook()).id}/replay`, {
        from: '2026-11-02T09:30:00Z',
        to: '2026-11-02T09:00:00Z',
      }),
  },
  'webhooks/responses/InvalidTestEvent': {
    unknownEvent: async (world) =>
      world.send('POST', `/webhooks/${(await world.webhook()).id}/test`, { eventType: 'prompt.renamed' }),
  },
  'webhooks/responses/InvalidWebhook': {
    plainHttp: rejected('POST', '/webhooks', { ...hook, url: 'http://hooks.example.com/prompts' }),
    privateAddress: rejected('POST', '/webhooks', { ...hook, url: 'https://10.0.0.7/hooks' }),
    unknownEvent: rejected('POST', '/webhooks', { ...hook, events: ['prompt.created', 'prompt.renamed'] }),
    unknownApiVersion: rejected('POST', '/webhooks', { ...hook, apiVersion: '2025-01-01' }),
  },
  'webhooks/responses/InvalidWebhookBatch': {
    unknownWebhook: async (world) =>
      world.send('PATCH', '/webhooks', {
        webhooks: [
          { id: (await world.webhook()).id, description: 'A' },
          { id: unknown('webhook'), description: 'B' },
        ],
      }),
    plainHttp: async (world) =>
      world.send('PATCH', '/webhooks', {
        webhooks: [{ id: (await world.webhook()).id, url: 'http://hooks.example.com/prompts' }],
      }),
  },
  'webhooks/responses/TestEventConflict': {
    paused: async (world) =>
      world.send('POST', `${await pausedWebhook(world)}/test`, { eventType: 'prompt.created' }),
    keyReused: keyReused(
      async (world) => `/webhooks/${(await world.webhook()).id}/test`,
      { eventType: 'prompt.created' },
      { eventType: 'prompt.updated' },
    ),
  },
}
