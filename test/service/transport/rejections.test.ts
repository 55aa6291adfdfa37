import { expect, test } from 'vitest'
import { exchange, plain, start, useListeners } from './rawClient.ts'

useListeners()

const H = 'Host: localhost\r\n'
const rejected: [string, { given: string; want: [status: number, field: string] }][] = [
  ['no HTTP at all', { given: 'hello\r\n\r\n', want: [400, 'request'] }],
  ['no Host', { given: 'GET / HTTP/1.1\r\n\r\n', want: [400, 'header.Host'] }],
  ['two Hosts', { given: `GET / HTTP/1.1\r\n${H}${H}\r\n`, want: [400, 'header.Host'] }],
  [
    'Content-Length with Transfer-Encoding',
    {
      given: `POST / HTTP/1.1\r\n${H}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      want: [400, 'header.Transfer-Encoding'],
    },
  ],
  [
    'Transfer-Encoding with Content-Length',
    {
      given: `POST / HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
      want: [400, 'header.Content-Length'],
    },
  ],
  [
    'two lengths',
    {
      given: `POST / HTTP/1.1\r\n${H}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
      want: [400, 'header.Content-Length'],
    },
  ],
  [
    'an unknown encoding',
    {
      given: `POST / HTTP/1.1\r\n${H}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      want: [400, 'header.Transfer-Encoding'],
    },
  ],
  [
    'chunked twice',
    {
      given: `POST / HTTP/1.1\r\n${H}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
      want: [400, 'header.Transfer-Encoding'],
    },
  ],
  [
    'chunks over HTTP/1.0',
    {
      given: `POST / HTTP/1.0\r\n${H}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      want: [400, 'header.Transfer-Encoding'],
    },
  ],
  [
    'a chunk of nonsense',
    { given: `POST / HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, want: [400, 'request'] },
  ],
  [
    'a bare line feed in a header',
    { given: `GET / HTTP/1.1\r\n${H}X: a\rb\r\n\r\n`, want: [400, 'request'] },
  ],
  ['a folded header', { given: `GET / HTTP/1.1\r\n${H}X: a\r\n b: c\r\n\r\n`, want: [400, 'request'] }],
  [
    '20 kB of headers',
    { given: `GET / HTTP/1.1\r\n${H}X: ${'a'.repeat(20_000)}\r\n\r\n`, want: [431, 'header'] },
  ],
  [
    'an expectation',
    { given: `GET / HTTP/1.1\r\n${H}Expect: a-miracle\r\n\r\n`, want: [400, 'header.Expect'] },
  ],
  ['a proxy request', { given: `CONNECT localhost:22 HTTP/1.1\r\n${H}\r\n`, want: [405, 'method'] }],
]
test.each(rejected)(
  '%s is refused with the error envelope, and the connection ends',
  async (_, { given, want }) => {
    const { port } = await start()
    const response = await exchange(await plain(port), given)
    const [head = '', body = ''] = response.split('\r\n\r\n')
    const { success, error } = JSON.parse(body)
    expect([Number(head.slice(9, 12)), error.details.field]).toEqual(want)
    expect(success).toBe(false)
    expect(error.message).toBe(`${error.details.field}: ${error.details.issue}`)
    expect(head).toMatch(/X-Request-Id: req_1.*Connection: close/s)
    expect(head).toContain('X-RateLimit-Limit: 60')
  },
)
