import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import asyncapi from '../../../../generated/asyncapi.json' with { type: 'json' }
import type { EventType } from '../../../../generated/openapi.v1.ts'
import { verifyWebhook } from '../../../../src/client/webhooks.ts'
import { respondWith } from '../../../harness/receiver.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.receiver.requests.length = 0
  fixture.receiver.script(respondWith(200))
})

const test = (webhookId: string, eventType: string, api = fixture.api) =>
  api.POST('/webhooks/{webhookId}/test', {
    params: { path: { webhookId } },
    body: { eventType: eventType as EventType },
  })

const messages = Object.values(asyncapi.channels.webhook.messages)

describe('sendTestEvent: POST /webhooks/{webhookId}/test', () => {
  it('answers with the delivery, whose outcome the list shows', async () => {
    const { id } = await fixture.webhook()
    const { data, response } = await test(id, 'prompt.created')
    expect(response.status).toBe(202)
    expect(data).toEqual({
      id: expect.stringMatching(/^delivery_/),
      object: 'webhook_delivery',
      eventId: expect.stringMatching(/^evt_/),
      eventType: 'prompt.created',
      status: 'pending',
      httpStatus: null,
      responseTime: null,
      attemptNumber: 1,
      deliveredAt: null,
      nextAttemptAt: '2026-11-02T10:00:00.000Z',
      errorCode: null,
      responseBody: null,
      webhookId: id,
      createdAt: '2026-11-02T10:00:00.000Z',
    })
    await fixture.server.services.jobs.idle()
    expect(await fixture.log(id)).toMatchObject([{ id: data?.id, status: 'success', httpStatus: 200 }])
  })

  it.each(messages.map(({ name }) => [name]))(
    'sends the sample of %s, subscribed to or not',
    async (eventType) => {
      const { id, secret } = await fixture.webhook()
      const delivery = await demand(test(id, eventType))
      await fixture.server.services.jobs.idle()
      const [request] = fixture.receiver.requests
      const { organizationId, workspaceId } = { organizationId: fixture.server.a.id, ...fixture.server.a }
      const event = await verifyWebhook(request?.body ?? '', request?.headers ?? {}, secret, {
        now: fixture.server.clock.now(),
      })
      const example = messages.find(({ name }) => name === eventType)?.examples[0]?.payload
      expect(event).toEqual({
        id: delivery.eventId,
        type: eventType,
        apiVersion: '2026-11-01',
        createdAt: '2026-11-02T10:00:00.000Z',
        data: example?.data,
        metadata: { organizationId, workspaceId, triggeredBy: 'test' },
      })
    },
  )

  it('is retried as any other event', async () => {
    const { id } = await fixture.webhook()
    fixture.receiver.script(respondWith(503), respondWith(200))
    await test(id, 'prompt.created')
    await fixture.server.services.jobs.idle()
    await fixture.server.clock.advance(60_000)
    await fixture.server.services.jobs.idle()
    expect(await fixture.log(id)).toMatchObject([
      { status: 'failed', httpStatus: 503 },
      { status: 'success' },
    ])
  })

  it('is refused for a webhook that is not active', async () => {
    const { id } = await fixture.webhook()
    const params = { path: { webhookId: id } }
    await demand(fixture.api.PATCH('/webhooks/{webhookId}', { params, body: { status: 'paused' } }))
    expect(await outcome(test(id, 'prompt.created'))).toEqual({ status: 409, code: 'INVALID_STATE' })
  })

  it('refuses an unknown type, and another organization', async () => {
    const { id } = await fixture.webhook()
    expect(await outcome(test(id, 'prompt.renamed'))).toEqual(rejectedAt('eventType'))
    expect(await outcome(test(id, 'prompt.created', fixture.other))).toEqual(NOT_FOUND)
  })
})
