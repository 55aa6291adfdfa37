/** The effect of every kind of receiver on a delivery, over a real connection: source, "Delivery and retries". */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '../../../../generated/openapi.v1.ts'
import {
  createReceiver,
  hang,
  type Receiver,
  type Responder,
  raw,
  reset,
  respondWith,
} from '../../../harness/receiver.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { type DeliveryWorld, startDeliveries } from '../deliveryWorld.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.requests.length = 0
})

/** Sends one event. @returns its first attempt, once it has ended */
async function deliver(
  world: DeliveryWorld,
  reply: Responder,
  { silent = false } = {},
): Promise<WebhookDelivery | undefined> {
  const before = receiver.requests.length
  receiver.script(reply)
  const { id } = await world.addWebhook(receiver.url())
  await world.append('prompt.created')
  await receiver.received(before + 1)
  if (silent) await world.clock.advance(30_000)
  await world.jobs.idle()
  await world.database.write((tx) => tx.run(`UPDATE webhooks SET status = 'paused' WHERE id = ?`, id))
  const [first] = await world.log(id)
  return first
}

type Outcome = 'success' | 'retried' | 'final'
const outcomeOf = (attempt: WebhookDelivery | undefined): Outcome =>
  attempt?.status === 'success' ? 'success' : attempt?.nextAttemptAt === null ? 'final' : 'retried'

const RETRIED = [408, 429, 500, 502, 503, 504]
const statuses = [...Array.from({ length: 400 }, (_, i) => 200 + i), 600, 799, 999]
const wanted = (status: number): Outcome =>
  status <= 299 ? 'success' : RETRIED.includes(status) ? 'retried' : 'final'

describe('a receiver that answers with', () => {
  it.each(casesOf([4, 2, 3, 5, 6, 7, 9], 7, 1))(
    'any %dxx status: as specified',
    async (hundred) => {
      const world = await startDeliveries(receiver)
      const mine = statuses.filter((status) => Math.floor(status / 100) === hundred)
      const outcomes: [number, Outcome][] = []
      for (const status of mine) outcomes.push([status, outcomeOf(await deliver(world, respondWith(status)))])
      expect(outcomes).toEqual(mine.map((status) => [status, wanted(status)]))
    },
    120_000,
  )
})

const GIGABYTE = 1024 ** 3

/** Writes as much as the connection accepts, and counts it. */
function flood(): { reply: Responder; sent(): number; ended: Promise<void> } {
  let sent = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const reply: Responder = (response) => {
    response.writeHead(200, { 'Content-Length': GIGABYTE })
    const pour = () => {
      while (sent < GIGABYTE && !response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', pour)
      }
    }
    response.once('close', end)
    pour()
  }
  return { reply, sent: () => sent, ended }
}

describe('a receiver that', () => {
  const given: [string, { reply: Responder; want: Outcome; code: string | null; body?: null }][] = [
    ['never answers', { reply: hang, want: 'retried', code: 'TIMEOUT' }],
    ['trickles its headers', { reply: raw('HTTP/1.1 200 OK\r\nX-Slow: '), want: 'retried', code: 'TIMEOUT' }],
    ['resets the connection', { reply: reset, want: 'retried', code: 'CONNECTION_RESET' }],
    ['speaks something else', { reply: raw('220 smtp ready\r\n'), want: 'final', code: 'INVALID_RESPONSE' }],
    [
      'redirects to an inner address',
      {
        reply: respondWith(307, 'over there', { Location: 'https://169.254.169.254/' }),
        want: 'final',
        code: null,
      },
    ],
    [
      'answers with a gzip bomb',
      {
        reply: respondWith(200, gzipSync(Buffer.alloc(50 * 1024 * 1024)), { 'Content-Encoding': 'gzip' }),
        want: 'success',
        code: null,
        body: null,
      },
    ],
  ]
  it.each(given)('%s', async (_, { reply, want, code, body }) => {
    const world = await startDeliveries(receiver)
    const attempt = await deliver(world, reply, { silent: code === 'TIMEOUT' })
    expect({ outcome: outcomeOf(attempt), code: attempt?.errorCode }).toEqual({ outcome: want, code })
    if (body !== undefined) expect(attempt?.responseBody).toBe(body)
    expect(receiver.requests).toHaveLength(1)
  })

  it('sends a gigabyte is cut off after a first kilobyte', async () => {
    const world = await startDeliveries(receiver)
    const { reply, sent, ended } = flood()
    const attempt = await deliver(world, reply)
    await ended
    expect(attempt).toMatchObject({ status: 'success', responseBody: 'x'.repeat(1024) })
    expect(sent()).toBeLessThan(32 * 1024 * 1024) // the capacity of the buffers of two sockets, at most
  })
})
