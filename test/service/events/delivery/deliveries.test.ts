import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../../../src/client/webhooks.ts'
import { createReceiver, hang, type Receiver, reset, respondWith } from '../../../harness/receiver.ts'
import { startDeliveries } from '../deliveryWorld.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.requests.length = 0
  receiver.script(respondWith(200, 'ok'))
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a delivery', () => {
  it('carries the signed event, and its record the answer', async () => {
    const world = await startDeliveries(receiver)
    const { id, secret } = await world.addWebhook(receiver.url('/in?key=1'))
    const eventId = await world.append('prompt.created')
    await world.jobs.idle()

    const [request] = receiver.requests
    expect(receiver.requests).toHaveLength(1)
    expect(request).toMatchObject({ method: 'POST', path: '/in?key=1' })
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'prompt-service-webhooks/1',
    })
    const event = await verifyWebhook(request?.body ?? '', request?.headers ?? {}, secret, {
      now: world.clock.now(),
    })
    expect(event).toMatchObject({ id: eventId, type: 'prompt.created', apiVersion: '2026-11-01' })

    expect(await world.log(id)).toEqual([
      {
        id: expect.stringMatching(/^delivery_/),
        object: 'webhook_delivery',
        webhookId: id,
        createdAt: '2026-11-02T10:00:00.000Z',
        eventId,
        eventType: 'prompt.created',
        status: 'success',
        httpStatus: 200,
        responseTime: 0,
        attemptNumber: 1,
        deliveredAt: '2026-11-02T10:00:00.000Z',
        nextAttemptAt: null,
        errorCode: null,
        responseBody: 'ok',
      },
    ])
  })

  it.each([[200], [201], [204], [299]])('is a success with %d', async (status) => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(status))
    await world.append('prompt.created')
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { status: 'success', httpStatus: status, nextAttemptAt: null },
    ])
  })

  it.each([
    [300],
    [301],
    [302],
    [304],
    [307],
    [308],
    [400],
    [401],
    [403],
    [404],
    [409],
    [422],
    [501],
    [505],
    [599],
  ])('has failed for good with %d', async (status) => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(status, '', { Location: receiver.url('/elsewhere') }))
    await world.append('prompt.created')
    await world.jobs.idle()
    await world.clock.advance(48 * HOUR)
    await world.jobs.idle()
    expect(receiver.requests).toHaveLength(1)
    expect(await world.log(id)).toMatchObject([
      { status: 'failed', httpStatus: status, nextAttemptAt: null, errorCode: null },
    ])
  })

  it.each([[408], [429], [500], [502], [503], [504]])('is tried again after %d', async (status) => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(status), respondWith(200))
    await world.append('prompt.created')
    await world.jobs.idle()
    await world.clock.advance(MINUTE)
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { attemptNumber: 1, status: 'failed', httpStatus: status, nextAttemptAt: '2026-11-02T10:01:00.000Z' },
      { attemptNumber: 2, status: 'success', httpStatus: 200, nextAttemptAt: null },
    ])
  })

  it.each([
    [
      'a connection that is cut',
      { url: () => receiver.url(), ca: () => receiver.ca, want: 'CONNECTION_RESET' },
    ],
    [
      'a certificate of an unknown authority',
      { url: () => receiver.url(), ca: () => '', want: 'TLS_CERTIFICATE_UNTRUSTED' },
    ],
    [
      'a refused connection',
      { url: () => 'https://127.0.0.1:1/', ca: () => receiver.ca, want: 'CONNECTION_REFUSED' },
    ],
  ])('is tried again after %s', async (_name, { url, ca, want }) => {
    const world = await startDeliveries(receiver, { ca: ca() })
    const { id } = await world.addWebhook(url())
    receiver.script(reset)
    await world.append('prompt.created')
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { status: 'failed', errorCode: want, httpStatus: null, responseTime: null, deliveredAt: null },
      { status: 'pending', attemptNumber: 2, nextAttemptAt: '2026-11-02T10:01:00.000Z' },
    ])
  })

  it('is tried again after 30 seconds of silence, counted from the end of the attempt', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(hang)
    await world.append('prompt.created')
    await receiver.received(1)
    await world.clock.advance(30_000)
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { status: 'failed', errorCode: 'TIMEOUT', nextAttemptAt: '2026-11-02T10:01:30.000Z' },
      { status: 'pending' },
    ])
  })

  it('to a forbidden address is skipped, for good', async () => {
    const world = await startDeliveries(receiver, { allow: [] })
    const { id } = await world.addWebhook(receiver.url())
    await world.append('prompt.created')
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { status: 'skipped', errorCode: 'ADDRESS_REFUSED', nextAttemptAt: null },
    ])
    expect(receiver.requests).toHaveLength(0)
  })
})

