import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReceiver, type Receiver, type Responder, respondWith } from '../../../harness/receiver.ts'
import { createDeliveryWorld, type DeliveryWorld, startDeliveries } from '../deliveryWorld.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.requests.length = 0
  receiver.script(respondWith(200))
})

const DAY = 24 * 3_600_000

async function sendOne(world: DeliveryWorld) {
  await world.append('prompt.created')
  await world.jobs.idle()
}

describe('an endpoint that answers 410', () => {
  it('is gone: its webhook is disabled at once, and later events are skipped', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(410))
    await world.clock.advance(1000)
    await sendOne(world)
    expect(await world.webhook(id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'endpoint_gone',
      updated_at: world.clock.now(),
    })
    await sendOne(world)
    expect(await world.log(id)).toMatchObject([
      { status: 'failed', httpStatus: 410, nextAttemptAt: null },
      { status: 'skipped', errorCode: 'WEBHOOK_DISABLED' },
    ])
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('what waits behind the attempts under way', () => {
  /** Responses that the test releases. */
  function blocking() {
    const locked: (() => void)[] = []
    const block =
      (then: Responder): Responder =>
      (response, request) =>
        void locked.push(() => then(response, request))
    return { block, letGo: () => locked.splice(0).forEach((go) => void go()) }
  }

  /** A webhook with events that are due, before any worker starts. */
  async function backlog(events: number) {
    const world = await createDeliveryWorld({ ca: receiver.ca })
    const { id } = await world.addWebhook(receiver.url())
    for (let i = 0; i < events; i++) await world.append('prompt.created')
    return { world, id }
  }

  it('is not sent to an endpoint that one of them found gone', async () => {
    const { world, id } = await backlog(6)
    const { block, letGo } = blocking()
    receiver.script(respondWith(410), block(respondWith(200)))
    world.deliveries.start()
    await receiver.received(4)
    while ((await world.webhook(id))?.status !== 'disabled');
    letGo()
    await world.jobs.idle()
    expect((await world.log(id)).map(({ status, errorCode }) => errorCode ?? status).sort()).toEqual([
      'WEBHOOK_DISABLED',
      'WEBHOOK_DISABLED',
      'failed',
      'success',
      'success',
      'success',
    ])
    expect(receiver.requests).toHaveLength(4)
  })

  it('forgives a failure that it came after', async () => {
    const { world, id } = await backlog(5)
    const { block, letGo } = blocking()
    receiver.script(respondWith(404), block(respondWith(200)))
    world.deliveries.start()
    await receiver.received(5) // the fifth replaces the one that failed
    letGo()
    await world.jobs.idle()
    expect(await world.webhook(id)).toMatchObject({ failing_since: null })
  })
})

describe('an endpoint that fails', () => {
  it('for five days alone has its webhook disabled', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(404))
    await sendOne(world)
    await world.clock.advance(5 * DAY - 1)
    await sendOne(world)
    expect(await world.webhook(id)).toMatchObject({ status: 'active', disabled_reason: null })
    await world.clock.advance(1)
    await sendOne(world)
    expect(await world.webhook(id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'repeated_failures',
    })
  })

  it('is forgiven by one success', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(404), respondWith(200), respondWith(404))
    await sendOne(world)
    await world.clock.advance(4 * DAY)
    await sendOne(world)
    await world.clock.advance(4 * DAY)
    await sendOne(world)
    await world.clock.advance(4 * DAY)
    await sendOne(world)
    expect(await world.webhook(id)).toMatchObject({ status: 'active' })
    expect(receiver.requests).toHaveLength(4)
  })
})

describe('attempts that are due', () => {
  it.each([
    ['paused', 'WEBHOOK_PAUSED'],
    ['disabled', 'WEBHOOK_DISABLED'],
  ])('to a webhook that was %s meanwhile are skipped', async (status, errorCode) => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(500))
    await sendOne(world)
    await world.database.write((tx) => tx.run('UPDATE webhooks SET status = ? WHERE id = ?', status, id))
    await world.clock.advance(60_000)
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { status: 'failed' },
      { status: 'skipped', errorCode, attemptNumber: 2 },
    ])
    expect(receiver.requests).toHaveLength(1)
  })

  it('to a webhook that was deleted meanwhile are given up', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(respondWith(500))
    await sendOne(world)
    await world.database.write((tx) => tx.run('DELETE FROM webhooks WHERE id = ?', id))
    await world.clock.advance(60_000)
    await world.jobs.idle()
    expect(receiver.requests).toHaveLength(1)
    expect(await world.database.read((tx) => tx.all('SELECT id FROM jobs'))).toEqual([])
    expect(await world.log(id)).toMatchObject([{ status: 'failed' }, { status: 'skipped' }])
  })
})
