/**
 * Receives deliveries of events instead of the tests, and forwards them. The server gets the address of a listener here in
 * place of that of the tests, with the same path. The tests see only the address that they sent.
 */

import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, Agent as TlsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
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

interface RelayOptions {
  /** Certificate and key (PEM) of the tests' receiver, which the server trusts. Default: only plain HTTP is relayed. */
  tls?: { cert: string; key: string } | undefined
  /** Host under which the server reaches this machine. Default: that of the receiver, where it is one of this machine. */
  host?: string | undefined
}

/** A receiver whose deliveries do not pass through the relay. */
export interface Unrelayed {
  origin: string
  reason: 'certificate-missing' | 'other-host' | 'unknown-host' | 'port-missing'
}

export interface Relay {
  /** The request that the server receives. */
  toTarget(request: WireRequest): Promise<WireRequest>
  /** The response that the tests receive. */
  toTests(response: WireResponse): WireResponse
  readonly unrelayed: readonly Unrelayed[]
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
 * Addresses with a port are replaced, where the server can reach a listener here: under a host of this machine, or under
 * the given host.
 */
export function createRelay(addressesOf: AddressFinder, deliver: Deliver, options: RelayOptions = {}): Relay {
  const receivers = new Map<string, Promise<Receiver | Unrelayed['reason']>>()
  const unrelayed = new Map<string, Unrelayed>()
  const ready: Receiver[] = []
  const register = async (url: URL, operationId: string) => {
    const known = receivers.get(url.host) ?? startReceiver(url, deliver, options)
    receivers.set(url.host, known)
    const receiver = await known
    if (typeof receiver === 'string') {
      unrelayed.set(url.origin, { origin: url.origin, reason: receiver })
      return
    }
    receiver.operations.set(url.pathname, operationId)
    if (!ready.includes(receiver)) ready.push(receiver)
  }
  const swapped = (text: string, from: 'own' | 'relayed', to: 'own' | 'relayed') =>
    ready.reduce((changed, one) => withHost(changed, one[from], one[to]), text)
  return {
    get unrelayed() {
      return [...unrelayed.values()]
    },
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
          if (typeof receiver === 'string') return
          receiver.server.closeAllConnections()
          receiver.server.close()
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

/** The URL at a place. */
function addressAt(request: WireRequest, { in: place, name }: AddressPlace): URL[] {
  const value =
    place === 'header'
      ? fieldOf(request, name)
      : place === 'query'
        ? queryOf(request).get(name)
        : bodyValue(request, tokensOf(name))
  if (typeof value !== 'string' || !URL.canParse(value)) return []
  const url = new URL(value)
  return ['http:', 'https:'].includes(url.protocol) ? [url] : []
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

/** @returns the reason if the receiver has no listener */
async function startReceiver(
  url: URL,
  deliver: Deliver,
  { tls, host }: RelayOptions,
): Promise<Receiver | Unrelayed['reason']> {
  if (url.port === '') return 'port-missing'
  const isTls = url.protocol === 'https:'
  if (isTls && tls === undefined) return 'certificate-missing'
  const operations = new Map<string, string>()
  const receive = listenerFor(url, deliver, operations)
  // The receiver is on this machine and has the certificate of `tls`, so its issuer does not matter.
  const agentFor = (isHere: boolean) =>
    isTls ? new TlsAgent({ keepAlive: true, rejectUnauthorized: !isHere }) : undefined
  const serve = (to: string, isHere: boolean) => {
    const agent = agentFor(isHere)
    const listener = receive((request) => forward(to, agent, request, true))
    return isTls ? createTlsServer({ ...tls }, listener) : createServer(listener)
  }
  const own = await listening(serve(url.origin, true), url.hostname.replace(/^\[|\]$/g, ''))
  if (own !== undefined)
    return { own: url.host, relayed: `${url.hostname}:${own.port}`, server: own.server, operations }
  if (host === undefined) return 'other-host'
  // A name of this machine that only the server resolves, such as `host.docker.internal`.
  const isHere = url.hostname === host.toLowerCase()
  if (!isHere && !(await hasAddress(url.hostname))) return 'unknown-host'
  const to = isHere ? `${url.protocol}//localhost:${url.port}` : url.origin
  const other = await listening(serve(to, isHere))
  if (other === undefined) return 'other-host'
  return { own: url.host, relayed: `${host}:${other.port}`, server: other.server, operations }
}

const hasAddress = (hostname: string): Promise<boolean> =>
  lookup(hostname.replace(/^\[|\]$/g, '')).then(
    () => true,
    () => false,
  )

function listenerFor(url: URL, deliver: Deliver, operations: ReadonlyMap<string, string>) {
  // The longest path that a delivery continues, for addresses that callbacks append to.
  const operationFor = (target: string): string => {
    const fitting = [...operations].filter(([path]) => target.startsWith(path))
    const [best] = fitting.sort(([a], [b]) => b.length - a.length)
    return best?.[1] ?? [...operations.values()][0] ?? ''
  }
  return (send: Send) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    readRequest(incoming)
      .then((request) => withField(request, 'Host', url.host))
      .then((request) => deliver(request, send, operationFor(request.target)))
      .then((response) => writeResponse(outgoing, response))
      // The receiver broke the connection, or is gone.
      .catch(() => outgoing.destroy())
  }
}

/** @param host default: all addresses of this machine @returns undefined for a host that is not of this machine */
async function listening(
  server: Server,
  host?: string,
): Promise<{ server: Server; port: number } | undefined> {
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port: 0, ...(host !== undefined && { host }) }, () => resolve(true))
  })
  return isListening ? { server, port: (server.address() as AddressInfo).port } : undefined
}
