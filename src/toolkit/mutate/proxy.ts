/** A listener in front of a server that changes exchanges, or deliveries of events, by one fault at a time. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, Agent as TlsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { forward, readRequest, writeResponse } from './transport.ts'
import type { SentDelivery } from './webhooks/deliveries.ts'
import { type AddressFinder, createRelay, type Relay, type Unrelayed } from './webhooks/relay.ts'
import { secretsIn } from './webhooks/signatures.ts'
import {
  type Exchange,
  type Handle,
  isChanged,
  type PlantedRun,
  type Send,
  type WireRequest,
  type WireResponse,
} from './wire.ts'

interface FaultProxyOptions {
  /** Origin of the server, such as `https://localhost:8444`. */
  target: string
  /** CA certificate (PEM) that issued the server's certificate. */
  ca?: string | undefined
  /** Serves TLS with this pair; without, plain HTTP. */
  tls?: { key: string; cert: string }
  /** Sends the Host of the client, for servers that build URLs from it. Default: that of the target. */
  preserveHost?: boolean
  /** Does not pass on Accept-Encoding, so that faults can read the bodies. */
  uncompressed?: boolean
  /** Default: a free port. */
  port?: number
  /** Finds the addresses to which the server delivers events. Default: deliveries do not pass through the proxy. */
  addressesOf?: AddressFinder
  /** Certificate of the tests' HTTPS receivers. */
  receiverTls?: { cert: string; key: string } | undefined
  /** Host under which the server reaches this machine, for receivers in containers and on other machines. */
  relayHost?: string | undefined
  /** Secrets of signatures that requests and responses do not contain. */
  secrets?: readonly string[]
}

/** The first exchange or delivery that a fault changed. */
export interface Change {
  request: WireRequest
  /** The requests that the receiver of the request got instead, with its responses. */
  sent: readonly Exchange[]
  /** The response that the sender of the request received. */
  response: WireResponse
  /** The server sent the request to a receiver of the tests. */
  isDelivery?: true
}

/** Changes exchanges of the tests with the server, or deliveries of the server to the tests. */
interface Planted {
  isOfDeliveries?: true
  plant(run: PlantedRun): Handle
}

type Listener = (request: WireRequest, response: WireResponse) => void
type DeliveryListener = (delivery: SentDelivery) => void

interface Listeners {
  exchange: Listener
  response: Listener
  delivery: DeliveryListener
}

export interface FaultProxy extends AsyncDisposable {
  /** URL of the proxy, without a path. */
  origin: string
  /** Plants another fault, or none. `acted` begins at 0, and receivers of events have to be named again. */
  plant(fault: Planted | undefined): void
  /** Receives every exchange with the target. */
  onExchange(listener: Listener): void
  /** Receives every request of a client with the response that the client received. */
  onResponse(listener: Listener): void
  /** Receives every delivery with the operation that gave its address. */
  onDelivery(listener: DeliveryListener): void
  /** The number of exchanges that the fault changed. */
  readonly acted: number
  readonly firstChange: Change | undefined
  /** The target accepted no connection in this run. */
  readonly isTargetGone: boolean
  /** Receivers of the tests whose deliveries do not pass through the proxy. */
  readonly unrelayed: readonly Unrelayed[]
  /** Waits until the deliveries on their way have ended. The receiver of tests that ended breaks them. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A receiver that outlives the tests may never respond. */
const MAX_SETTLE_MS = 2000

const transparent: Handle = (request, send) => send(request)

/** The state of one run of the tests. */
interface Run {
  handle: Handle
  deliver: Handle
  acted: number
  firstChange?: Change
  marked: Set<WireRequest>
  /** The target does not accept connections any more. */
  isTargetGone: boolean
  /** Deliveries so far. */
  arrived: number
  /** Deliveries that have no response yet. */
  pending: Set<Promise<unknown>>
  secrets: Set<string>
  relay?: Relay
}

/**
 * Listens on the loopback address. Messages are passed on, their framing is not: a request that breaks HTTP itself does not
 * reach the target.
 * @throws Error when the port is in use
 * @example
 * await using proxy = await createFaultProxy({ target: 'http://localhost:8080' })
 * proxy.plant(fault)
 */
export async function createFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const { target, ca, tls, preserveHost = false, uncompressed = false, port = 0 } = options
  const agent = target.startsWith('https:')
    ? new TlsAgent({ keepAlive: true, maxSockets: 32, ca })
    : undefined
  const listeners: Listeners = { exchange: () => {}, response: () => {}, delivery: () => {} }
  let current = startRun(options, listeners)

