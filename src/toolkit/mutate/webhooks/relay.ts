/**
 * Receives deliveries of events instead of the tests, and forwards them. The server gets the address of a listener here in
 * place of that of the tests, with the same path. The tests see only the address that they sent.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, Agent as TlsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../../network/isLoopback.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import { forward, readRequest, writeResponse } from '../transport.ts'
import {
  fieldOf,
  isObject,
  jsonOf,
  queryOf,
  type Send,
  type WireRequest,
  type WireResponse,
  withField,
} from '../wire.ts'

interface AddressPlace {
  in: 'body' | 'query' | 'header'
  /** JSON Pointer of the property, or the name of the parameter or header. */
  name: string
}

/** The places of addresses in a request; undefined where it gives none. */
export type AddressFinder = (
  request: WireRequest,
) => { operationId: string; places: readonly AddressPlace[] } | undefined

/** Certificate and key (PEM) of the tests' receiver, which the server trusts. */
export interface ReceiverTls {
  cert: string
  key: string
}

export interface Relay {
  /** The request that the server receives. */
  toTarget(request: WireRequest): Promise<WireRequest>
  /** The response that the tests receive. */
  toTests(response: WireResponse): WireResponse
  /** Addresses of this machine that were not relayed, because they need a certificate. */
  readonly unrelayed: ReadonlySet<string>
  close(): void
}

/** Hands a delivery on; `send` reaches the receiver of the tests. */
type Deliver = (request: WireRequest, send: Send, operationId: string) => Promise<WireResponse>

interface Receiver {
  /** Host and port of the tests' receiver, such as `localhost:4567`. */
  own: string
  /** Host and port of the listener here. */
  relayed: string
  server: Server
  /** The operations that named the receiver, by the path of the address. */
  operations: Map<string, string>
}

/**
 * Only addresses of this machine with a port are replaced: the server could not reach a listener here under others.
 * @param tls without it, only plain HTTP addresses are replaced
 */
export function createRelay(addressesOf: AddressFinder, deliver: Deliver, tls?: ReceiverTls): Relay {
  const receivers = new Map<string, Promise<Receiver | undefined>>()
  const unrelayed = new Set<string>()
  const ready: Receiver[] = []
  const register = async (url: URL, operationId: string) => {
    if (url.protocol === 'https:' && tls === undefined) {
      unrelayed.add(url.origin)
      return
    }
    const known = receivers.get(url.host) ?? startReceiver(url, deliver, tls)
    receivers.set(url.host, known)
    const receiver = await known
    if (receiver === undefined) return
    receiver.operations.set(url.pathname, operationId)
    if (!ready.includes(receiver)) ready.push(receiver)
  }
  const swapped = (text: string, from: 'own' | 'relayed', to: 'own' | 'relayed') =>
    ready.reduce((changed, one) => withHost(changed, one[from], one[to]), text)
  return {
    unrelayed,
    async toTarget(request) {
      const { operationId = '', places = [] } = addressesOf(request) ?? {}
      for (const place of places)
        for (const url of addressAt(request, place)) await register(url, operationId)
      if (ready.length === 0) return request
      const fields = request.fields.map(([name, value]) =>
        places.some((one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase())
          ? ([name, swapped(value, 'own', 'relayed')] as const)
          : ([name, value] as const),
      )
      const target = swapped(request.target, 'own', 'relayed')
      return {
        ...request,
        target,
        fields,
        body: edited(request.body, (text) => swapped(text, 'own', 'relayed')),
      }
    },
    toTests(response) {
      if (ready.length === 0) return response
      const back = (text: string) => swapped(text, 'relayed', 'own')
      const body = edited(response.body, back)
      const fields = response.fields.map(([name, value]) => [name, back(value)] as const)
      const changed = { ...response, fields, body }
      return body === response.body || fieldOf(response, 'content-length') === undefined
        ? changed
        : withField(changed, 'Content-Length', String(body.length))
    },
    close() {
      for (const starting of receivers.values())
        starting.then((receiver) => {
          receiver?.server.closeAllConnections()
          receiver?.server.close()
        })
    },
  }
}

/** Edits the bytes as Latin-1, which loses none. The same buffer where nothing changes. */
function edited(body: Buffer, edit: (text: string) => string): Buffer {
  const before = body.toString('latin1')
  const after = edit(before)
  return after === before ? body : Buffer.from(after, 'latin1')
}

/** Replaces a host with its port, percent-encoded or not. */
function withHost(text: string, from: string, to: string): string {
  const forms = [(host: string) => host, encodeURIComponent]
  return forms.reduce((changed, form) => withPort(changed, form(from), form(to)), text)
}

/** Replaces a host with its port, except where it is the end of a longer host or the beginning of a longer port. */
const withPort = (text: string, from: string, to: string): string =>
  text
    .split(from)
    .reduce((before, after) => before + (endsInHost(before) || /^\d/.test(after) ? from : to) + after)

/** `http://other.` and `http%3A%2F%2Fother.`, and not `http%3A%2F%2F`. */
const endsInHost = (text: string): boolean => /[\w.-]$/.test(text) && !/%2F$|%40$/i.test(text)

/** The URL at a place, where it is one that can be relayed. */
function addressAt(request: WireRequest, { in: place, name }: AddressPlace): URL[] {
  const value =
    place === 'header'
      ? fieldOf(request, name)
      : place === 'query'
        ? queryOf(request).get(name)
        : bodyValue(request, tokensOf(name))
  if (typeof value !== 'string' || !isLoopback(value)) return []
  const url = new URL(value)
  return ['http:', 'https:'].includes(url.protocol) && url.port !== '' ? [url] : []
}

function bodyValue(request: WireRequest, path: readonly string[]): unknown {
  const isForm = fieldOf(request, 'content-type')?.startsWith('application/x-www-form-urlencoded') === true
  if (isForm) return new URLSearchParams(request.body.toString()).get(path.join('.'))
  return path.reduce<unknown>(
    (value, token) =>
      isObject(value) ? value[token] : Array.isArray(value) ? value[Number(token)] : undefined,
    jsonOf(request),
  )
}

/** @returns undefined where the host of the URL does not resolve */
async function startReceiver(
  url: URL,
  deliver: Deliver,
  tls: ReceiverTls | undefined,
): Promise<Receiver | undefined> {
  const operations = new Map<string, string>()
  // The longest path that a delivery continues, for addresses that callbacks append to.
  const operationFor = (target: string): string => {
    const fitting = [...operations].filter(([path]) => target.startsWith(path))
    const [best] = fitting.sort(([a], [b]) => b.length - a.length)
    return best?.[1] ?? [...operations.values()][0] ?? ''
  }
  const isTls = url.protocol === 'https:'
  // The receiver is on this machine and has the certificate of `tls`, so its issuer does not matter.
  const agent = isTls ? new TlsAgent({ keepAlive: true, rejectUnauthorized: false }) : undefined
  const send: Send = (request) => forward(url.origin, agent, request, false)
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    readRequest(incoming)
      .then((request) => withField(request, 'Host', url.host))
      .then((request) => deliver(request, send, operationFor(request.target)))
      .then((response) => writeResponse(outgoing, response))
      // The receiver broke the connection, or is gone.
      .catch(() => outgoing.destroy())
  }
  const server = isTls ? createTlsServer({ ...tls }, listener) : createServer(listener)
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(0, url.hostname.replace(/^\[|\]$/g, ''), () => resolve(true))
  })
  if (!isListening) return undefined
  const { port } = server.address() as AddressInfo
  return { own: url.host, relayed: `${url.hostname}:${port}`, server, operations }
}
