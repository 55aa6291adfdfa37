import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreateWebhookRequest } from '../../../../generated/openapi.v1.ts'
import type { Scope } from '../../../../src/service/features/organization/model/member.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const create = (body: Partial<CreateWebhookRequest>, api = fixture.api) =>
  api.POST('/webhooks', { body: { url: fixture.receiver.url(), events: ['prompt.created'], ...body } })

describe('createWebhook: POST /webhooks', () => {
  it('answers with an active webhook and its secret, which is shown this once', async () => {
    const { data, response } = await create({
      url: 'https://hooks.example.com/prompts?team=1',
      events: ['prompt.created', 'report.completed'],
      description: 'Keeps the wiki up to date.',
    })
    const now = '2026-11-02T10:00:00.000Z'
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`/v1/webhooks/${data?.id}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(data).toEqual({
      id: expect.stringMatching(/^webhook_/),
      object: 'webhook',
      url: 'https://hooks.example.com/prompts?team=1',
      events: ['prompt.created', 'report.completed'],
      description: 'Keeps the wiki up to date.',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      status: 'active',
      disabledReason: null,
      apiVersion: '2026-11-01',
      filters: { promptIds: [], folderIds: [] },
      createdAt: now,
      createdBy: fixture.server.a.ownerId,
      updatedAt: now,
    })
    const { secret: _, ...shown } = data ?? {}
    const params = { path: { webhookId: data?.id ?? '' } }
    expect(await demand(fixture.api.GET('/webhooks/{webhookId}', { params }))).toEqual(shown)
  })

  it('gives each webhook a secret of its own, and keeps none of them in plain text', async () => {
    const secrets = [(await fixture.webhook()).secret, (await fixture.webhook()).secret]
    expect(new Set(secrets).size).toBe(2)
    const rows = await fixture.server.services.database.read((tx) =>
      tx.all<{ secret: Buffer }>('SELECT secret FROM webhooks'),
    )
    for (const { secret } of rows)
      expect(secrets.some((plain) => secret.includes(plain.slice(6)))).toBe(false)
  })

  it.each<[string, Partial<CreateWebhookRequest>, string]>([
    ['plain HTTP', { url: 'http://hooks.example.com/' }, 'url'],
    ['a user name', { url: 'https://user@hooks.example.com/' }, 'url'],
    ['no URL', { url: 'hooks.example.com' }, 'url'],
    ['a private address', { url: 'https://10.0.0.7/' }, 'url'],
    ['the metadata address', { url: 'https://169.254.169.254/latest/meta-data' }, 'url'],
    ['a private address in decimal', { url: 'https://167772167/' }, 'url'],
    ['a private address in hexadecimal', { url: 'https://0x0a.0.0.7/' }, 'url'],
    ['a private address in octal', { url: 'https://012.0.0.7/' }, 'url'],
    ['a private address in full-width digits', { url: 'https://１０.0.0.7/' }, 'url'],
    ['IPv6 loopback', { url: 'https://[::1]/' }, 'url'],
    ['a mapped address', { url: 'https://[::ffff:10.0.0.7]/' }, 'url'],
    ['NAT64', { url: 'https://[64:ff9b::a00:7]/' }, 'url'],
    ['no event', { events: [] }, 'events'],
    ['an event twice', { events: ['prompt.created', 'prompt.created'] }, 'events'],
    ['an unknown event', { events: ['prompt.created', 'prompt.renamed' as 'prompt.created'] }, 'events[1]'],
    ['an unknown version', { apiVersion: '2025-01-01' }, 'apiVersion'],
    [
      'an unknown prompt',
      { filters: { promptIds: ['prompt_01m6dsg7e0e8qra54038hz5kj6'] } },
      'filters.promptIds[0]',
    ],
    [
      'an unknown folder',
      { filters: { folderIds: ['folder_01m6b1yq00f37s7f7t118jw0gc'] } },
      'filters.folderIds[0]',
    ],
    ['a secret of the client', { secret: 'whsec_mine' } as Partial<CreateWebhookRequest>, 'secret'],
    ['a status', { status: 'paused' } as Partial<CreateWebhookRequest>, 'status'],
  ])('refuses %s', async (_name, body, field) => {
    expect(await outcome(create(body))).toEqual(rejectedAt(field))
  })

  it("refuses another organization's prompt in the filters, in the words for one that does not exist", async () => {
    const prompt = await demand(fixture.other.POST('/prompts', { body: { name: 'Theirs', content: 'Hi' } }))
    expect(await outcome(create({ filters: { promptIds: [prompt.id] } }))).toEqual(
      rejectedAt('filters.promptIds[0]'),
    )
  })

  it('keeps the filters that name what is there', async () => {
    const prompt = await demand(fixture.api.POST('/prompts', { body: { name: 'Ours', content: 'Hi' } }))
    const folder = await demand(fixture.api.POST('/folders', { body: { name: 'Ours' } }))
    const filters = { promptIds: [prompt.id], folderIds: [folder.id] }
    expect(await fixture.webhook({ filters })).toMatchObject({ filters })
  })

  it.each<[CreateWebhookRequest['events'][number], Scope[], boolean]>([
    ['prompt.executed', [], false],
    ['prompt.executed', ['prompts:read'], true],
    ['prompt.executed', ['prompts:write'], false],
    ['report.created', ['prompts:read'], false],
    ['report.created', ['reports:read'], true],
    ['evaluation.test.completed', ['evaluations:read'], false],
    ['evaluation.test.completed', ['evaluations:read', 'prompts:read'], true],
    ['member.removed', ['prompts:read'], false],
    ['member.removed', ['organization:read'], true],
    ['subscription.updated', ['organization:admin'], true],
  ])('a subscription to %s with the scopes %j is allowed: %s', async (event, scopes, want) => {
    const api = await fixture.as('webhooks:write', ...scopes)
    const reply = create({ events: [event] }, api)
    if (want) expect((await demand(reply)).events).toEqual([event])
    else expect(await outcome(reply)).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' })
  })

  it('stops at 100 webhooks an organization', async () => {
    const { key } = await fixture.server.organization('enterprise')
    const api = fixture.server.client(key)
    for (let i = 0; i < 100; i++) await demand(create({}, api))
    expect(await outcome(create({}, api))).toEqual({ status: 409, code: 'CONFLICT' })
  })
})
