import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer } from '../../../harness/receiver.ts'
import { demand, NOT_FOUND, openStand, refusal, refusedAt, type Stand } from './stand.ts'

let stand: Stand
// Every webhook of an organization hears of its prompts: one stand for each test.
beforeEach(async () => {
  stand = await openStand()
})
afterEach(() => stand.close())

const MINUTE = 60_000
const at = (time: number) => new Date(time).toISOString()

const replay = (webhookId: string, from: string, to: string, api = stand.api) =>
  api.POST('/webhooks/{webhookId}/replay', { params: { path: { webhookId } }, body: { from, to } })

const read = (webhookId: string, replayId = '', api = stand.api) =>
  demand(api.GET('/webhooks/{webhookId}/replays/{replayId}', { params: { path: { webhookId, replayId } } }))

const setStatus = (webhookId: string, status: 'active' | 'paused') =>
  demand(stand.api.PATCH('/webhooks/{webhookId}', { params: { path: { webhookId } }, body: { status } }))

/** Raises events, a second apart. @returns the times at which they were raised */
async function happenings(count: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    times.push(stand.server.clock.now())
    await stand.happen()
    await stand.server.clock.advance(1000)
  }
  return times
}

const eventIds = () =>
  stand.receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id)

describe('replayWebhookEvents: POST /webhooks/{webhookId}/replay', () => {
  it('sends what was skipped in the range, oldest first, once', async () => {
    const { id } = await stand.webhook()
    await setStatus(id, 'paused')
    const times = await happenings(120) // more than one batch
    const skipped = await stand.log(id)
    expect(skipped).toHaveLength(100) // a page of them
    await setStatus(id, 'active')
    const [from, to] = [at(times[1] ?? 0), at(times[119] ?? 0)]
    const { data, response } = await replay(id, from, to)
    expect(response.status).toBe(202)
    const now = at(stand.server.clock.now())
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
    await stand.server.services.jobs.idle()
    expect(await read(id, data?.id)).toEqual({
      ...data,
      status: 'completed',
      deliveryCount: 118,
      completedAt: now,
    })
    expect(stand.receiver.requests).toHaveLength(118)
    expect(new Set(eventIds()).size).toBe(118)
    // Four at a time reach the endpoint, so that neighbours may overtake one another.
    expect(eventIds().slice(0, 4).sort()).toEqual(skipped.slice(1, 5).map(({ eventId }) => eventId))

    await demand(replay(id, from, to))
    await stand.server.services.jobs.idle()
    expect(stand.receiver.requests).toHaveLength(118)
  })

  it('sends what failed for good, not what was received or will be tried again', async () => {
    const { id } = await stand.webhook()
    const begin = stand.server.clock.now()
    stand.receiver.script(answer(404), answer(200), answer(503), answer(200))
    await happenings(3)
    const [failed] = await stand.log(id)
    stand.receiver.requests.length = 0
    await demand(replay(id, at(begin), at(begin + MINUTE)))
    await stand.server.services.jobs.idle()
    expect(eventIds()).toEqual([failed?.eventId])
  })

  it('takes a moment to come as now, and other offsets than UTC', async () => {
    const { id } = await stand.webhook()
    await setStatus(id, 'paused')
    const [time = 0] = await happenings(1)
    await setStatus(id, 'active')
    const inParis = at(time + 60 * MINUTE).replace('Z', '+01:00')
    const { to, from } = await demand(replay(id, inParis, '9999-12-31T23:59:59Z'))
    expect({ to, from }).toEqual({ from: at(time), to: at(stand.server.clock.now()) })
    await stand.server.services.jobs.idle()
    expect(stand.receiver.requests).toHaveLength(1)
  })

  it.each([
    ['from', 'the future', '2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'],
    ['to', 'an empty range', '2026-10-02T00:00:00Z', '2026-10-02T00:00:00Z'],
    ['to', 'a range that ends before it begins', '2026-10-02T00:00:00Z', '2026-10-01T00:00:00Z'],
    ['to', 'a sixtieth second at noon', '2026-10-02T00:00:00Z', '2026-10-02T12:00:60Z'],
    ['from', 'no time', 'yesterday', '2026-10-02T00:00:00Z'],
  ])('refuses at %s: %s', async (field, _, from, to) => {
    const { id } = await stand.webhook()
    expect(await refusal(replay(id, from, to))).toEqual(refusedAt(field))
  })

  it('refuses a webhook that is not active, and another organization', async () => {
    const { id } = await stand.webhook()
    const range = ['2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'] as const
    expect(await refusal(replay(id, ...range, stand.other))).toEqual(NOT_FOUND)
    await setStatus(id, 'paused')
    expect(await refusal(replay(id, ...range))).toEqual({ status: 409, code: 'INVALID_STATE' })
  })
})

const DAY = 24 * 60 * MINUTE

describe('getWebhookReplay: GET /webhooks/{webhookId}/replays/{replayId}', () => {
  it('says stopped of one whose webhook was paused before it came to its turn', async () => {
    const { id } = await stand.webhook()
    const { database } = stand.server.services
    await setStatus(id, 'paused')
    const [time = 0] = await happenings(1)
    await setStatus(id, 'active')
    // Both in one transaction: no worker comes in between.
    const replayId = await database.write(async (tx) => {
      const range = { from: time, to: time + MINUTE }
      await tx.run(`UPDATE webhooks SET status = 'paused' WHERE id = ?`, id)
      return stand.server.services.outbox.replay(tx, {
        ...range,
        organizationId: stand.server.a.id,
        webhookId: id,
      })
    })
    await stand.server.services.jobs.idle()
    expect(await read(id, replayId)).toMatchObject({ status: 'stopped', deliveryCount: 0 })
    expect(stand.receiver.requests).toHaveLength(0)
  })

  it('is readable for 30 days, to its own organization, below its own webhook', async () => {
    const { id } = await stand.webhook()
    const { id: another } = await stand.webhook()
    const { id: replayId } = await demand(replay(id, '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'))
    const path = { webhookId: id, replayId }
    const ask = (api = stand.api, webhookId = id) =>
      refusal(
        api.GET('/webhooks/{webhookId}/replays/{replayId}', { params: { path: { ...path, webhookId } } }),
      )
    expect(await ask(stand.other)).toEqual(NOT_FOUND)
    expect(await ask(stand.api, another)).toEqual(NOT_FOUND)
    await stand.server.services.jobs.idle()
    await stand.server.clock.advance(29 * DAY)
    expect(await read(id, replayId)).toMatchObject({ status: 'completed' })
    await stand.server.clock.advance(2 * DAY)
    expect(await ask()).toEqual(NOT_FOUND)
  })
})