describe('the schedule', () => {
  it('makes eight attempts with the same bytes, each signed afresh, and is then exhausted', async () => {
    const world = await startDeliveries(receiver)
    const { id, secret } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(503))
    await world.append('prompt.created')
    await world.jobs.idle()
    const waits: number[] = []
    for (let attempt = 1; attempt < 8; attempt++) {
      const { nextAttemptAt } = (await world.log(id)).at(-1) ?? {}
      const wait = Date.parse(nextAttemptAt ?? '') - world.clock.now()
      waits.push(wait)
      await world.clock.advance(wait - 1)
      await world.jobs.idle()
      expect(receiver.requests).toHaveLength(attempt)
      await world.clock.advance(1)
      await world.jobs.idle()
      expect(receiver.requests).toHaveLength(attempt + 1)
    }
    await world.clock.advance(48 * HOUR)
    await world.jobs.idle()

    const nominal = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR]
    expect(waits.slice(0, 2)).toEqual(nominal.slice(0, 2))
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(nominal[i] ?? 0)
      expect(wait).toBeLessThanOrEqual(1.05 * (nominal[i] ?? 0))
    }
    expect(waits.some((wait, i) => wait > (nominal[i] ?? 0))).toBe(true)

    const log = await world.log(id)
    expect(log.map(({ status }) => status)).toEqual([...Array(7).fill('failed'), 'exhausted'])
    expect(log.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(log.at(-1)).toMatchObject({ nextAttemptAt: null })
    expect(new Set(log.map(({ eventId }) => eventId)).size).toBe(1)

    expect(receiver.requests).toHaveLength(8)
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1)
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(8)
    for (const { body, headers } of receiver.requests) {
      const now = Number(headers['x-service-timestamp']) * 1000
      expect(await verifyWebhook(body, headers, secret, { now })).toBeTruthy()
    }
  })

  it.each([
    ['lengthens a step', { header: '90', want: 90_000 }],
    ['lengthens a step as a date', { header: 'Mon, 02 Nov 2026 10:01:45 GMT', want: 105_000 }],
    ['lengthens a step no more than twice', { header: '86400', want: 120_000 }],
    ['shortens nothing', { header: '1', want: 60_000 }],
    ['counts for nothing when it is in the past', { header: 'Mon, 02 Nov 2020 10:00:00 GMT', want: 60_000 }],
    ['counts for nothing when it is neither', { header: 'soon', want: 60_000 }],
  ])('Retry-After %s', async (_name, { header, want }) => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(429, '', { 'Retry-After': header }))
    await world.append('prompt.created')
    await world.jobs.idle()
    const { nextAttemptAt } = (await world.log(id)).at(-1) ?? {}
    expect(Date.parse(nextAttemptAt ?? '') - world.clock.now()).toBe(want)
  })

  it('runs faster where the operator says so', async () => {
    const world = await startDeliveries(receiver, { retryTimeScale: 100 })
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(500))
    await world.append('prompt.created')
    await world.jobs.idle()
    expect((await world.log(id)).at(-1)).toMatchObject({ nextAttemptAt: '2026-11-02T10:00:00.600Z' })
  })
})
