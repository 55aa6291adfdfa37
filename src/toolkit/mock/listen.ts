/** The mock's own listener: several documents on one port, CORS, and the paths by which it is steered. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Json, JsonObject } from '../contract/index.ts'
import type { HttpAnswer, HttpRequest } from '../requests/exchange.ts'
import { bytesOf, headersOf, readBody } from '../requests/wire.ts'
import type { EventSender } from './events.ts'
import type { Mock } from './mock.ts'

export interface MockListenerOptions {
  host: string
  port: number
  /** PEM; plain HTTP when undefined. */
  tls?: { key: string; cert: string } | undefined
  /** The present mocks, the first that knows a path answers; asked at each request, so that a reload needs no restart. */
  mocks(): readonly Mock[]
  events: EventSender | undefined
  /** Most bytes of a request's body. */
  largest: number
}

export interface MockListener {
  port: number
  close(): Promise<void>
}

/** @throws the listener's error, such as EADDRINUSE */
export async function listenAsMock(options: MockListenerOptions): Promise<MockListener> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    respond(options, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'application/problem+json' })
      response.end(JSON.stringify({ title: 'The mock failed.', status: 500, detail: String(error) }))
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
  // So that addresses in answers are those that the client can call; a proxy in front knows better.
  if (options.tls !== undefined) headers['x-forwarded-proto'] ??= 'https'
  const answer =
    body === undefined
      ? problem(413, `The body is larger than ${options.largest} bytes.`)
      : await answerTo(options, { method, url: request.url ?? '/', headers, body })
  const preflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  const bytes = answer.body === undefined ? undefined : bytesOf(answer)
  response.writeHead(answer.status, {
    ...answer.headers,
    'Access-Control-Allow-Origin': '*',
    // All that the document sends, by name: a page reads no other.
    'Access-Control-Expose-Headers': Object.keys(answer.headers).join(', '),
    ...(preflight && {
      'Access-Control-Allow-Methods': answer.headers.Allow ?? 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
      'Access-Control-Max-Age': '600',
    }),
    ...(bytes && { 'Content-Length': String(bytes.length) }),
  })
  response.end(method === 'HEAD' ? undefined : bytes)
}

async function answerTo(options: MockListenerOptions, request: HttpRequest): Promise<HttpAnswer> {
  const mocks = options.mocks()
  const path = request.url.split('?', 1)[0] ?? ''
  if (path.startsWith('/__mock/')) return steer(options, request, path.slice('/__mock/'.length))
  for (const mock of mocks) {
    const answer = await mock.answer(request)
    if (answer !== undefined) return answer
  }
  return (
    (await mocks[0]?.refuse(404, 'There is nothing at this path.', request)) ??
    problem(404, 'There is nothing at this path.')
  )
}

/** `POST /__mock/reset` forgets; `POST /__mock/events/<type>` sends an event, with the JSON body's members in it. */
async function steer(
  { mocks, events }: MockListenerOptions,
  request: HttpRequest,
  command: string,
): Promise<HttpAnswer> {
  const [, type] = /^events\/(.+)$/.exec(command) ?? []
  if (request.method !== 'POST' || (command !== 'reset' && type === undefined))
    return problem(
      404,
      `Received ${request.method} /__mock/${command}; expected POST /__mock/reset or POST /__mock/events/<type>.`,
    )
  if (type === undefined) {
    for (const mock of mocks()) mock.reset()
    return { status: 204, headers: {} }
  }
  if (events === undefined)
    return problem(409, 'No events are sent: start the mock with --webhook-url and an AsyncAPI document.')
  if (!events.types.includes(type))
    return problem(400, `Received ${type}; expected one of ${events.types.join(', ')}.`)
  try {
    const changes = request.body.length === 0 ? {} : (JSON.parse(request.body.toString()) as JsonObject)
    const { status, body } = await events.send(type, changes)
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: { event: body, receiverStatus: status } as Json,
    }
  } catch (error) {
    return problem(400, `The body is not JSON: ${(error as Error).message}`)
  }
}

const problem = (status: number, title: string): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { title, status },
})
