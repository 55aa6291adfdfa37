/** The kit's own endpoint for a server: it stores arrivals to the byte and responds as a check defines. */
import { once } from 'node:events'
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { HeaderFields } from '../../openapi/headers.ts'
import { readJson } from '../../openapi/json.ts'

/** One request that came in. */
export interface Delivery {
  /** Counts up over the run. */
  number: number
  method: string
  path: string
  headers: HeaderFields
  /** Names of header fields that came more than once. */
  repeatedHeaders: string[]
  /** The raw bytes, as signed. */
  body: Buffer
  /** The body when it is JSON. */
  json: unknown
  /** Unix milliseconds; the body was complete then. */
  receivedAt: number
  /** The status of the receiver's response; 0 when it cut the connection or let it hang. */
  status: number
  respondedAt: number | undefined
  /** When the sender gave up an exchange without a response. */
  abandonedAt: number | undefined
}

export interface PlainResponse {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Instead of a response: ends the connection, or never responds. */
  instead?: 'reset' | 'hang'
}

/** An address of its own on the receiver. */
export interface Mailbox {
  url: string
  /** In the order in which they came. */
  deliveries: Delivery[]
  /** Sets the response, now or when it is known; the default is 204 for every delivery. */
  respond(script: (delivery: Delivery) => PlainResponse | Promise<PlainResponse>): void
  /** The first delivery that fits, already here or still to come; undefined when none came in time. */
  find(fits: (delivery: Delivery) => boolean, milliseconds: number): Promise<Delivery | undefined>
}

export interface Receiver {
  /** The URL below which the mailboxes are. */
  url: string
  port: number
  mailbox(): Mailbox
  /** Everything that came, to whichever address. */
  deliveries: Delivery[]
  /** Deliveries to an address without a mailbox. */
  strays: Delivery[]
  close(): Promise<void>
}

export interface ReceiverOptions {
  host: string
  /** 0 uses a free one. */
  port: number
  /** Certificate and key in PEM; without, the receiver speaks plain HTTP. */
  tls?: { cert: string; key: string } | undefined
  /** How the target reaches it, where that differs from host and port. */
  url?: string | undefined
  now(): number
}

/** Events are far smaller. */
const MAX_BODY = 16 * 1024 * 1024
/** Of all stored bodies; bytes beyond it are cut off. */
const MAX_STORED = 512 * 1024 * 1024

export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const mailboxes = new Map<string, Opened>()
  const deliveries: Delivery[] = []
  const strays: Delivery[] = []
  const hanging = new Set<ServerResponse>()
  let stored = 0

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request)
    stored += body.length
    if (stored > MAX_STORED) return void response.destroy()
    const { method = '', url: path = '/' } = request
    const delivery: Delivery = {
      number: deliveries.length + 1,
      method,
      path,
      ...headersOf(request),
      body,
      json: jsonOf(body),
      receivedAt: options.now(),
      status: 0,
      respondedAt: undefined,
      abandonedAt: undefined,
    }
    deliveries.push(delivery)
    const name = /\/(m\d+)(?:[/?#]|$)/.exec(path)?.[1] ?? ''
    const opened = mailboxes.get(name)
    if (opened === undefined) {
      strays.push(delivery)
      delivery.status = 404
      response.writeHead(404).end()
      return
    }
    opened.arrived(delivery)
    const planned = await opened.script(delivery)
    if (planned.instead !== undefined) {
      response.once('close', () => {
        delivery.abandonedAt = options.now()
        hanging.delete(response)
      })
      if (planned.instead === 'reset') response.socket?.destroy()
      else hanging.add(response)
    } else {
      delivery.status = planned.status
      delivery.respondedAt = options.now()
      response.writeHead(planned.status, { 'Content-Type': 'text/plain', ...planned.headers })
      response.end(planned.body ?? '')
    }
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {})
    handle(request, response).catch(() => response.destroy())
  }
  const server = options.tls === undefined ? createPlain(listener) : createServer(options.tls, listener)
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  const own = `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`
  const url = (options.url ?? own).replace(/\/$/, '')
  let opened = 0
  return {
    url,
    port,
    deliveries,
    strays,
    mailbox() {
      const name = `m${++opened}`
      const made = openMailbox(`${url}/${name}`)
      mailboxes.set(name, made)
      return made.mailbox
    },
    async close() {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Opened {
  mailbox: Mailbox
  script(delivery: Delivery): PlainResponse | Promise<PlainResponse>
  arrived(delivery: Delivery): void
}

function openMailbox(url: string): Opened {
  const deliveries: Delivery[] = []
  let script: Opened['script'] = () => ({ status: 204 })
  const waiting = new Set<(delivery: Delivery) => void>()
  const mailbox: Mailbox = {
    url,
    deliveries,
    respond: (given) => {
      script = given
    },
    find(fits, milliseconds) {
      const here = deliveries.find(fits)
      if (here !== undefined || milliseconds <= 0) return Promise.resolve(here)
      return new Promise((resolve) => {
        const end = (found: Delivery | undefined) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        const look = (delivery: Delivery) => {
          if (fits(delivery)) end(delivery)
        }
        const timer = setTimeout(() => end(undefined), milliseconds)
        waiting.add(look)
      })
    },
  }
  return {
    mailbox,
    script: (delivery) => script(delivery),
    arrived(delivery) {
      deliveries.push(delivery)
      for (const look of [...waiting]) look(delivery)
    },
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY) throw new Error('more than an event')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf(request: IncomingMessage): Pick<Delivery, 'headers' | 'repeatedHeaders'> {
  const headers: Record<string, string | string[]> = {}
  const repeatedHeaders: string[] = []
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values === undefined) continue
    headers[name] = values.length === 1 ? (values[0] ?? '') : values
    if (values.length > 1) repeatedHeaders.push(name)
  }
  return { headers, repeatedHeaders }
}

function jsonOf(body: Buffer): unknown {
  const reading = readJson(body)
  return 'value' in reading ? reading.value : undefined
}
