import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type CertificateSource, listenError } from 'specwright/network'
import { readBody, readJson } from 'specwright/requests'
import { foreignText } from 'specwright/text'
import type { Clock } from '../../runtime/clock.ts'
import type { Delivery, Verdict } from './verifier.ts'

/** Bytes; events are far smaller. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
/** Milliseconds in which a request has to be there, its body included. */
const REQUEST_TIMEOUT = 30_000

interface ReceiverOptions {
  host: string
  port: number
  certificates: CertificateSource
  clock: Clock
  verify(delivery: Delivery, now: number): Promise<Verdict>
  /** Statuses to respond with in turn, the last one from then on; empty: 200, or 400 for what must be rejected. */
  statuses: readonly number[]
  /** Milliseconds before each response. */
  delay: number
  /** Called with the report on each delivery. */
  print(text: string): void
}

interface LocalReceiver {
  /** The port in use. */
  port: number
  close(): Promise<void>
}

/**
 * An HTTPS endpoint that shows the requests that it receives. A URL may define its own response:
 * `?status=500&delay=2000`.
 * @throws ListenError when the port is in use
 */
export async function startReceiver(options: ReceiverOptions): Promise<LocalReceiver> {
  const { certificates, clock, verify, print } = options
  let received = 0

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request, MAX_BODY_BYTES)
    if (body === undefined) return void response.writeHead(413, { Connection: 'close' }).end()
    const now = clock.now()
    const { method = '', headers, url = '/' } = request
    const verdict = await verify({ method, headers, body }, now)
    const { status, delay } = reply(options, url, received++, verdict)
    const eventType = headers['content-type'] === undefined ? '' : typeOf(body)
    const wait = delay > 0 ? `, after ${delay} ms` : ''
    const head = `${new Date(now).toISOString()} ${method} ${url} ${eventType} → ${status}${wait}`
    print([foreignText(head.replace(/ +/g, ' ')), ...verdict.lines, ''].join('\n'))
    clock.after(delay, () => response.writeHead(status, { 'Content-Type': 'text/plain' }).end())
  }

  const server = createServer(certificates.current(), (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.requestTimeout = REQUEST_TIMEOUT
  certificates.onRenewal((pair) => server.setSecureContext(pair))
  server.on('tlsClientError', (error) => print(`A client could not connect: ${foreignText(error.message)}\n`))
  server.listen(options.port, options.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { ...options, portFlag: '--port' })
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      certificates.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The URL's own wish first, then the flags. */
function reply({ statuses, delay }: ReceiverOptions, url: string, index: number, { accepted }: Verdict) {
  const wishes = new URL(url, 'https://localhost').searchParams
  const wish = (name: string, least: number, most: number): number | undefined => {
    const value = Number(wishes.get(name) ?? Number.NaN)
    return Number.isInteger(value) && value >= least && value <= most ? value : undefined
  }
  return {
    status: wish('status', 200, 599) ?? statuses[index] ?? statuses.at(-1) ?? (accepted ? 200 : 400),
    delay: wish('delay', 0, 120_000) ?? delay,
  }
}

function typeOf(body: Buffer): string {
  try {
    const reading = readJson(body)
    const { type } = ('value' in reading ? reading.value : {}) as { type?: unknown }
    return typeof type === 'string' ? type : ''
  } catch {
    return ''
  }
}
