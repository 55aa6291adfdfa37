import { subscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAddressGuard } from '../../../../src/service/events/delivery/addressGuard.ts'
import type { Resolve } from '../../../../src/service/events/delivery/resolver.ts'
import { createSender, type Sender } from '../../../../src/service/events/delivery/sender.ts'
import { ManualClock } from '../../../harness/clock.ts'
import {
  createReceiver,
  hang,
  RECEIVER_NAME,
  type Receiver,
  type Responder,
  raw,
  reset,
  respondWith,
} from '../../../harness/receiver.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await createReceiver()
})
afterAll(() => receiver.close())

const opened: Sender[] = []
afterEach(async () => {
  for (const sender of opened.splice(0)) await sender.close()
})

const clock = new ManualClock()
const never = new AbortController().signal
const nowhere: Resolve = () => Promise.reject(new Error('no such name'))

function sender(more: { allow?: string[]; resolve?: Resolve; ca?: string | undefined } = {}): Sender {
  const { allow = ['127.0.0.0/8'], resolve = nowhere } = more
  const ca = 'ca' in more ? more.ca : receiver.ca
  const made = createSender({ guard: createAddressGuard(allow), clock, ca, resolve })
  opened.push(made)
  return made
}

const post = (url: string, by = sender(), body = Buffer.from('{}')) =>
  by.send({ url: new URL(url), headers: { 'Content-Type': 'application/json' }, body }, never)

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Messages of a diagnostics channel as events: what undici has seen, which the receiver cannot know. */
function subscription(channel: string): EventEmitter {
  const emitter = new EventEmitter()
  subscribe(channel, (message) => emitter.emit('message', message))
  return emitter
}

/** A script for one path of its own, so that tests do not use each other's responses. */
let paths = 0
function path(reply: Responder): string {
  const own = `/${++paths}`
  receiver.at(own, reply)
  return receiver.url(own)
}

