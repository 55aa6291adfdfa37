/** Runs between our server and the kit: the API through a planting proxy, and the deliveries through a forwarder. */
import type { IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Agent, request as send } from 'undici'
import { createFaultProxy } from '../../../../src/toolkit/mutate/proxy.ts'
import {
  editJson,
  type Handle,
  objectOf,
  operationOf,
  type WireRequest,
  type WireResponse,
  withBytes,
  withField,
} from '../faults/fault.ts'
import { deliveryFaults } from './deliveries.ts'
import type { Deliver, DeliveryFault, Forward } from './delivery.ts'
import type { RequestFault } from './request.ts'

export interface PlantedServer {
  /** Origin that the kit calls. */
  origin: string
  close(): Promise<void>
}

export interface PlantingParts {
  /** Origin of the right server. */
  server: string
  ca: string
  /** Of the forwarder, which the right server trusts. */
  tls: { key: string; cert: string }
  /** CA of the kit's receiver. */
  receiverCa: string
  known: { basic: string; owner: string }
}

const plainly: Deliver = async (posted, forward) => (await forward(posted)).status

/** The right server with one fault, or with none. */
export async function plantServer(
  parts: PlantingParts,
  fault?: DeliveryFault | RequestFault,
): Promise<PlantedServer> {
  const secrets = new Map<string, string>()
  const forwarder = await startForwarder(parts, secrets, isDelivery(fault) ? fault.plant() : plainly)
  const proxy = await createFaultProxy({ target: parts.server, ca: parts.ca })
  const inner: Handle =
    fault === undefined || isDelivery(fault) ? (request, ask) => ask(request) : fault.plant(parts.known)
  const handle: Handle = (request, ask) =>
    inner(request, async (asked) => shown(await ask(hidden(asked)), asked))

  /** The request to the right server: it delivers to the forwarder, and as if it were called itself. */
  const hidden = (request: WireRequest): WireRequest => {
    const origin = request.fields.find(([name]) => name.toLowerCase() === 'origin')?.[1]
    const asked = origin === proxy.origin ? withField(request, 'Origin', parts.server) : request
    if (!['createWebhook', 'updateWebhook'].includes(operationOf(request) ?? '')) return asked
    return editJson(asked, (body) => {
      if (typeof body.url === 'string' && /^https:\/\/127\.0\.0\.1:\d+\/m\d+$/.test(body.url))
        body.url = forwarder.urlOf(body.url)
    })
  }
  /** The response that the kit sees. */
  const shown = (response: WireResponse, request: WireRequest): WireResponse => {
    if (operationOf(request) === 'createWebhook') {
      const made = objectOf(response)
      if (typeof made?.secret === 'string' && typeof made.url === 'string')
        secrets.set(forwarder.targetOf(made.url), made.secret)
    }
    const renamed = (text: string) =>
      forwarder
        .restore(text)
        .replaceAll(parts.server, proxy.origin)
        .replaceAll(encodeURIComponent(parts.server), encodeURIComponent(proxy.origin))
    const location = response.fields.find(([name]) => name.toLowerCase() === 'location')?.[1]
    const moved = location === undefined ? response : withField(response, 'Location', renamed(location))
    const text = moved.body.toString()
    const other = renamed(text)
    return other === text ? moved : withBytes(moved, Buffer.from(other))
  }
  proxy.plant({ plant: () => handle })
  return {
    origin: proxy.origin,
    async close() {
      await proxy.close()
      await forwarder.close()
    },
  }
}

const isDelivery = (fault: DeliveryFault | RequestFault | undefined): fault is DeliveryFault =>
  deliveryFaults.some((one) => one === fault)

async function startForwarder(parts: PlantingParts, secrets: ReadonlyMap<string, string>, deliver: Deliver) {
  const agent = new Agent({ connect: { ca: parts.receiverCa } })
  const attempts = new Map<string, number>()
  const post = async ({ url, headers, body }: Parameters<Forward>[0], heard: (text: string) => void) => {
    const response = await send(url, { method: 'POST', headers, body, dispatcher: agent })
    heard(await response.body.text())
    const { location } = response.headers
    return { status: response.statusCode, ...(typeof location === 'string' && { location }) }
  }
  const own = (port: number) => `https://127.0.0.1:${port}/to/`
  const targetOf = (url: string) => Buffer.from(url.split('/to/')[1] ?? '', 'base64url').toString()
  const receive = async (request: IncomingMessage) => {
    const url = targetOf(request.url ?? '')
    const body = await buffer(request)
    const { id } = JSON.parse(body.toString()) as { id: string }
    const attempt = (attempts.get(`${url} ${id}`) ?? 0) + 1
    attempts.set(`${url} ${id}`, attempt)
    const headers: Record<string, string> = {}
    for (const name of ['content-type', 'user-agent', 'x-service-signature', 'x-service-timestamp'])
      headers[name] = String(request.headers[name] ?? '')
    let said = ''
    const status = await deliver(
      { url, headers, body, secrets: [secrets.get(url) ?? ''], attempt },
      (delivery) => post(delivery, (text) => (said = text)),
    )
    return { status, said }
  }
  const server = createTlsServer(parts.tls, (request, response) => {
    receive(request).then(
      ({ status, said }) => response.writeHead(status).end(said),
      // The endpoint cut the connection, and so does this.
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (url: string) => own(port) + Buffer.from(url).toString('base64url'),
    targetOf,
    restore: (text: string) =>
      text.replace(/https:\/\/127\.0\.0\.1:\d+\/to\/([A-Za-z0-9_-]+)/g, (_, code: string) =>
        Buffer.from(code, 'base64url').toString(),
      ),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await agent.destroy()
    },
  }
}
