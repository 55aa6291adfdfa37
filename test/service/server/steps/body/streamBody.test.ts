import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../../../src/service/errors.ts'
import { RequestAborted } from '../../../../../src/service/server/steps/body/framing.ts'
import { streamBody } from '../../../../../src/service/server/steps/body/streamBody.ts'

const MAX = 1024 * 1024

/** Counts what streamBody gives; /first stops after the first piece. */
const server = createServer(async (request, response) => {
  let length = 0
  let largest = 0
  try {
    for await (const piece of streamBody(request, { maxBytes: MAX })) {
      length += piece.length
      largest = Math.max(largest, piece.length)
      if (request.url === '/first') break
    }
    response.end(JSON.stringify({ length, largest }))
  } catch (error) {
    if (error instanceof RequestAborted) server.emit('aborted', error)
    if (!(error instanceof ApiError)) return
    response
      .writeHead(error.status, error.headers)
      .end(JSON.stringify({ code: error.code, details: error.details }))
  }
})

let port = 0
beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function post(
  path: string,
  headers: Record<string, string>,
  chunks: Buffer[],
): Promise<[number, unknown]> {
  // No connection is reused: the server of the next test may get the port of this one.
  const outgoing = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false })
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>
  for (const chunk of chunks) outgoing.write(chunk)
  outgoing.end()
  const [incoming] = await responded
  outgoing.on('error', () => {}) // a rejected client may still be sending when the connection closes
  const received: Buffer[] = []
  for await (const chunk of incoming) received.push(chunk)
  return [incoming.statusCode ?? 0, JSON.parse(Buffer.concat(received).toString())]
}

const full = Buffer.alloc(MAX, 'x')

describe('streamBody', () => {
  it.each<[string, { headers: Record<string, string>; chunks: Buffer[] }]>([
    ['a plain body', { headers: {}, chunks: [full] }],
    ['gzip', { headers: { 'Content-Encoding': 'gzip' }, chunks: [gzipSync(full)] }],
    ['deflate', { headers: { 'Content-Encoding': 'deflate' }, chunks: [deflateSync(full)] }],
    ['br', { headers: { 'Content-Encoding': 'br' }, chunks: [brotliCompressSync(full)] }],
  ])('gives %s of exactly the allowed size in small pieces', async (_name, { headers, chunks }) => {
    const [status, body] = await post('/', headers, chunks)
    expect(status).toBe(200)
    expect(body).toMatchObject({ length: MAX })
    expect((body as { largest: number }).largest).toBeLessThanOrEqual(MAX / 4)
  })

  it('gives nothing where there is no body', async () => {
    expect(await post('/', { 'Content-Length': '0' }, [])).toEqual([200, { length: 0, largest: 0 }])
  })

  it.each<[string, { headers: Record<string, string>; chunks: Buffer[]; want: [number, object] }]>([
    [
      'an announced length beyond the bound',
      {
        headers: { 'Content-Length': String(MAX + 1) },
        chunks: [full, Buffer.from('x')],
        want: [413, { details: { received: MAX + 1 } }],
      },
    ],
    [
      'chunks beyond the bound',
      { headers: {}, chunks: [full, full], want: [413, { details: { allowed: MAX } }] },
    ],
    [
      'a bomb',
      {
        headers: { 'Content-Encoding': 'gzip' },
        chunks: [gzipSync(Buffer.alloc(50 * MAX))],
        want: [413, { code: 'PAYLOAD_TOO_LARGE' }],
      },
    ],
    [
      'what is not gzip',
      {
        headers: { 'Content-Encoding': 'gzip' },
        chunks: [Buffer.from('{}')],
        want: [400, { details: { field: 'header.Content-Encoding' } }],
      },
    ],
    [
      'gzip cut short',
      {
        headers: { 'Content-Encoding': 'gzip' },
        chunks: [gzipSync(full).subarray(0, 500)],
        want: [400, { code: 'VALIDATION_ERROR' }],
      },
    ],
    [
      'an unknown encoding',
      {
        headers: { 'Content-Encoding': 'zip' },
        chunks: [full],
        want: [415, { code: 'UNSUPPORTED_MEDIA_TYPE' }],
      },
    ],
  ])('refuses %s', async (_name, { headers, chunks, want: [status, body] }) => {
    const reply = await post('/', headers, chunks)
    expect(reply).toMatchObject([status, body])
  })

  it.each([
    ['plain', {}, full],
    ['gzip', { 'Content-Encoding': 'gzip' }, gzipSync(full)],
  ])('lets its consumer stop early and answer (%s)', async (_name, headers, body) => {
    const [status] = await post('/first', headers, [body])
    expect(status).toBe(200)
  })

  it.each(['', 'Content-Encoding: gzip\r\n'])('ends when the client goes away (%j)', async (header) => {
    const aborted = once(server, 'aborted')
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const arrived = once(server, 'request')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 1000\r\n\r\n`)
    socket.write(gzipSync(full).subarray(0, 100))
    await arrived
    socket.destroy()
    expect(await aborted).toEqual([expect.any(RequestAborted)])
  })
})
