/** A listener in front of any server, which answers as that server does but for one planted fault. */
import { createServer, type IncomingMessage, type ServerResponse, request as sendPlain } from 'node:http'
import { createServer as createTlsServer, request as sendTls, Agent as TlsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  type Credentials,
  type Fault,
  fieldOf,
  type Handle,
  type Send,
  type WireRequest,
  type WireResponse,
} from './fault.ts'

export interface PlantingOptions {
  /** Origin of the right server, `https://localhost:8444`. */
  target: string
  /** PEM of the authority behind its certificate. */
  ca?: string
  /** Serves TLS with this pair; without, plain HTTP. */
  tls?: { key: string; cert: string }
  credentials: Credentials
  /** Passes on the Host of the client, for servers that make URLs of it; otherwise it is that of the target. */
  preserveHost?: boolean
}

export interface PlantingProxy extends AsyncDisposable {
  origin: string
  /** Plants another fault, or none; what the last one remembered is forgotten, and `acted` begins at 0. */
  plant(fault: Pick<Fault, 'plant'> | undefined): void
  /** Is told of every exchange with the right server. */
  onExchange(listener: (request: WireRequest, response: WireResponse) => void): void
  /** Receives every request of a client with the response that the client got. */
  onResponse(listener: (request: WireRequest, response: WireResponse) => void): void
  /** In how many exchanges the fault asked or responded otherwise than the right server. */
  readonly acted: number
  close(): Promise<void>
}

const transparent: Handle = (request, send) => send(request)

/** Fields that belong to one connection and not to the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

/**
 * Listens on a free port of the loopback address. What a message says is passed on, its framing is not: a request
 * that breaks HTTP itself never reaches the target.
 * @example
 * await using proxy = await createPlantingProxy({ target: server.origin, ca: server.ca, credentials })
 * proxy.plant(faults[0])
 */
export async function createPlantingProxy(options: PlantingOptions): Promise<PlantingProxy> {
  const { target, ca, tls, credentials, preserveHost = false } = options
  const agent = target.startsWith('https:')
    ? new TlsAgent({ keepAlive: true, maxSockets: 32, ca })
    : undefined
  let handle = transparent
  let acted = 0
  let heard: (request: WireRequest, response: WireResponse) => void = () => {}
  let responded: (request: WireRequest, response: WireResponse) => void = () => {}

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request: WireRequest = {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      fields: pairs(incoming.rawHeaders),
      body: await read(incoming),
    }
    const passed: { request: WireRequest; response: WireResponse }[] = []
    const send: Send = async (wanted) => {
      const response = await forward(target, agent, wanted, preserveHost)
      passed.push({ request: wanted, response })
      heard(wanted, response)
      return response
    }
    const response = await handleOrPass(handle, request, send)
    const [first] = passed
    if (passed.length !== 1 || first?.request !== request || first.response !== response) acted++
    responded(request, response)
    write(outgoing, response)
  }
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      // The target is gone or speaks no HTTP: the client sees a broken connection, never an invented answer.
      outgoing.destroy(error instanceof Error ? error : undefined)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    agent?.destroy()
  }
  return {
    origin: `${tls ? 'https' : 'http'}://localhost:${port}`,
    plant(fault) {
      handle = fault?.plant(credentials) ?? transparent
      acted = 0
    },
    onExchange(listener) {
      heard = listener
    },
    onResponse(listener) {
      responded = listener
    },
    get acted() {
      return acted
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A fault that does not understand a request (a list where it looks for members, say) leaves it as it is. */
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
  const options = { method, path, hostname, port, headers: headers.flat(), ...(agent && { agent }) }
  return new Promise((resolve, reject) => {
    const outgoing = (agent ? sendTls : sendPlain)(options, (incoming) => {
      const response = { status: incoming.statusCode ?? 0, fields: pairs(incoming.rawHeaders) }
      // Servers that send a body after HEAD all the same break the connection, not the response.
      if (method === 'HEAD') resolve({ ...response, body: Buffer.alloc(0) })
      read(incoming).then((body) => resolve({ ...response, body }), reject)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The target closed a connection that was idle; it has not read the request.
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
  // Node adds a length of its own where none is given; a HEAD keeps the one that GET would have.
  const bodiless = req.method === 'HEAD' || response.status === 204 || response.status === 304
  outgoing.sendDate = false
  outgoing.writeHead(response.status, fields.flat())
  outgoing.end(bodiless ? undefined : response.body)
}
