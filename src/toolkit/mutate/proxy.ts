/** A listener in front of a server that changes exchanges by one fault at a time. */
import { createServer, type IncomingMessage, type ServerResponse, request as sendPlain } from 'node:http'
import { createServer as createTlsServer, request as sendTls, Agent as TlsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  type Exchange,
  fieldOf,
  type Handle,
  isChanged,
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
}

/** The first exchange that a fault changed. */
export interface Change {
  request: WireRequest
  /** The requests that the target received instead, with its responses. */
  sent: readonly Exchange[]
  /** The response that the tests received. */
  response: WireResponse
}

export interface FaultProxy extends AsyncDisposable {
  /** URL of the proxy, without a path. */
  origin: string
  /** Plants another fault, or none. `acted` begins at 0. */
  plant(fault: { plant(): Handle } | undefined): void
  /** Receives every exchange with the target. */
  onExchange(listener: (request: WireRequest, response: WireResponse) => void): void
  /** Receives every request of a client with the response that the client received. */
  onResponse(listener: (request: WireRequest, response: WireResponse) => void): void
  /** The number of exchanges that the fault changed. */
  readonly acted: number
  readonly firstChange: Change | undefined
  close(): Promise<void>
}

const transparent: Handle = (request, send) => send(request)

/** Fields of one connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

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
  let handle = transparent
  let acted = 0
  let firstChange: Change | undefined
  let onExchange: (request: WireRequest, response: WireResponse) => void = () => {}
  let onResponse: (request: WireRequest, response: WireResponse) => void = () => {}

  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request: WireRequest = {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      fields: pairs(incoming.rawHeaders).filter(
        ([name]) => !uncompressed || name.toLowerCase() !== 'accept-encoding',
      ),
      body: await read(incoming),
    }
    const sent: Exchange[] = []
    const send: Send = async (wanted) => {
      const response = await forward(target, agent, wanted, preserveHost)
      sent.push({ request: wanted, response })
      onExchange(wanted, response)
      return response
    }
    const response = await handleOrPass(handle, request, send)
    if (isChanged(request, sent, response)) {
      acted++
      firstChange ??= { request, sent, response }
    }
    onResponse(request, response)
    write(outgoing, response)
  }
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    respond(incoming, outgoing).catch((error: unknown) => {
      // The target is gone or does not speak HTTP: the client gets a broken connection, never an invented response.
      outgoing.destroy(error instanceof Error ? error : undefined)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    agent?.destroy()
  }
  return {
    origin: `${tls ? 'https' : 'http'}://localhost:${address.port}`,
    plant(fault) {
      handle = fault?.plant() ?? transparent
      acted = 0
      firstChange = undefined
    },
    onExchange(listener) {
      onExchange = listener
    },
    onResponse(listener) {
      onResponse = listener
    },
    get acted() {
      return acted
    },
    get firstChange() {
      return firstChange
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A fault that does not understand a request, for example a list instead of an object, passes it on. */
export async function handleOrPass(handle: Handle, request: WireRequest, send: Send): Promise<WireResponse> {
  try {
    return await handle(request, send)
  } catch (error) {
    if (error instanceof TypeError) return send(request)
    throw error
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  const fields: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2)
    fields.push([raw[index] as string, raw[index + 1] as string])
  return fields
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function forward(
  origin: string,
  agent: TlsAgent | undefined,
  request: WireRequest,
  preserveHost: boolean,
): Promise<WireResponse> {
  const { host, hostname, port } = new URL(origin)
  const chunked = request.fields.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  const fields = request.fields.filter(
    ([name]) =>
      !HOP_BY_HOP.has(name.toLowerCase()) && !['host', 'content-length'].includes(name.toLowerCase()),
  )
  const counted = request.body.length > 0 || chunked || hasField(request, 'content-length')
  const headers = [
    ['Host', (preserveHost && fieldOf(request, 'host')) || host],
    ...fields,
    ...(counted ? [['Content-Length', `${request.body.length}`]] : []),
  ]
  const { method, target: path } = request
  const options = {
    method,
    path,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    headers: headers.flat(),
    ...(agent && { agent }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = (agent ? sendTls : sendPlain)(options, (incoming) => {
      const response = { status: incoming.statusCode ?? 0, fields: pairs(incoming.rawHeaders) }
      // Servers that send a body after HEAD break the connection, not the response.
      if (method === 'HEAD') resolve({ ...response, body: Buffer.alloc(0) })
      read(incoming).then((body) => resolve({ ...response, body }), reject)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The target closed an idle connection and has not read the request.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        forward(origin, agent, request, preserveHost).then(resolve, reject)
      else reject(error)
    })
    outgoing.end(request.body)
  })
}

const hasField = ({ fields }: WireRequest, name: string) =>
  fields.some(([other]) => other.toLowerCase() === name)

function write(outgoing: ServerResponse, response: WireResponse): void {
  const fields = response.fields.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()))
  const { req } = outgoing
  // Node adds a length where there is none; a HEAD has the one that GET would have.
  const bodiless = req.method === 'HEAD' || response.status === 204 || response.status === 304
  outgoing.sendDate = false
  outgoing.writeHead(response.status, fields.flat())
  outgoing.end(bodiless ? undefined : response.body)
}