describe('an answer', () => {
  it('is reported with its status, time and the beginning of its body', async () => {
    const url = path((response) => {
      clock.jump(clock.now() + 120)
      response.writeHead(202, { 'Retry-After': '7' }).end('taken')
    })
    const result = await post(url)
    expect(result).toEqual({
      responded: true,
      httpStatus: 202,
      responseTime: 120,
      respondedAt: clock.now(),
      retryAfter: '7',
      responseBody: 'taken',
    })
  })

  it('is given to the exact bytes that were sent', async () => {
    const body = Buffer.from('{"name":"Größe 🙂"}')
    const url = path(respondWith(200))
    await post(`${url}?a=1&b=%20`, sender(), body)
    const got = receiver.requests.at(-1)
    expect(got).toMatchObject({ method: 'POST', path: `${new URL(url).pathname}?a=1&b=%20`, body })
    expect(got?.headers['content-type']).toBe('application/json')
  })

  it.each<[string, Responder, string | null]>([
    ['empty', respondWith(200), null],
    ['longer than 1 KiB', respondWith(200, 'x'.repeat(5000)), 'x'.repeat(1024)],
    ['cut within a character', respondWith(200, `${'x'.repeat(1022)}🙂`), 'x'.repeat(1022)],
    ['not UTF-8', respondWith(200, Buffer.from([0x61, 0xff, 0x62])), 'a\ufffdb'],
    ['with a NUL', respondWith(200, 'a\0b'), 'a\ufffdb'],
    [
      'a compressed bomb',
      respondWith(200, gzipSync(Buffer.alloc(10_000_000)), { 'Content-Encoding': 'gzip' }),
      null,
    ],
    [
      'cut off',
      (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'),
      'half',
    ],
  ])('has a body that is %s', async (_name, reply, want) => {
    expect(await post(path(reply))).toMatchObject({ responded: true, httpStatus: 200, responseBody: want })
  })

  it('without an end is let go after its first KiB', async () => {
    const url = path((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    expect(await post(url)).toMatchObject({ httpStatus: 200, responseBody: 'x'.repeat(1024) })
  })

  it('that trickles its body is a success, and is let go at the deadline', async () => {
    const headersCame = once(subscription('undici:request:headers'), 'message')
    const sending = post(path((response) => void response.write('a')))
    await headersCame
    await clock.advance(29_999)
    await clock.advance(1)
    expect(await sending).toMatchObject({ httpStatus: 200, responseBody: 'a' })
  })

  it.each([[301], [302], [307], [308]])('of %d is not followed', async (status) => {
    const target = path(respondWith(200))
    const before = receiver.requests.length
    expect(await post(path(respondWith(status, '', { Location: target })))).toMatchObject({
      httpStatus: status,
    })
    expect(receiver.requests).toHaveLength(before + 1)
  })
})

describe('no answer', () => {
  it.each([
    ['within 30 seconds', hang],
    ['because its headers trickle', raw('HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['but only 103 Early Hints', raw('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('%s is a timeout', async (_name, reply) => {
    const arrived = receiver.requests.length + 1
    const sending = post(path(reply))
    await receiver.received(arrived)
    await clock.advance(29_999)
    expect(await Promise.race([sending, 'still waiting'])).toBe('still waiting')
    await clock.advance(1)
    expect(await sending).toEqual({ responded: false, errorCode: 'TIMEOUT' })
  })

  it.each([
    ['a connection that is cut', reset, 'CONNECTION_RESET'],
    ['something that is not HTTP', raw('SSH-2.0-OpenSSH_9.2\r\n'), 'INVALID_RESPONSE'],
    ['headers without an end', raw(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`), 'INVALID_RESPONSE'],
  ])('but %s', async (_name, reply, errorCode) => {
    expect(await post(path(reply))).toEqual({ responded: false, errorCode })
  })

  it('because nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = portOf(server)
    server.close()
    await once(server, 'close')
    expect(await post(`https://127.0.0.1:${port}/`)).toEqual({
      responded: false,
      errorCode: 'CONNECTION_REFUSED',
    })
  })

  it('because the name is not known', async () => {
    expect(await post('https://receiver.test/')).toEqual({ responded: false, errorCode: 'DNS_FAILURE' })
  })

  it('because the lookup never ends is a timeout', async () => {
    const sending = post('https://receiver.test/', sender({ resolve: () => new Promise(() => {}) }))
    await clock.advance(30_000)
    expect(await sending).toEqual({ responded: false, errorCode: 'TIMEOUT' })
  })

  it('because the handshake never ends is a timeout', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const accepted: Promise<Socket[]> = once(silent, 'connection')
    const sending = post(`https://127.0.0.1:${portOf(silent)}/`)
    const [socket] = await accepted
    await clock.advance(30_000)
    expect(await sending).toEqual({ responded: false, errorCode: 'TIMEOUT' })
    socket?.destroy()
    silent.close()
  })

  it('because the service stops leaves no outcome', async () => {
    const stop = new AbortController()
    const arrived = receiver.requests.length + 1
    const sending = sender().send(
      { url: new URL(path(hang)), headers: {}, body: Buffer.from('{}') },
      stop.signal,
    )
    await receiver.received(arrived)
    stop.abort(new Error('stopping'))
    await expect(sending).rejects.toThrow('stopping')
  })
})

describe('a forbidden address', () => {
  it.each<[string, { url: string; resolve?: Resolve }]>([
    ['as a literal', { url: 'https://127.0.0.1/' }],
    ['as an IPv6 literal', { url: 'https://[::1]/' }],
    [
      'behind a name',
      { url: 'https://receiver.test/', resolve: async () => ['127.0.0.1', '169.254.169.254'] },
    ],
  ])('%s is never connected to', async (_name, { url, resolve = nowhere }) => {
    const target = new URL(url)
    target.port = String(receiver.port)
    const before = receiver.requests.length
    expect(await post(target.href, sender({ allow: [], resolve }))).toEqual({
      responded: false,
      errorCode: 'ADDRESS_REFUSED',
    })
    expect(receiver.requests).toHaveLength(before)
  })

  it('is refused when a name that was public points to it later', async () => {
    const responses = [['127.0.0.1'], ['10.0.0.1']]
    const by = sender({ resolve: async () => responses.shift() ?? [] })
    receiver.at('/rebound', respondWith(200, '', { Connection: 'close' }))
    const url = receiver.url('/rebound', RECEIVER_NAME)
    expect(await post(url, by)).toMatchObject({ httpStatus: 200 })
    expect(await post(url, by)).toEqual({ responded: false, errorCode: 'ADDRESS_REFUSED' })
  })

  it('with a final dot behind the name is the same name', async () => {
    receiver.at('/dotted', respondWith(200))
    const by = sender({ resolve: async () => ['127.0.0.1'] })
    expect(await post(receiver.url('/dotted', `${RECEIVER_NAME}.`), by)).toMatchObject({ httpStatus: 200 })
  })

  it('among permitted ones is left out', async () => {
    const by = sender({ resolve: async () => ['10.0.0.1', '127.0.0.1'] })
    receiver.at('/mixed', respondWith(200))
    expect(await post(receiver.url('/mixed', RECEIVER_NAME), by)).toMatchObject({ httpStatus: 200 })
  })
})
