import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../../../src/client/webhooks.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.receiver.requests.length = 0
})

const DAY = 86_400_000

const rotate = (webhookId: string, body: { overlapDays?: number } = {}, api = fixture.api) =>
  api.POST('/webhooks/{webhookId}/rotate-secret', { params: { path: { webhookId } }, body })

/** Which of the secrets verify the delivery that came in last. */
async function verifying(secrets: readonly string[]): Promise<boolean[]> {
  await fixture.happen()
  const request = fixture.receiver.requests.at(-1)
  const now = fixture.server.clock.now()
  const verified = secrets.map((secret) =>
    verifyWebhook(request?.body ?? '', request?.headers ?? {}, secret, { now }).then(
      () => true,
      () => false,
    ),
  )
  return Promise.all(verified)
}

describe('rotateWebhookSecret: POST /webhooks/{webhookId}/rotate-secret', () => {
  it('lets both secrets sign until the overlap ends, then the new one alone', async () => {
    const { id, secret: first } = await fixture.webhook()
    const { data, response } = await rotate(id, { overlapDays: 7 })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(data).toEqual({
      object: 'webhook_secret',
      webhookId: id,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previousSecretExpiresAt: new Date(fixture.server.clock.now() + 7 * DAY).toISOString(),
    })
    const secrets = [first, data?.secret ?? '']
    expect(await verifying(secrets)).toEqual([true, true])
    await fixture.server.clock.advance(7 * DAY - 1)
    expect(await verifying(secrets)).toEqual([true, true])
    await fixture.server.clock.advance(1)
    expect(await verifying(secrets)).toEqual([false, true])
  })

  it('ends the old secret at once when asked to', async () => {
    const { id, secret } = await fixture.webhook()
    const rotated = await demand(rotate(id, { overlapDays: 0 }))
    expect(rotated.previousSecretExpiresAt).toBeNull()
    expect(await verifying([secret, rotated.secret])).toEqual([false, true])
  })

  it('leaves two secrets after two rotations, the older of them for a day', async () => {
    const { id, secret } = await fixture.webhook()
    const second = (await demand(rotate(id, { overlapDays: 7 }))).secret
    const third = await demand(rotate(id))
    expect(third.previousSecretExpiresAt).toBe(new Date(fixture.server.clock.now() + DAY).toISOString())
    expect(await verifying([secret, second, third.secret])).toEqual([false, true, true])
  })

  it('answers a repeat under the same idempotency key with the same secret', async () => {
    const { id } = await fixture.webhook()
    const send = () =>
      fixture.api.POST('/webhooks/{webhookId}/rotate-secret', {
        params: { path: { webhookId: id }, header: { 'Idempotency-Key': 'rotate-once' } },
        body: {},
      })
    const first = await demand(send())
    expect(await demand(send())).toEqual(first)
    expect(await verifying([first.secret])).toEqual([true])
  })

  it('refuses more than a week, and another organization', async () => {
    const { id, secret } = await fixture.webhook()
    expect(await outcome(rotate(id, { overlapDays: 8 }))).toEqual(rejectedAt('overlapDays'))
    expect(await outcome(rotate(id, {}, fixture.other))).toEqual(NOT_FOUND)
    expect(await verifying([secret])).toEqual([true])
  })
})
