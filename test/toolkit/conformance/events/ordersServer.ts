/** A third-party server, which sends Standard Webhooks; right, or with one fault. */
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type EventServer, listen } from './listen.ts'

export const orderFaults = [
  'signs-without-the-id',
  'writes-digests-in-hex',
  'makes-a-new-id-for-each-attempt',
  'sends-the-state-before-the-change',
  'sends-every-type-to-everybody',
  'tries-refusals-again',
  'follows-redirects',
  'records-200-for-everything',
  'signs-milliseconds',
  'says-nothing-of-deletions',
  'never-tries-again',
] as const
export type OrderFault = (typeof orderFaults)[number]

interface Endpoint {
  id: string
  url: string
  eventTypes: string[]
  signingSecret: string
  attempts: { messageId: string; attempt: number; responseStatusCode: number }[]
}

/** Milliseconds before each further attempt. */
const DELAYS = [60, 120]

export async function startOrders(fault?: OrderFault): Promise<EventServer> {
  const orders = new Map<string, Record<string, unknown>>()
  const endpoints = new Map<string, Endpoint>()
  const timers = new Set<NodeJS.Timeout>()
  let made = 0

  const raise = (type: string, data: unknown) => {
    if (fault === 'says-nothing-of-deletions' && type === 'order.deleted') return
    const id = `msg_${randomBytes(9).toString('hex')}`
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
    for (const endpoint of endpoints.values())
      if (endpoint.eventTypes.includes(type) || fault === 'sends-every-type-to-everybody')
        void attempt(endpoint, id, body, 1)
  }

  const attempt = async (endpoint: Endpoint, id: string, body: string, nth: number): Promise<void> => {
    const now = Date.now()
    const timestamp = String(fault === 'signs-milliseconds' ? now : Math.floor(now / 1000))
    const signed = fault === 'signs-without-the-id' ? `${timestamp}.${body}` : `${id}.${timestamp}.${body}`
    const key = Buffer.from(endpoint.signingSecret.slice('whsec_'.length), 'base64')
    const encoding = fault === 'writes-digests-in-hex' ? 'hex' : 'base64'
    const headers = {
      'content-type': 'application/json',
      'Order-Id': String((JSON.parse(body) as { data: { id: string } }).data.id),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest(encoding)}`,
    }
    const redirect = fault === 'follows-redirects' ? 'follow' : 'manual'
    const status = await fetch(endpoint.url, { method: 'POST', headers, body, redirect })
      .then((response) => response.arrayBuffer().then(() => response.status))
      .catch(() => 0)
    const responseStatusCode = fault === 'records-200-for-everything' ? 200 : status
    endpoint.attempts.push({ messageId: id, attempt: nth, responseStatusCode })
    const again = [0, 500, 503].includes(status) || (fault === 'tries-refusals-again' && status >= 400)
    const delay = DELAYS[nth - 1]
    if (!again || delay === undefined || fault === 'never-tries-again') return
    const next = fault === 'makes-a-new-id-for-each-attempt' ? `msg_${randomBytes(9).toString('hex')}` : id
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (endpoints.has(endpoint.id)) void attempt(endpoint, next, body, nth + 1)
    }, delay)
    timers.add(timer)
  }

  const response = async (request: IncomingMessage): Promise<[status: number, body?: unknown]> => {
    const [, collection = '', id = '', inner] = (request.url ?? '').split('/')
    const body = await bodyOf(request)
    if (collection === 'orders' && request.method === 'POST') {
      if (typeof body?.customer !== 'string' || !Number.isInteger(body?.pieces)) return [400]
      const order = { id: `o${++made}`, customer: body.customer, pieces: body.pieces, revision: 1 }
      orders.set(order.id, order)
      raise('order.created', order)
      return [201, order]
    }
    if (collection === 'orders' && id === '') return [200, { orders: [...orders.values()] }]
    const order = orders.get(id)
    if (collection === 'orders' && order === undefined) return [404]
    if (collection === 'orders' && request.method === 'DELETE') {
      orders.delete(id)
      raise('order.deleted', order)
      return [204]
    }
    if (collection === 'orders' && request.method === 'PATCH') {
      if (!Number.isInteger(body?.pieces)) return [400]
      // A request that changes nothing raises no event.
      if (body?.pieces === order?.pieces) return [200, order]
      const changed = { ...order, ...body, revision: Number(order?.revision) + 1 }
      orders.set(id, changed)
      raise('order.updated', fault === 'sends-the-state-before-the-change' ? order : changed)
      return [200, changed]
    }
    if (collection === 'orders') return [200, order]
    if (request.method === 'POST' && id === '') {
      if (typeof body?.url !== 'string' || !Array.isArray(body?.eventTypes)) return [400]
      const endpoint: Endpoint = {
        id: `e${++made}`,
        url: body.url,
        eventTypes: body.eventTypes as string[],
        signingSecret: `whsec_${randomBytes(24).toString('base64')}`,
        attempts: [],
      }
      endpoints.set(endpoint.id, endpoint)
      const { attempts: _, ...shown } = endpoint
      return [201, shown]
    }
    const endpoint = endpoints.get(id)
    if (endpoint === undefined) return [404]
    if (inner === 'attempts') return [200, { attempts: endpoint.attempts }]
    endpoints.delete(id)
    return [204]
  }

  const { target, close } = await listen(response)
  return {
    target,
    close() {
      for (const timer of timers) clearTimeout(timer)
      return close()
    },
  }
}

export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse((await buffer(request)).toString()) as Record<string, unknown>
  } catch {
    return undefined
  }
}
