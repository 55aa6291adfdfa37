/** An HTTPS server as a client's webhook endpoint: scripted responses, and promises for deliveries. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createAuthority, createLeaf, type Pair } from '../../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../../src/toolkit/network/nameConstraints.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The endpoint's handling of a request that it has read. */
export type Responder = (response: ServerResponse, request: IncomingMessage) => void

export const respondWith =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
/** Never responds. */
export const hang: Responder = () => {}
/** Cuts the connection. */
export const reset: Responder = (response) => (response.socket as TLSSocket).destroy()
/** Writes `bytes` to the connection as they are. */
export const raw =
  (bytes: string): Responder =>
  (response) => {
    response.socket?.write(bytes)
  }

export interface Receiver {
  /** The endpoint's address, with a path of its own if given. */
  url(path?: string, host?: string): string
  port: number
  /** PEM of the CA that vouches for the endpoint. */
  ca: string
  /** All requests, in the order in which their bodies were complete. */
  requests: Received[]
  /** Responses to the next requests in turn; the last one serves all that follow. Before any script: 200. */
  script(...responses: [Responder, ...Responder[]]): void
  /** The response for one path, with precedence over the script. */
  at(path: string, respondWith: Responder): void
  /** Resolves once `count` requests have come in altogether. */
  received(count: number): Promise<Received[]>
  close(): Promise<void>
}

/** A second name of the endpoint, which no resolver knows. */
export const RECEIVER_NAME = 'receiver.test'

let made: Promise<{ authority: Pair; leaf: Pair }> | undefined
const certificates = () => {
  made ??= (async () => {
    // OpenSSL reads the machine's clock, whatever clock the service is given.
    const now = Date.now()
    const authority = await createAuthority([...LOOPBACK_NAMES, { dns: RECEIVER_NAME }], now)
    return { authority, leaf: await createLeaf(authority, ['localhost', '127.0.0.1', RECEIVER_NAME], now) }
  })()
  return made
}

export async function createReceiver(): Promise<Receiver> {
  const { authority, leaf } = await certificates()
  const requests: Received[] = []
  const byPath = new Map<string, Responder>()
  let script: Responder[] = [respondWith(200)]
  let waiting: { count: number; resolve(requests: Received[]): void }[] = []

  const server = createServer(leaf, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {}) // the client may go away at any time
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      requests.push({ method, path, headers, body: Buffer.concat(chunks) })
      const next = byPath.get(path) ?? (script.length > 1 ? script.shift() : script[0])
      next?.(response, request)
      for (const { resolve } of waiting.filter(({ count }) => requests.length >= count)) resolve(requests)
      waiting = waiting.filter(({ count }) => requests.length < count)
    })
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    ca: authority.cert,
    requests,
    url: (path = '/hook', host = '127.0.0.1') => `https://${host}:${port}${path}`,
    script(...responses) {
      script = responses
    },
    at: (path, reply) => void byPath.set(path, reply),
    received: (count) =>
      requests.length >= count
        ? Promise.resolve(requests)
        : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
