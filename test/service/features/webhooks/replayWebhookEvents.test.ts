import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { respondWith } from '../../../harness/receiver.ts'
import { demand, NOT_FOUND, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
// Every webhook of an organization receives its prompt events: one fixture for each test.
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const MINUTE = 60_000
const at = (time: number) => new Date(time).toISOString()

const replay = (webhookId: string, from: string, to: string, api = fixture.api) =>
  api.POST('/webhooks/{webhookId}/replay', { params: { path: { webhookId } }, body: { from, to } })

const read = (webhookId: string, replayId = '', api = fixture.api) =>
  demand(api.GET('/webhooks/{webhookId}/replays/{replayId}', { params: { path: { webhookId, replayId } } }))

const setStatus = (webhookId: string, status: 'active' | 'paused') =>
  demand(fixture.api.PATCH('/webhooks/{webhookId}', { params: { path: { webhookId } }, body: { status } }))

/** Raises events, a second apart. @returns the times at which they were raised */
async function happenings(count: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    times.push(fixture.server.clock.now())
    await fixture.happen()
    await fixture.server.clock.advance(1000)
  }
  return times
}

const eventIds = () =>
  fixture.receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id)

describe('replayWebhookEvents: POST /webhooks/{webhookId}/replay', () => {
  it('sends what was skipped in the range, oldest first, once', async () => {
    const { id } = await fixture.webhook()
    await setStatus(id, 'paused')
    const times = await happenings(120) // more than one batch
    const skipped = await fixture.log(id)
    expect(skipped).toHaveLength(100) // a page of them
    await setStatus(id, 'active')
    const [from, to] = [at(times[1] ?? 0), at(times[119] ?? 0)]
    const { data, response } = await replay(id, from, to)
    expect(response.status).toBe(202)
    const now = at(fixture.server.clock.now())
    expect(data).toEqual({
      id: expect.stringMatching(/^replay_/),
      object: 'webhook_replay',
      webhookId: id,
      from,
      to,
      createdAt: now,
      status: 'running',
      deliveryCount: 0,
      completedAt: null,
    })
    const location = `/v1/webhooks/${id}/replays/${data?.id}`
    expect(response.headers.get('location')).toBe(location)
    await fixture.server.services.jobs.idle()
    expect(await read(id, data?.id)).toEqual({
      ...data,
      status: 'completed',
      deliveryCount: 118,
      completedAt: now,
    })
    expect(fixture.receiver.requests).toHaveLength(118)
    expect(new Set(eventIds()).size).toBe(118)
    // Four at a time reach the endpoint, so that neighbours may overtake one another.
    expect(eventIds().slice(0, 4).sort()).toEqual(skipped.slice(1, 5).map(({ eventId }) => eventId))

    await demand(replay(id, from, to))
    await fixture.server.services.jobs.idle()
    expect(fixture.receiver.requests).toHaveLength(118)
  })

  it('sends what failed for good, not what was received or will be tried again', async () => {
    const { id } = await fixture.webhook()
    const begin = fixture.server.clock.now()
    fixture.receiver.script(respondWith(404), respondWith(200), respondWith(503), respondWith(200))
    await happenings(3)
    const [failed] = await fixture.log(id)
    fixture.receiver.requests.length = 0
    await demand(replay(id, at(begin), at(begin + MINUTE)))
    await fixture.server.services.jobs.idle()
    expect(eventIds()).toEqual([failed?.eventId])
  })

  it('takes a moment to come as now, and other offsets than UTC', async () => {
    const { id } = await fixture.webhook()
    await setStatus(id, 'paused')
    const [time = 0] = await happenings(1)
    await setStatus(id, 'active')
    const inParis = at(time + 60 * MINUTE).replace('Z', '+01:00')
    const { to, from } = await demand(replay(id, inParis, '9999-12-31T23:59:59Z'))
    expect({ to, from }).toEqual({ from: at(time), to: at(fixture.server.clock.now()) })
    await fixture.server.services.jobs.idle()
    expect(fixture.receiver.requests).toHaveLength(1)
  })

  it.each([
    ['from', 'the future', '2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'],
    ['to', 'an empty range', '2026-10-02T00:00:00Z', '2026-10-02T00:00:00Z'],
    ['to', 'a range that ends before it begins', '2026-10-02T00:00:00Z', '2026-10-01T00:00:00Z'],
    ['to', 'a sixtieth second at noon', '2026-10-02T00:00:00Z', '2026-10-02T12:00:60Z'],
    ['from', 'no time', 'yesterday', '2026-10-02T00:00:00Z'],
  ])('refuses at %s: %s', async (field, _, from, to) => {
    const { id } = await fixture.webhook()
    expect(await outcome(replay(id, from, to))).toEqual(rejectedAt(field))
  })

  it('refuses a webhook that is not active, and another organization', async () => {
    const { id } = await fixture.webhook()
    const range = ['2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'] as const
    expect(await outcome(replay(id, ...range, fixture.other))).toEqual(NOT_FOUND)
    await setStatus(id, 'paused')
    expect(await outcome(replay(id, ...range))).toEqual({ status: 409, code: 'INVALID_STATE' })
  })
})

const DAY = 24 * 60 * MINUTE

describe('getWebhookReplay: GET /webhooks/{webhookId}/replays/{replayId}', () => {
  it('says stopped of one whose webhook was paused before it came to its turn', async () => {
    const { id } = await fixture.webhook()
    const { database } = fixture.server.services
    await setStatus(id, 'paused')
    const [time = 0] = await happenings(1)
    await setStatus(id, 'active')
    // Both in one transaction: no worker comes in between.
    const replayId = await database.write(async (tx) => {
      const range = { from: time, to: time + MINUTE }
      await tx.run(`UPDATE webhooks SET status = 'paused' WHERE id = ?`, id)
      return fixture.server.services.outbox.replay(tx, {
        ...range,
        organizationId: fixture.server.a.id,
        webhookId: id,
      })
    })
    await fixture.server.services.jobs.idle()
    expect(await read(id, replayId)).toMatchObject({ status: 'stopped', deliveryCount: 0 })
    expect(fixture.receiver.requests).toHaveLength(0)
  })

  it('is readable for 30 days, to its own organization, below its own webhook', async () => {
    const { id } = await fixture.webhook()
    const { id: another } = await fixture.webhook()
    const { id: replayId } = await demand(replay(id, '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'))
    const path = { webhookId: id, replayId }
    const ask = (api = fixture.api, webhookId = id) =>
      outcome(
        api.GET('/webhooks/{webhookId}/replays/{replayId}', { params: { path: { ...path, webhookId } } }),
      )
    expect(await ask(fixture.other)).toEqual(NOT_FOUND)
    expect(await ask(fixture.api, another)).toEqual(NOT_FOUND)
    await fixture.server.services.jobs.idle()
    await fixture.server.clock.advance(29 * DAY)
    expect(await read(id, replayId)).toMatchObject({ status: 'completed' })
    await fixture.server.clock.advance(2 * DAY)
    expect(await ask()).toEqual(NOT_FOUND)
  })
})
