import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demand, NOT_FOUND, outcome } from '../../../harness/responses.ts'
import { type Fixture, openFixture, UNKNOWN } from './fixture.ts'

let fixture: Fixture
const made: string[] = []
beforeAll(async () => {
  fixture = await openFixture()
  for (let i = 0; i < 5; i++) {
    made.push((await fixture.webhook({ description: `Webhook ${i}` })).id)
    await fixture.server.clock.advance(1000)
  }
})
afterAll(() => fixture.close())

describe('listWebhooks: GET /webhooks', () => {
  it('shows the newest first, page by page, and no secrets', async () => {
    const ids: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor !== null && { cursor }) }
      const page = await demand(fixture.api.GET('/webhooks', { params: { query } }))
      ids.push(...page.webhooks.map(({ id }) => id))
      for (const webhook of page.webhooks) expect(webhook).not.toHaveProperty('secret')
      expect(page.hasMore).toBe(page.nextCursor !== null)
      cursor = page.nextCursor
      pages++
    } while (cursor !== null)
    expect(pages).toBe(3)
    expect(ids).toEqual(made.toReversed())
  })

  it('narrows to a status, and sorts by the last change', async () => {
    const [first = ''] = made
    const params = { path: { webhookId: first } }
    await demand(fixture.api.PATCH('/webhooks/{webhookId}', { params, body: { status: 'paused' } }))
    const list = (query: object) => demand(fixture.api.GET('/webhooks', { params: { query } }))
    expect((await list({ status: 'paused' })).webhooks.map(({ id }) => id)).toEqual([first])
    expect((await list({ status: 'active' })).webhooks).toHaveLength(4)
    expect((await list({ sort: 'updatedAt', limit: 1 })).webhooks.map(({ id }) => id)).toEqual([first])
  })

  it('narrows to those that take an event', async () => {
    const { id } = await fixture.webhook({ events: ['member.joined', 'prompt.version.created'] })
    const list = (event: 'member.joined' | 'prompt.version.created' | 'report.failed') =>
      demand(fixture.api.GET('/webhooks', { params: { query: { event } } }))
    for (const event of ['member.joined', 'prompt.version.created'] as const)
      expect((await list(event)).webhooks.map((webhook) => webhook.id)).toContain(id)
    expect((await list('member.joined')).webhooks).toHaveLength(1)
    expect((await list('report.failed')).webhooks).toEqual([])
    const path = { webhookId: id }
    await demand(fixture.api.DELETE('/webhooks/{webhookId}', { params: { path } }))
  })

  it('shows nothing of another organization', async () => {
    expect(await demand(fixture.other.GET('/webhooks'))).toEqual({
      webhooks: [],
      hasMore: false,
      nextCursor: null,
    })
  })
})

describe('getWebhook: GET /webhooks/{webhookId}', () => {
  it('answers a webhook of another organization as one that does not exist', async () => {
    const get = (api: Fixture['api'], webhookId: string) =>
      outcome(api.GET('/webhooks/{webhookId}', { params: { path: { webhookId } } }))
    expect(await get(fixture.other, made[0] ?? '')).toEqual(NOT_FOUND)
    expect(await get(fixture.api, UNKNOWN)).toEqual(NOT_FOUND)
    expect(await get(fixture.api, 'nonsense')).toEqual(NOT_FOUND)
  })
})
