import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../../../src/service/errors.ts'
import { RequestAborted } from '../../../../../src/service/server/steps/body/framing.ts'
import { readBody } from '../../../../../src/service/server/steps/body/readBody.ts'

const MAX = 1000

/** A server that responds with the result of readBody: the length and text, or the error. */
const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request, { maxBytes: MAX })
    response.end(JSON.stringify({ length: body.length, text: body.toString() }))
  } catch (error) {
    outcomes.emit(error)
    if (!(error instanceof ApiError)) return
    response
      .writeHead(error.status, error.headers)
      .end(JSON.stringify({ code: error.code, details: error.details }))
  }
})

/** The errors of readBody, in order, for a test that has no response to look at. */
const outcomes = {
  thrown: [] as unknown[],
  waiting: [] as ((error: unknown) => void)[],
  emit(error: unknown) {
    const next = this.waiting.shift()
    if (next) next(error)
    else this.thrown.push(error)
  },
  next(): Promise<unknown> {
    return this.thrown.length > 0
      ? Promise.resolve(this.thrown.shift())
      : new Promise((r) => this.waiting.push(r))
  },
}

let port = 0
beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  outcomes.thrown.length = 0
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** Sends over node's own client; an array of chunks goes out chunked. */
async function post(headers: Record<string, string | number>, chunks: Buffer | Buffer[]): Promise<Reply> {
  const outgoing = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers })
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>
  if (Array.isArray(chunks)) {
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  } else outgoing.end(chunks)
  const [incoming] = await responded
  outgoing.on('error', () => {}) // a rejected client may still be sending when the connection closes
  const received: Buffer[] = []
  for await (const chunk of incoming) received.push(chunk)
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: JSON.parse(Buffer.concat(received).toString()),
  }
}

