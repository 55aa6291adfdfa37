import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { respondWith } from '../../../harness/receiver.ts'
import { demand, NOT_FOUND, outcome } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
let webhookId: string
beforeAll(async () => {
  fixture = await openFixture()
  webhookId = (await fixture.webhook({ events: ['prompt.created', 'prompt.version.created'] })).id
  fixture.receiver.script(respondWith(500, 'busy'), respondWith(200, 'fine'))
  await fixture.happen()
  await fixture.server.clock.advance(60_000)
  await fixture.server.services.jobs.idle()
})
afterAll(() => fixture.close())

const list = async (query: object = {}) =>
  demand(fixture.api.GET('/webhooks/{webhookId}/deliveries', { params: { path: { webhookId }, query } }))

describe('listWebhookDeliveries: GET /webhooks/{webhookId}/deliveries', () => {
  it('shows one record for each attempt, the newest first', async () => {
    const { deliveries, hasMore } = await list()
    expect(hasMore).toBe(false)
    expect(deliveries).toHaveLength(3)
    expect(deliveries[0]).toMatchObject({
      attemptNumber: 2,
      status: 'success',
      httpStatus: 200,
      responseBody: 'fine',
    })
    const failed = deliveries.find(({ status }) => status === 'failed')
    expect(failed).toMatchObject({ attemptNumber: 1, httpStatus: 500, responseBody: 'busy' })
    expect(failed?.eventId).toBe(deliveries[0]?.eventId)
    expect(failed?.nextAttemptAt).toBe('2026-11-02T10:01:00.000Z')
  })

  it('narrows to a status, an event type and an event', async () => {
    const { deliveries: all } = await list()
    const failed = all.find(({ status }) => status === 'failed')
    expect((await list({ status: 'failed' })).deliveries).toEqual([failed])
    expect((await list({ eventId: failed?.eventId })).deliveries).toHaveLength(2)
    expect((await list({ eventType: 'prompt.version.created', status: 'pending' })).deliveries).toEqual([])
    const types = (await list({ eventType: 'prompt.created' })).deliveries.map(({ eventType }) => eventType)
    expect(new Set(types)).toEqual(new Set(['prompt.created']))
  })

  it('goes on where a page ended', async () => {
    const { deliveries: all } = await list()
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.nextCursor })
    expect([...first.deliveries, ...second.deliveries]).toEqual(all)
    expect(second.nextCursor).toBeNull()
  })

  it('takes no cursor of another webhook', async () => {
    const { nextCursor } = await list({ limit: 1 })
    const other = await fixture.webhook()
    const params = { path: { webhookId: other.id }, query: { limit: 1, cursor: nextCursor ?? '' } }
    expect(await outcome(fixture.api.GET('/webhooks/{webhookId}/deliveries', { params }))).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'query.cursor',
    })
  })

  it('finds no webhook of another organization', async () => {
    const params = { path: { webhookId } }
    expect(await outcome(fixture.other.GET('/webhooks/{webhookId}/deliveries', { params }))).toEqual(
      NOT_FOUND,
    )
  })
})
