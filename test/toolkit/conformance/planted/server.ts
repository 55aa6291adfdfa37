/** A tiny server that fulfils its contract (notes.yaml), and the faults that can be planted into it. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../../../../src/toolkit/conformance/index.ts'

export interface PlainResponse {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

export type Fault = (response: PlainResponse) => PlainResponse

const NOTE = {
  id: 'note_1',
  text: 'Milk',
  colour: 'red',
  digest: '8189b8409b18b1ef215ec2f2d8da515cdc7cc21a4b7cd35482b66bede2275d02',
}
const USAGE = { requestsPerMinute: 60, tokens: { inputTokens: 10, outputTokens: 5, totalTokens: 15 } }
const LIMITS = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '1793619060',
  'X-RateLimit-Policy': '60/minute',
}

/** The operation is deprecated since 2026-01-01 and goes a year later. */
const ENDING = { Deprecation: '@1767225600', Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }

const json = (status: number, value: unknown, headers: Record<string, string> = {}): PlainResponse => ({
  status,
  headers: { ...LIMITS, 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})
const error = (
  status: number,
  code: string,
  details: object = {},
  headers: Record<string, string> = {},
): PlainResponse =>
  json(
    status,
    { success: false, error: { code, message: 'In words.', details, requestId: 'req_1' } },
    headers,
  )
const bare = (status: number): PlainResponse => ({ status, headers: { ...LIMITS }, body: '' })

/** The response of the good server; `x-want` requests an error response. */
function respond({ method, url, headers }: IncomingMessage): PlainResponse {
  if (headers['x-want'] === '401')
    return error(
      401,
      'UNAUTHORIZED',
      {},
      { 'WWW-Authenticate': 'Bearer realm="notes"', 'X-Request-Id': 'req_1' },
    )
  if (headers['x-want'] === '429') return error(429, 'RATE_LIMIT_EXCEEDED', {}, { 'Retry-After': '7' })
  if (headers['x-want'] === '400') return error(400, 'VALIDATION_ERROR', { field: 'text', issue: 'is empty' })
  if (headers['x-want'] === '304') return bare(304)
  switch (`${method} ${url}`) {
    case 'GET /v1/notes':
      return json(200, { notes: [NOTE] })
    case 'GET /v1/usage':
      return json(200, USAGE)
    case 'POST /v1/notes':
      return json(201, NOTE, { Location: '/v1/notes/note_1' })
    case 'GET /v1/notes/note_1':
    case 'HEAD /v1/notes/note_1':
      return json(200, NOTE)
    case 'DELETE /v1/notes/note_1':
      return { ...bare(204), headers: { ...LIMITS, ...ENDING } }
    case 'PUT /v1/notes':
      return error(405, 'METHOD_NOT_ALLOWED', {}, { Allow: 'GET, POST' })
    default:
      return error(404, 'NOT_FOUND')
  }
}

/**
 * Sends one request to a server with the fault planted, over a real connection, and hands back the exchange.
 * A fault that Node's server would fix (a body with HEAD or 204) is planted into the exchange instead.
 */
export async function exchangeWith(
  fault: Fault,
  method: string,
  url: string,
  want?: string,
): Promise<Exchange> {
  const server = createServer((request, response) => {
    const { status, headers, body } = fault(respond(request))
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: want ? { 'x-want': want } : {},
    })
    const body = Buffer.from(await response.arrayBuffer())
    return { method, url, status: response.status, headers: Object.fromEntries(response.headers), body }
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