/** Sends bytes as they are; resolves with all that came back when the server closes the connection. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return textOf(socket)
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

const text = 'Hello {{ name }}, '.repeat(10)
const bomb = Buffer.alloc(50 * 1024 * 1024)

describe('takes', () => {
  it.each<[string, { headers: Record<string, string>; body: Buffer | Buffer[]; want: string }]>([
    ['no body', { headers: { 'Content-Length': '0' }, body: Buffer.alloc(0), want: '' }],
    ['a body with its length', { headers: {}, body: Buffer.from(text), want: text }],
    ['a chunked body', { headers: {}, body: [Buffer.from('ab'), Buffer.from('c')], want: 'abc' }],
    [
      'a body of exactly the allowed size',
      { headers: {}, body: Buffer.alloc(MAX, 'x'), want: 'x'.repeat(MAX) },
    ],
    ['identity', { headers: { 'Content-Encoding': 'identity' }, body: Buffer.from(text), want: text }],
    ['gzip', { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(text), want: text }],
    ['x-gzip in capitals', { headers: { 'Content-Encoding': 'X-GZIP' }, body: gzipSync(text), want: text }],
    ['deflate', { headers: { 'Content-Encoding': 'deflate' }, body: deflateSync(text), want: text }],
    ['br, chunked', { headers: { 'Content-Encoding': 'br' }, body: [brotliCompressSync(text)], want: text }],
    [
      'gzip of the allowed size',
      { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('y'.repeat(MAX)), want: 'y'.repeat(MAX) },
    ],
  ])('%s', async (_name, { headers, body, want }) => {
    const reply = await post(headers, body)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ length: want.length, text: want })
  })
})

describe('refuses', () => {
  it.each<
    [string, { headers: Record<string, string>; body: Buffer | Buffer[]; want: [number, string, object] }]
  >([
    [
      'a body that announces one byte too many',
      {
        headers: {},
        body: Buffer.alloc(MAX + 1),
        want: [413, 'PAYLOAD_TOO_LARGE', { received: MAX + 1, allowed: MAX }],
      },
    ],
    [
      'a large body, and the client that sends it all first still reads the answer',
      {
        headers: {},
        body: Buffer.alloc(4 << 20),
        want: [413, 'PAYLOAD_TOO_LARGE', { received: 4 << 20, allowed: MAX }],
      },
    ],
    [
      'a chunked body as soon as it is too long',
      {
        headers: {},
        body: [Buffer.alloc(600), Buffer.alloc(600), Buffer.alloc(4 << 20)],
        want: [413, 'PAYLOAD_TOO_LARGE', { allowed: MAX }],
      },
    ],
    ...(['gzip', 'deflate', 'br'] as const).map(
      (
        encoding,
      ): [string, { headers: Record<string, string>; body: Buffer; want: [number, string, object] }] => [
        `a ${encoding} body that inflates beyond the bound`,
        {
          headers: { 'Content-Encoding': encoding },
          body: { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding](
            Buffer.alloc(MAX + 1),
          ),
          want: [413, 'PAYLOAD_TOO_LARGE', { received: MAX + 1, allowed: MAX }],
        },
      ],
    ),
    [
      'a bomb of 50 MiB in less than the allowed size',
      {
        headers: { 'Content-Encoding': 'br' },
        body: brotliCompressSync(bomb),
        want: [413, 'PAYLOAD_TOO_LARGE', { received: MAX + 1, allowed: MAX }],
      },
    ],
    [
      'an encoding that nobody knows',
      {
        headers: { 'Content-Encoding': 'zstd' },
        body: Buffer.from('x'),
        want: [
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          { received: 'zstd', expected: ['gzip', 'deflate', 'br', 'identity'] },
        ],
      },
    ],
    [
      'two encodings',
      {
        headers: { 'Content-Encoding': 'gzip, gzip' },
        body: gzipSync(gzipSync('x')),
        want: [415, 'UNSUPPORTED_MEDIA_TYPE', { received: 'gzip, gzip' }],
      },
    ],
    [
      'what is not gzip',
      {
        headers: { 'Content-Encoding': 'gzip' },
        body: Buffer.from('{}'),
        want: [400, 'VALIDATION_ERROR', { field: 'header.Content-Encoding' }],
      },
    ],
    [
      'gzip that was cut short',
      {
        headers: { 'Content-Encoding': 'gzip' },
        body: gzipSync(text).subarray(0, 20),
        want: [400, 'VALIDATION_ERROR', { field: 'header.Content-Encoding' }],
      },
    ],
  ])('%s', async (_name, { headers, body, want: [status, code, details] }) => {
    const reply = await post(headers, body)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ code, details })
  })

  it('announced lengths at once, without waiting for the body', async () => {
    const reply = await raw(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n`.concat('x'.repeat(50)),
    )
    expect(reply).toMatch(/^HTTP\/1.1 413 /)
    expect(reply).toMatch(/\r\nConnection: close\r\n/i)
  })

  it.each([
    ['gzip, chunked', /^HTTP\/1.1 400 [\s\S]*header.Transfer-Encoding/],
    ['identity', /^HTTP\/1.1 400 /],
    ['chunked, x', /^HTTP\/1.1 400 /],
  ])('the Transfer-Encoding %s', async (encoding, want) => {
    expect(
      await raw(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n`),
    ).toMatch(want)
  })

  it.each([
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
    ['a negative length', 'Content-Length: -1'],
  ])('%s, before the handler runs', async (_name, headers) => {
    expect(await raw(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('the connection', () => {
  it('stays open for the next request behind a body that was refused but whole', async () => {
    const socket = connect(port, '127.0.0.1')
    const all = textOf(socket)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}')
    expect(await all).toMatch(/^HTTP\/1.1 400 [\s\S]*HTTP\/1.1 200 /)
  })

  it('outlives the answer until a client that reads only after sending has read it', async () => {
    const socket = connect(port, '127.0.0.1')
    const length = 8 * 1024 * 1024
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
    await new Promise((resolve, reject) =>
      socket.write(Buffer.alloc(length), (error) => (error ? reject(error) : resolve(undefined))),
    )
    expect(await textOf(socket)).toMatch(/^HTTP\/1.1 413 [\s\S]*"received":8388608/)
  })

  it('is cut when a refused client goes on sending without end', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // a reset is what this client deserves
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')])
    let sent = 0
    const send = (error?: Error | null) => {
      if (error) return
      sent += chunk.length
      socket.write(chunk, send)
    }
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('that breaks off within the body ends the reading', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const arrived = once(server, 'request')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
    await arrived
    socket.destroy()
    expect(await outcomes.next()).toBeInstanceOf(RequestAborted)
  })

  it('with a broken chunk ends the reading', async () => {
    const reply = await raw('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n')
    expect(reply).toMatch(/^HTTP\/1.1 400 /)
    expect(await outcomes.next()).toBeInstanceOf(RequestAborted)
  })
})
