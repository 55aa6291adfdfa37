import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hang, respondWith } from '../../../harness/receiver.ts'
import { demand, NOT_FOUND, outcome } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
// Every webhook of an organization receives its prompt events: one fixture for each test.
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const path = (webhookId: string, deliveryId: string) => ({ params: { path: { webhookId, deliveryId } } })
const resend = (webhookId: string, deliveryId: string, api = fixture.api) =>
  api.POST('/webhooks/{webhookId}/deliveries/{deliveryId}/resend', path(webhookId, deliveryId))
const read = (webhookId: string, deliveryId: string, api = fixture.api) =>
  api.GET('/webhooks/{webhookId}/deliveries/{deliveryId}', path(webhookId, deliveryId))

/** The id of the only attempt of a webhook. */
async function attemptOf(webhookId: string): Promise<string> {
  const [attempt] = await fixture.log(webhookId)
  if (attempt === undefined) throw new Error('There is no attempt.')
  return attempt.id
}

describe('resendWebhookDelivery: POST /webhooks/{webhookId}/deliveries/{deliveryId}/resend', () => {
  it.each([
    ['received', 200, 'success'],
    ['refused for good', 404, 'failed'],
  ])('sends what was %s once more, with the same id and bytes', async (_, status, recorded) => {
    fixture.receiver.script(respondWith(status), respondWith(204))
    const { id } = await fixture.webhook()
    await fixture.happen()
    const first = await attemptOf(id)
    const { data, response } = await resend(id, first)
    expect(response.status).toBe(202)
    expect(data).toMatchObject({ status: 'pending', attemptNumber: 1, eventType: 'prompt.created' })
    await fixture.server.services.jobs.idle()
    expect(await fixture.log(id)).toMatchObject([
      { id: first, status: recorded },
      { id: data?.id, eventId: data?.eventId, status: 'success', httpStatus: 204 },
    ])
    const [before, after] = fixture.receiver.requests
    expect(after?.body).toEqual(before?.body)
  })

  it('sends what was skipped while the webhook was paused', async () => {
    const { id } = await fixture.webhook()
    const params = { path: { webhookId: id } }
    await demand(fixture.api.PATCH('/webhooks/{webhookId}', { params, body: { status: 'paused' } }))
    await fixture.happen()
    const skipped = await attemptOf(id)
    expect(await outcome(resend(id, skipped))).toEqual({ status: 409, code: 'INVALID_STATE' })
    await demand(fixture.api.PATCH('/webhooks/{webhookId}', { params, body: { status: 'active' } }))
    await demand(resend(id, skipped))
    await fixture.server.services.jobs.idle()
    expect(await fixture.log(id)).toMatchObject([{ status: 'skipped' }, { status: 'success' }])
  })

  it('refuses what is on its way, and what is not this webhook’s', async () => {
    const { id, url } = await fixture.webhook({ url: fixture.receiver.url('/slow') })
    const another = await fixture.webhook({ events: ['report.exported'] })
    fixture.receiver.at(new URL(url).pathname, hang)
    const delivery = await demand(
      fixture.api.POST('/webhooks/{webhookId}/test', {
        params: { path: { webhookId: id } },
        body: { eventType: 'prompt.created' },
      }),
    )
    expect(await outcome(resend(id, delivery.id))).toEqual({ status: 409, code: 'INVALID_STATE' })
    for (const send of [resend, read]) {
      expect(await outcome(send(another.id, delivery.id))).toEqual(NOT_FOUND)
      expect(await outcome(send(id, delivery.id, fixture.other))).toEqual(NOT_FOUND)
    }
    await fixture.receiver.received(1)
    await fixture.server.clock.advance(30_000)
    await fixture.server.services.jobs.idle()
  })
})

describe('getWebhookDelivery: GET /webhooks/{webhookId}/deliveries/{deliveryId}', () => {
  it('shows the attempt as the list does', async () => {
    const { id } = await fixture.webhook()
    await fixture.happen()
    const [listed] = await fixture.log(id)
    expect(await demand(read(id, listed?.id ?? ''))).toEqual(listed)
  })
})
