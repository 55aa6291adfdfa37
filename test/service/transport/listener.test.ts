import type { X509Certificate } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { parseAddressList } from '../../../src/service/transport/addresses.ts'
import type { Limits } from '../../../src/service/transport/listener.ts'
import { createLeaf, type Pair } from '../../../src/toolkit/network/authority.ts'
import {
  certificates,
  exchange,
  GET,
  plain,
  readAuthority,
  secure,
  start,
  useListeners,
} from './rawClient.ts'

useListeners()

test('one port serves TLS and tells plain HTTP apart', async () => {
  const { port } = await start()
  expect(await exchange(await secure(port), `${GET}Connection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 200.*over TLS/s,
  )
  expect(await exchange(await plain(port), `${GET}Connection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 200.*in plain/s,
  )
})

test('a connection is kept for further requests, and requests sent together are answered in order', async () => {
  let count = 0
  const { port } = await start({ handler: (_, response) => response.end(`answer ${++count}.`) })
  const responses = await exchange(await secure(port), `${GET}\r\n${GET}\r\n${GET}Connection: close\r\n\r\n`)
  expect(responses.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

test('a large body arrives whole, whatever the first packet held', async () => {
  const { port } = await start({
    plainHandler: (request, response) => void text(request).then((body) => response.end(String(body.length))),
  })
  const body = 'x'.repeat(3_000_000)
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = await plain(port)
  socket.write('P') // only the first byte
  socket.write(head.slice(1))
  expect(await exchange(socket, body)).toMatch(/3000000$/)
})

const proxied: [string, { given: { trusted: string[]; header: string }; want: string }][] = [
  [
    'a trusted proxy that took TLS',
    { given: { trusted: ['127.0.0.0/8'], header: 'https' }, want: 'over TLS' },
  ],
  [
    'a trusted proxy that took plain HTTP',
    { given: { trusted: ['127.0.0.0/8'], header: 'http' }, want: 'in plain' },
  ],
  [
    'a proxy behind one that took plain HTTP',
    { given: { trusted: ['127.0.0.1'], header: 'https, http' }, want: 'in plain' },
  ],
  ['anyone else who claims TLS', { given: { trusted: ['10.0.0.0/8'], header: 'https' }, want: 'in plain' }],
]
test.each(proxied)('plain HTTP from %s', async (_, { given, want }) => {
  const { port } = await start({ trusted: parseAddressList('--trust-proxy', given.trusted) })
  const head = `${GET}X-Forwarded-Proto: ${given.header}\r\nConnection: close\r\n\r\n`
  expect(await exchange(await plain(port), head)).toContain(want)
})

const late: [
  string,
  { given: { limits: Partial<Limits>; bytes: string; over: typeof plain }; want: RegExp },
][] = [
  [
    'a connection that sends nothing',
    { given: { limits: { firstByte: 20 }, bytes: '', over: plain }, want: /^$/ },
  ],
  [
    'headers that never end',
    {
      given: { limits: { headers: 20, checkInterval: 10 }, bytes: GET, over: secure },
      want: /^HTTP\/1.1 408.*"REQUEST_TIMEOUT".*"request"/s,
    },
  ],
  [
    'a body that never ends',
    {
      given: { limits: { body: () => 20 }, bytes: `${GET}Content-Length: 9\r\n\r\nhello`, over: secure },
      want: /^HTTP\/1.1 408.*"REQUEST_TIMEOUT".*"request"/s,
    },
  ],
  [
    'a TLS handshake that never ends',
    { given: { limits: { firstByte: 20 }, bytes: '\x16', over: plain }, want: /^$/ },
  ],
]
test.each(late)('%s is cut', async (_, { given, want }) => {
  const { port } = await start({ limits: given.limits })
  expect(await exchange(await given.over(port), given.bytes)).toMatch(want)
})

test('a renewed certificate is served to new connections', async () => {
  let renew: (pair: Pair) => void = () => {}
  const { port } = await start({
    certificates: {
      ...certificates,
      onRenewal(listener) {
        renew = listener
      },
    },
  })
  const serial = async () => {
    const socket = (await secure(port)) as TLSSocket
    const { serialNumber } = socket.getPeerX509Certificate() as X509Certificate
    socket.destroy()
    return serialNumber
  }
  const before = await serial()
  const pair = await createLeaf(await readAuthority(), ['localhost', '127.0.0.1'], Date.now())
  renew(pair)
  expect(await serial()).not.toBe(before)
})

test('a taken port is named with its flag', async () => {
  const { port } = await start()
  await expect(start({ port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program; choose another with --production-port.`,
  )
})
