/** Responds to `GET /metrics` on a separate port, over plain HTTP, because a scraper next to the process is the client. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type ListenAddress, type Reservation, untrustedHost } from 'specwright/network'

/** Prometheus' text format. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const PATH = '/metrics'
/** Scrapers are few. */
export const MAX_CONNECTIONS = 16
/** Milliseconds in which a request must be there, and that a connection may wait for its next one. */
const PATIENCE = 10_000
const KEEP_ALIVE = 65_000

export interface MetricsServer {
  /** Its address. */
  url: string
  close(): void
}

/**
 * Serves a reserved port.
 * @param render makes the text; called once for all requests that wait at the same time
 * @param report receives the error when there is none
 */
export function serveMetrics(
  reservation: Reservation,
  { host }: Pick<ListenAddress, 'host'>,
  render: () => Promise<string>,
  report: (error: unknown) => void,
): MetricsServer {
  let underWay: Promise<string> | undefined
  const text = () => {
    underWay ??= render().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    // Scrapers reach other addresses by any name; what only this machine reaches has no other name.
    const untrusted = isLoopback(host) ? untrustedHost(request.headers, host) : undefined
    if (untrusted !== undefined) return send(request, response, 421, `${untrusted}\n`)
    const [path] = (request.url ?? '').split('?')
    if (path !== PATH) return send(request, response, 404, `Only ${PATH} is here.\n`)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return send(request, response, 405, `Received ${request.method}; ${PATH} allows GET and HEAD.\n`)
    }
    try {
      send(request, response, 200, await text())
    } catch (error) {
      report(error)
      send(request, response, 500, 'The metrics are not available now; the log contains the cause.\n')
    }
  }
  const limits = { headersTimeout: PATIENCE, requestTimeout: PATIENCE, keepAliveTimeout: KEEP_ALIVE }
  const server = createServer({ ...limits, maxHeaderSize: 8_192 }, (request, response) => {
    void respond(request, response)
  })
  server.emit('listening') // Node starts the clock of its limits on this event; it does not listen itself
  reservation.serve((socket) => server.emit('connection', socket))
  return {
    url: `http://${reachable(host)}:${reservation.port}${PATH}`,
    close() {
      reservation.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

function send(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': status === 200 ? CONTENT_TYPE : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // The unread part of a body must not be treated as the next request.
    ...(status !== 200 && { Connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** An address of this machine for one that stands for all of them. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
