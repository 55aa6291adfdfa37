/**
 * One port for one environment. The first byte of a connection distinguishes TLS from plain HTTP. Both end in Node's own
 * servers, with strict parsing and time limits. Source: "Transport"; docs/internals/decisions.md, 7.
 */
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { type CertificateSource, type ListenAddress, type Reservation, reservePort } from 'specwright/network'
import type { Clock } from '../runtime/clock.ts'
import { pauseBody } from '../runtime/expectContinue.ts'
import type { AddressList } from './addresses.ts'
import { onFirstByte, TLS_HANDSHAKE } from './firstByte.ts'
import { OpenWork } from './openWork.ts'
import { protocolViolation } from './protocol.ts'
import { rejecting, type SharedHeaders } from './rejecting.ts'
import type { RequestObserver } from './requestObserver.ts'
import { mayBeRemembered } from './target.ts'

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Where to listen, or the port reserved before; and what to serve there. */
type ListenerOptions = (ListenAddress | { reservation: Reservation }) & ServingOptions

export interface ServingOptions {
  certificates: CertificateSource
  /** Serves requests over TLS, and those of a trusted proxy over TLS. */
  handler: RequestHandler
  /** Responds to every other plain HTTP request. */
  plainHandler: RequestHandler
  /** Peers whose `X-Forwarded-Proto` counts. */
  trusted: AddressList
  clock: Clock
  /** The headers of every response, the ones below the application included; `address` is the peer's. */
  sharedHeaders: SharedHeaders
  limits?: Partial<Limits>
  /** Receives every request, for metrics. */
  observer?: RequestObserver | undefined
}

/** All times in milliseconds. */
export interface Limits {
  /** From the connection to its first byte. */
  firstByte: number
  /** From the first byte of a request to the end of its headers. */
  headers: number
  /** From the end of the headers to the end of the body, by request: long uploads may have more. */
  body: (request: IncomingMessage) => number
  /** Over a whole request, whatever `body` states. */
  request: number
  /** Between two requests of a connection. */
  keepAlive: number
  /** Bytes of one request's header fields. */
  headerSize: number
  /** How often Node looks for late requests. */
  checkInterval: number
}

/** A year, for only this name (RFC 6797); docs/internals/decisions.md, "HSTS". */
const STRICT_TRANSPORT = 'max-age=31536000'

const DEFAULT_LIMITS: Limits = {
  firstByte: 10_000,
  headers: 10_000,
  body: () => 60_000,
  request: 900_000,
  keepAlive: 65_000, // longer than the 60 s of common proxies, so that they close first
  headerSize: 16_384,
  checkInterval: 2_000,
}

export interface Listener {
  /** The port that is bound. */
  port: number
  /**
   * Accepts nothing more, closes idle connections, and finishes the requests under way with `Connection: close`.
   * @param deadline milliseconds after which the rest is cut
   * @returns how many requests were cut
   */
  close(deadline: number): Promise<number>
}

/**
 * Serves the port.
 * @throws ListenError when it is in use or may not be bound
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const work = new OpenWork(options.clock)
  const shared: ServerOptions = {
    insecureHTTPParser: false,
    requireHostHeader: false, // protocolViolation requests it, with the error envelope
    maxHeaderSize: limits.headerSize,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.checkInterval,
  }
  const secure = createTlsServer({
    ...shared,
    ...options.certificates.current(),
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.firstByte,
  })
  const plain = createPlainServer(shared)
  options.certificates.onRenewal((pair) => secure.setSecureContext({ ...pair, minVersion: 'TLSv1.2' }))

  const { observer } = options
  const responses = rejecting(options.sharedHeaders, work, observer)
  const serve =
    (choose: (request: IncomingMessage) => RequestHandler): RequestHandler =>
    (request, response) => {
      if (responses.hasEnded(request.socket)) return
      work.began(request, response, observer?.began(request, response))
      const violation = protocolViolation(request)
      const handle = choose(request)
      if (handle !== options.plainHandler && mayBeRemembered(request.headers.host))
        response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT)
      if (violation) return responses.reject(request, response, violation)
      limitBody(request, response)
      handle(request, response)
    }
  const limitBody = (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
      return
    const cancel = options.clock.after(limits.body(request), () => {
      if (!request.complete) responses.rejectRaw({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket)
    })
    request.once('end', cancel)
    response.once('close', cancel)
  }
  const throughProxy = (request: IncomingMessage) => {
    const protocol = request.headers['x-forwarded-proto']
    const encrypted = String(protocol ?? '')
      .split(',')
      .every((entry) => entry.trim() === 'https')
    return encrypted && options.trusted(request.socket.remoteAddress)
  }
  // Node hands a failed handshake to clientError, which would write a response that no one can read.
  secure.removeAllListeners('tlsClientError').on('tlsClientError', (_, socket) => socket.destroy())
  secure.on(
    'request',
    serve(() => options.handler),
  )
  plain.on(
    'request',
    serve((request) => (throughProxy(request) ? options.handler : options.plainHandler)),
  )
  for (const server of [secure, plain] as Server[]) {
    // Fields beyond Node's 2000th would be dropped silently; `headerSize` bounds them all.
    server.maxHeadersCount = 0
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      pauseBody(request, () => response.writeContinue())
      server.emit('request', request, response)
    })
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      responses.rejectRaw(error, socket as Socket),
    )
    server.on(
      'checkExpectation',
      serve(() => responses.rejectExpectation),
    )
    server.on('connect', (request, socket) => responses.rejectConnect(request, socket as Socket))
    // Neither listens itself; Node starts the clock of its header and request limits on this event.
    server.emit('listening')
  }

  const socketServer = 'reservation' in options ? options.reservation : await reservePort(options)
  socketServer.serve((socket) => {
    work.connected(socket)
    onFirstByte(socket, options.clock, limits.firstByte, (byte) => {
      if (byte === TLS_HANDSHAKE) secure.emit('connection', socket)
      else {
        plain.emit('connection', socket)
        socket.resume()
      }
    })
  })
  return {
    port: socketServer.port,
    async close(deadline) {
      socketServer.close()
      const cut = await work.drain(deadline, () => {
        for (const server of [secure, plain]) server.closeIdleConnections()
      })
      for (const server of [secure, plain]) server.close()
      return cut
    },
  }
}
