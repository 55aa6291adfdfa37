/** Responses below the application, where Node would respond with bare text or not at all. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenWork } from './openWork.ts'
import { type Rejection, rejectionBody, rejectionOf } from './protocol.ts'
import type { RequestObserver } from './requestObserver.ts'

/** The common parts of every response: the request id, and headers such as the rate limit's. */
export type SharedHeaders = (address: string | undefined) => {
  requestId: string
  headers: Record<string, string>
}

/** @param observer receives responses that are written to the socket itself; the listener reports requests to it */
export function rejecting(shared: SharedHeaders, work: OpenWork, observer?: RequestObserver) {
  const render = (rejection: Rejection, address: string | undefined) => {
    const { requestId, headers } = shared(address)
    const body = rejectionBody(rejection, requestId)
    return {
      body,
      headers: {
        ...headers,
        'X-Request-Id': requestId,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': String(Buffer.byteLength(body)),
        'Cache-Control': 'no-store',
        Connection: 'close',
      },
    }
  }
  const ended = new WeakSet<Socket>()
  const reject = (request: IncomingMessage, response: ServerResponse, rejection: Rejection) => {
    ended.add(request.socket)
    const { headers, body } = render(rejection, request.socket.remoteAddress)
    response.writeHead(rejection.status, headers).end(body)
  }
  /** Writes to the socket itself, for there is no response object, or its request never ends. */
  const write = (rejection: Rejection, socket: Socket) => {
    const underWay = work.responseOn(socket)
    if (!socket.writable || underWay?.headersSent) return socket.destroy()
    observer?.rejected(rejection.status, underWay)
    const { headers, body } = render(rejection, socket.remoteAddress)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}\r\nDate: ${new Date().toUTCString()}\r\n`
    socket.end(`${head}${lines.join('')}\r\n${body}`, () => socket.destroy())
  }
  return {
    reject,
    /**
     * Whether a response ended this connection. Node has parsed the data that a client sent after that request, and
     * would serve it. It must not be done (RFC 9112, 9.6), because it may be part of a body to others.
     */
    hasEnded: (socket: Socket): boolean => ended.has(socket),
    /** For what Node's parser or timers object to. */
    rejectRaw(error: { code?: string | undefined; reason?: string }, socket: Socket) {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy()
      else write(rejectionOf(error), socket)
    },
    /** An `Expect` other than 100-continue (RFC 9110, 10.1.1). */
    rejectExpectation(request: IncomingMessage, response: ServerResponse) {
      const issue = `received ${JSON.stringify(request.headers.expect)}, expected 100-continue`
      reject(request, response, { status: 400, code: 'VALIDATION_ERROR', field: 'header.Expect', issue })
    },
    /** This is not a proxy. */
    rejectConnect(_request: IncomingMessage, socket: Socket) {
      write(
        { status: 405, code: 'METHOD_NOT_ALLOWED', field: 'method', issue: 'CONNECT is not served here' },
        socket,
      )
    },
  }
}
