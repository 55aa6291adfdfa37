/** The mock's own listener: several documents on one port, CORS, and the paths by which it is controlled. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../network/isLoopback.ts'
import { untrustedHost } from '../network/trustedRequest.ts'
import { isHeader } from '../openapi/headers.ts'
import type { HttpRequest, HttpResponse } from '../requests/exchange.ts'
import { bytesOf } from '../requests/exchange.ts'
import { problem } from '../requests/rejections.ts'
import { headersOf, readBody } from '../requests/wire.ts'
import { type Controlled, control, isControl } from './control.ts'
import { failureOf, respondFrom, sendable } from './respond.ts'

export { createRecording, type MockRecording } from './recording.ts'

export interface MockListenerOptions extends Controlled {
  host: string
  port: number
  /** Hosts that requests may name in addition, such as the name of a container; `*` for any. */
  allowedHosts?: readonly string[]
  /** PEM; plain HTTP when undefined. */
  tls?: { key: string; cert: string } | undefined
  /** Most bytes of a request's body. */
  largest: number
  /** Is called with each exchange, except those that control the mock. */
  record?: ((request: HttpRequest, response: HttpResponse) => void) | undefined
}

export interface MockListener {
  port: number
  close(): Promise<void>
}

/**
 * @param options `mocks` is called at each request, so that a reload needs no restart; the first mock that has the
 *   path responds
 * @throws the listener's error, such as EADDRINUSE
 */
export async function listenAsMock(options: MockListenerOptions): Promise<MockListener> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    respond(options, request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      write(request, response, failureOf({ method: request.method ?? 'GET', url: request.url ?? '/' }, error))
    })
  }
  const server: Server =
    options.tls === undefined ? createServer(handle) : createTlsServer(options.tls, handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  options: MockListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, options.largest)
  const method = request.method ?? 'GET'
  const headers = headersOf(request)
  const untrusted = untrustedHost(headers, options.host, options.allowedHosts)
  if (untrusted !== undefined) {
    // Without CORS headers: no page may read it.
    const { status, body: text } = problem(421, `${untrusted} Add --allow-host NAME for another one.`)
    response.writeHead(status, { 'Content-Type': 'application/problem+json' })
    return void response.end(method === 'HEAD' ? undefined : JSON.stringify(text))
  }
  // Makes URLs in responses work for the client, unless a proxy has set the header.
  if (options.tls !== undefined) headers['x-forwarded-proto'] ??= 'https'
  const result =
    body === undefined
      ? problem(413, `The body is larger than ${options.largest} bytes.`)
      : await responseTo(options, { method, url: request.url ?? '/', headers, body })
  write(request, response, result)
}

/** Every response goes through here, errors of the mock itself too: without CORS headers no page reads why. */
function write(request: IncomingMessage, response: ServerResponse, result: HttpResponse): void {
  const bytes = result.body === undefined ? undefined : bytesOf(result)
  const own = sendable(result.headers)
  response.writeHead(result.status, {
    ...own,
    ...corsHeaders(request, own),
    ...(bytes && { 'Content-Length': String(bytes.length) }),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/**
 * CORS headers for pages of any origin, and for pages on this machine also with credentials. Browsers accept `*` only for
 * requests without credentials (Fetch Standard, "CORS protocol and credentials"), so the origin is repeated.
 */
function corsHeaders(
  { method, headers: { origin, ...asked } }: IncomingMessage,
  own: Record<string, string>,
): Record<string, string> {
  const isPreflight = method === 'OPTIONS' && asked['access-control-request-method'] !== undefined
  const vary = Object.entries(own).find(([name]) => isHeader(name, 'Vary'))
  return {
    'Access-Control-Allow-Origin': origin ?? '*',
    ...(origin !== undefined && {
      ...(isLoopback(origin) && { 'Access-Control-Allow-Credentials': 'true' }),
      [vary?.[0] ?? 'Vary']: [...(vary === undefined ? [] : [vary[1]]), 'Origin'].join(', '),
    }),
    // All that the document sends, by name: a page reads no other.
    'Access-Control-Expose-Headers': Object.keys(own).join(', '),
    ...(isPreflight && {
      'Access-Control-Allow-Methods': own.Allow ?? 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': asked['access-control-request-headers'] ?? 'Content-Type',
      'Access-Control-Max-Age': '600',
    }),
  }
}

async function responseTo(options: MockListenerOptions, request: HttpRequest): Promise<HttpResponse> {
  if (isControl(request)) return control(options, request)
  const response = await respondFrom(options.mocks(), request)
  options.record?.(request, response)
  return response
}
