/** The part of the conversation that is about datasets, evaluations, webhooks, reports and keys. */
import { type Ask, create, unique } from './ask.ts'

export async function datasets(ask: Ask): Promise<void> {
  const items = [
    { variables: { reader: 'Ada' }, metadata: { deep: { a: 1 } } },
    { variables: { reader: 'Bob' }, metadata: {} },
  ]
  const dataset = await create(ask, '/datasets', { name: unique('Cases'), description: 'd', items })
  const at = `/datasets/${dataset}`
  await ask('POST', `${at}/items`, { body: { items } })
  await ask('GET', at)
  await ask('PATCH', at, { body: { description: 'Other' } })
  await ask('GET', `${at}/export?format=csv`)
  await ask('POST', `${at}/import?mode=replace`, {
    body: '{"variables":{"reader":"Eve"}}\n',
    fields: { 'content-type': 'application/jsonl' },
  })
  const prompt = await create(ask, '/prompts', { name: unique('Judged'), content: 'Hello {{reader}}' })
  const run = {
    promptId: prompt,
    datasetId: dataset,
    scorers: [{ type: 'contains', options: { value: 'Eve' } }],
  }
  const { body } = await ask('POST', '/evaluations', { body: run })
  const evaluation = `/evaluations/${body.id}`
  for (
    let tries = 0, status: unknown = 'queued';
    tries < 200 && (status === 'queued' || status === 'running');
    tries++
  )
    status = (await ask('GET', evaluation)).body.status
  await ask('POST', `${evaluation}/cancel`)
  await ask('DELETE', at)
}

export async function webhooks(ask: Ask): Promise<void> {
  const body = {
    url: 'https://receiver.example.com/hook',
    events: ['prompt.created', 'prompt.deleted'],
    description: 'd',
    filters: { folderId: null },
  }
  await ask('POST', '/webhooks', { body })
  const webhook = await create(ask, '/webhooks', { ...body, filters: undefined })
  const single = await create(ask, '/webhooks', { url: body.url, events: ['prompt.created'] })
  const at = `/webhooks/${webhook}`
  await ask('GET', at)
  await ask('PATCH', at, { body: { status: 'paused' } })
  await ask('PATCH', at, { body: { description: 'Still paused' } })
  await ask('GET', '/webhooks')
  await ask('POST', '/webhooks', {
    body: { ...body, url: 'http://receiver.example.com/', filters: undefined },
  })
  await ask('POST', '/webhooks', { body: { ...body, events: ['prompt.exploded'], filters: undefined } })
  await ask('POST', `${at}/rotate-secret`, { body: {} })
  await ask('POST', `/webhooks/${single}/test`, { body: { eventType: 'prompt.created' } })
  await ask('GET', `/webhooks/${single}/deliveries`)
}

export async function reports(ask: Ask): Promise<void> {
  const { body } = await ask('GET', '/templates')
  const templates = (body.templates ?? []) as { id: string; type: string }[]
  const templateId = templates.find(({ type }) => type === 'prompt_usage')?.id
  const report = await create(ask, '/reports', { templateId, name: unique('Report') })
  const at = `/reports/${report}`
  for (
    let tries = 0, status: unknown = 'queued';
    tries < 200 && (status === 'queued' || status === 'generating');
    tries++
  )
    status = (await ask('GET', at)).body.status
  const file = await create(ask, `${at}/exports`, { format: 'csv' })
  await ask('GET', `${at}/exports/${file}/download`)
  await ask('GET', '/organization/subscription')
}

export async function keys(ask: Ask): Promise<void> {
  const body = { name: unique('Key'), scopes: ['prompts:read'], expiresAt: '2030-01-01T00:00:00.000Z' }
  const { body: created } = await ask('POST', '/organization/api-keys', { body })
  const at = `/organization/api-keys/${created.id}`
  await ask('GET', '/prompts', { key: String(created.key) })
  await ask('GET', at)
  await ask('DELETE', at)
  await ask('GET', at)
  await ask('GET', '/prompts', { key: String(created.key) })
  await ask('GET', '/organization/audit-log')
  await ask('POST', '/organization/members', {
    body: { email: `${unique('m').replace(' ', '')}@example.com`, role: 'viewer' },
  })
}
