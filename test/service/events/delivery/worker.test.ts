import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../../../src/client/webhooks.ts'
import { sealSecret } from '../../../../src/service/events/signingSecrets.ts'
import { createReceiver, hang, type Receiver, respondWith } from '../../../harness/receiver.ts'
import { createDeliveryWorld, startDeliveries } from '../deliveryWorld.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.requests.length = 0
  receiver.script(respondWith(200))
})

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('the worker', () => {
  it('lets no hanging endpoint hold up the others', async () => {
    const world = await startDeliveries(receiver)
    receiver.at('/hanging', hang)
    const hanging = await world.addWebhook(receiver.url('/hanging'))
    for (let i = 0; i < 20; i++) await world.append('prompt.created')
    await receiver.received(4) // as many as one endpoint may have in progress
    const healthy = await Promise.all(
      Array.from({ length: 99 }, (_, i) => world.addWebhook(receiver.url(`/healthy/${i}`))),
    )
    await world.append('prompt.created')
    await receiver.received(4 + healthy.length)
    expect(receiver.requests.filter(({ path }) => path === '/hanging')).toHaveLength(4)
    expect(new Set(receiver.requests.map(({ path }) => path)).size).toBe(100)
    expect((await world.log(hanging.id)).filter(({ status }) => status === 'pending')).toHaveLength(21)
  })

  it('takes up what a process before it left', async () => {
    const world = await createDeliveryWorld({ ca: receiver.ca })
    const { id } = await world.addWebhook(receiver.url())
    await world.append('prompt.created')
    await world.clock.advance(3 * HOUR)
    world.deliveries.start()
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([
      { status: 'success', deliveredAt: '2026-11-02T13:00:00.000Z' },
    ])
  })

  it('takes up what a killed process was at, once its lease is over', async () => {
    const world = await createDeliveryWorld({ ca: receiver.ca })
    const { id } = await world.addWebhook(receiver.url())
    await world.append('prompt.created')
    const leaseEnd = world.clock.now() + 45_000
    await world.database.write((tx) =>
      tx.run('UPDATE jobs SET claimed = 1, claims = 1, due_at = ?', leaseEnd),
    )
    world.deliveries.start()
    await world.jobs.idle()
    expect(receiver.requests).toHaveLength(0)
    await world.clock.advance(45_000)
    await world.jobs.idle()
    expect(receiver.requests).toHaveLength(1)
    expect(await world.log(id)).toMatchObject([{ status: 'success', attemptNumber: 1 }])
  })

  it('makes an attempt again, with the same bytes, when the outcome could not be recorded', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    const { write, claim } = world.database
    const fail = () => Promise.reject(new Error('disk full'))
    // The disk fails between the response and its record.
    receiver.script((response) => {
      Object.assign(world.database, { write: fail, claim: fail })
      response.end()
    }, respondWith(200))
    await world.append('prompt.created')
    await receiver.received(1)
    await world.jobs.idle()
    Object.assign(world.database, { write, claim })
    expect(await world.log(id)).toMatchObject([{ status: 'pending' }])
    await world.clock.advance(60_000)
    await world.jobs.idle()
    expect(await world.log(id)).toMatchObject([{ status: 'success', attemptNumber: 1 }])
    const [first, second] = receiver.requests
    expect(receiver.requests).toHaveLength(2)
    expect(second?.body).toEqual(first?.body)
  })

  it('puts an attempt back, without a trace, when the service stops in the middle of it', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    receiver.script(hang)
    await world.append('prompt.created')
    await receiver.received(1)
    const stopped = world.jobs.stop()
    await world.clock.advance(5000)
    await stopped
    expect(await world.log(id)).toMatchObject([{ status: 'pending', attemptNumber: 1, errorCode: null }])
  })
})

describe('while a secret is rotated', () => {
  it('both secrets sign until the overlap ends', async () => {
    const world = await startDeliveries(receiver)
    const { id, secret } = await world.addWebhook(receiver.url())
    const previous = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
    const until = world.clock.now() + DAY
    await world.database.write((tx) =>
      tx.run(
        'UPDATE webhooks SET previous_secret = ?, previous_secret_until = ? WHERE id = ?',
        sealSecret(world.keyring, id, previous),
        until,
        id,
      ),
    )
    const signers = async () => {
      await world.append('prompt.created')
      await world.jobs.idle()
      const { body = '', headers = {} } = receiver.requests.at(-1) ?? {}
      const accepts = async (one: string) => {
        try {
          return Boolean(await verifyWebhook(body, headers, one, { now: world.clock.now() }))
        } catch (error) {
          if (error instanceof WebhookVerificationError) return false
          throw error
        }
      }
      return { new: await accepts(secret), old: await accepts(previous) }
    }
    expect(await signers()).toEqual({ new: true, old: true })
    await world.clock.advance(DAY - 1)
    expect(await signers()).toEqual({ new: true, old: true })
    await world.clock.advance(1)
    expect(await signers()).toEqual({ new: true, old: false })
  })
})

describe('the log', () => {
  it('is cleared a second after the start, not during it', async () => {
    const world = await startDeliveries(receiver)
    await world.addWebhook(receiver.url())
    await world.append('prompt.created')
    await world.jobs.idle()
    await world.database.write((tx) => tx.run('UPDATE deliveries SET created_at = 0'))
    const left = () => world.database.read((tx) => tx.all('SELECT id FROM deliveries'))
    await world.clock.advance(999)
    expect(await left()).toHaveLength(1)
    await world.clock.advance(1)
    expect(await left()).toHaveLength(0)
  })

  it('that cannot be cleared is told to whoever keeps the log of the service', async () => {
    const world = await startDeliveries(receiver)
    await world.jobs.idle()
    await world.database.write((tx) => tx.run('ALTER TABLE deliveries RENAME TO gone'))
    await world.clock.advance(60_000)
    expect(world.errors).toEqual([
      expect.stringMatching(/no such table: deliveries|"deliveries" does not exist/),
    ])
  })

  it('is kept 30 days; what still waits is kept longer', async () => {
    const world = await startDeliveries(receiver)
    const { id } = await world.addWebhook(receiver.url())
    await world.append('prompt.created')
    await world.jobs.idle()
    await world.clock.advance(DAY)
    await world.append('prompt.created')
    await world.jobs.idle()
    await world.database.write((tx) =>
      tx.run("UPDATE deliveries SET status = 'pending' WHERE id = (SELECT min(id) FROM deliveries)"),
    )
    await world.append('prompt.created')
    await world.jobs.idle()
    const left = async () => ({
      attempts: (await world.log(id)).map(({ status }) => status),
      events: (await world.database.read((tx) => tx.all('SELECT id FROM events'))).length,
      bodies: (await world.database.read((tx) => tx.all('SELECT event_id FROM event_bodies'))).length,
    })
    await world.clock.advance(30 * DAY)
    expect(await left()).toEqual({ attempts: ['pending', 'success', 'success'], events: 3, bodies: 3 })
    await world.clock.advance(HOUR)
    expect(await left()).toEqual({ attempts: ['pending'], events: 1, bodies: 1 })
  })
})