  const respond = async (run: Run, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const whole = await readRequest(incoming)
    const fields = whole.fields.filter(([name]) => !uncompressed || name.toLowerCase() !== 'accept-encoding')
    const request = { ...whole, fields }
    const send = relayed(run, (wanted) => forward(target, agent, wanted, preserveHost), listeners)
    const response = await applied(run, 'handle', request, send)
    listeners.response(request, response)
    writeResponse(outgoing, response)
  }
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const run = current
    respond(run, incoming, outgoing).catch((error: unknown) => {
      if (isUnreachable(error)) run.isTargetGone = true
      // The target is gone or does not speak HTTP: the client gets a broken connection, never an invented response.
      outgoing.destroy(error instanceof Error ? error : undefined)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  const address = await listening(server, port)
  const close = async () => {
    current.relay?.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    agent?.destroy()
  }
  return {
    origin: `${tls ? 'https' : 'http'}://localhost:${address.port}`,
    plant(fault) {
      current.relay?.close()
      current = startRun(options, listeners, fault)
    },
    onExchange(listener) {
      listeners.exchange = listener
    },
    onResponse(listener) {
      listeners.response = listener
    },
    onDelivery(listener) {
      listeners.delivery = listener
    },
    settled: () => settle(current),
    get acted() {
      return current.acted
    },
    get firstChange() {
      return current.firstChange
    },
    get isTargetGone() {
      return current.isTargetGone
    },
    get unrelayed() {
      return current.relay?.unrelayed ?? []
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function listening(server: Server, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server.address() as AddressInfo
}

async function settle({ pending }: Run): Promise<void> {
  const limit = new AbortController()
  const wait = setTimeout(MAX_SETTLE_MS, undefined, { signal: limit.signal }).catch(() => {})
  await Promise.race([Promise.allSettled(pending), wait])
  limit.abort()
}

function startRun(
  { addressesOf, receiverTls, relayHost, secrets }: FaultProxyOptions,
  listeners: Listeners,
  fault?: Planted,
): Run {
  const run: Run = {
    handle: transparent,
    deliver: transparent,
    acted: 0,
    arrived: 0,
    pending: new Set(),
    marked: new Set(),
    isTargetGone: false,
    secrets: new Set(secrets),
  }
  const way = fault?.isOfDeliveries ? 'deliver' : 'handle'
  if (fault !== undefined)
    run[way] = fault.plant({
      secrets: () => [...run.secrets],
      mark: (request) => void run.marked.add(request),
    })
  if (addressesOf !== undefined)
    run.relay = createRelay(
      addressesOf,
      async (request, send, operationId) => {
        const at = run.arrived++
        const delivery = applied(run, 'deliver', request, send)
        run.pending.add(delivery)
        try {
          const response = await delivery
          listeners.delivery({ request, response, operationId, at })
          return response
        } finally {
          run.pending.delete(delivery)
        }
      },
      { tls: receiverTls, host: relayHost },
    )
  return run
}

/** Sends to the target, with addresses of the relay instead of those of the tests. */
const relayed =
  ({ relay, secrets }: Run, send: Send, listeners: Listeners): Send =>
  async (wanted) => {
    const received = await send(relay === undefined ? wanted : await relay.toTarget(wanted))
    const response = relay === undefined ? received : relay.toTests(received)
    if (relay !== undefined)
      for (const secret of secretsIn({ request: wanted, response })) secrets.add(secret)
    listeners.exchange(wanted, response)
    return response
  }

/** The receiver broke the connection. */
const NO_RESPONSE: WireResponse = { status: 0, fields: [], body: Buffer.alloc(0) }

/** Handles a request and notes whether the fault changed it. */
async function applied(
  run: Run,
  way: 'handle' | 'deliver',
  request: WireRequest,
  forwardTo: Send,
): Promise<WireResponse> {
  const attempts: WireRequest[] = []
  const sent: Exchange[] = []
  const send: Send = async (wanted) => {
    attempts.push(wanted)
    const response = await forwardTo(wanted)
    sent.push({ request: wanted, response })
    return response
  }
  const noteChange = (change: Change) => {
    run.acted++
    run.firstChange ??= { ...change, ...(way === 'deliver' && { isDelivery: true }) }
  }
  try {
    const response = await handleOrPass(run[way], request, send)
    if (run.marked.has(request) || isChanged(request, sent, response)) noteChange({ request, sent, response })
    return response
  } catch (error) {
    // Tests that detect a wrong delivery may end before their receiver responds.
    const isWrong = attempts.length > 1 || attempts.some((one) => one !== request) || run.marked.has(request)
    if (way === 'deliver' && isWrong && (run.marked.has(request) || !isUnreachable(error))) {
      const broken = attempts.map((one): Exchange => ({ request: one, response: NO_RESPONSE }))
      noteChange({ request, sent: broken, response: NO_RESPONSE })
    }
    throw error
  }
}

/** A receiver that has ended before a delivery, or a target that has ended. */
const isUnreachable = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'

/** A fault that does not understand a request, for example a list instead of an object, passes it on. */
export async function handleOrPass(handle: Handle, request: WireRequest, send: Send): Promise<WireResponse> {
  try {
    return await handle(request, send)
  } catch (error) {
    if (error instanceof TypeError) return send(request)
    throw error
  }
}
