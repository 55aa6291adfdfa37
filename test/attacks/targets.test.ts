/** Targets, versions, expectations and field counts that HTTP has and hardly any client sends. */
import { once } from 'node:events'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'
import { exchange, request } from './raw.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startServer({ plans: { unauthenticated: { perMinute: 1_000_000, burst: 1_000_000 } } })
  key = `Authorization: Bearer ${server.a.key}`
})
afterAll(() => server.close())

const JSON_TYPE = 'Content-Type: application/json'
const PROMPT = '{"name":"Smuggled","content":"x"}'
const ask = async (line: string, fields: readonly string[] = [key], body = '') =>
  (await exchange(server, request(line, fields, body)))[0]
const promptCount = async () => {
  const response = await server.wire.send({ method: 'GET', path: '/prompts', key: server.a.key })
  return (response.json() as { prompts: unknown[] }).prompts.length
}

describe('more fields than Node keeps by itself', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'a:')
  const hidden: [name: string, { given: string[]; want: number }][] = [
    ['a second length', { given: ['Content-Length: 33', ...many(3000), 'Content-Length: 0'], want: 400 }],
    [
      'an encoding beside a length',
      { given: ['Content-Length: 33', ...many(3000), 'Transfer-Encoding: chunked'], want: 400 },
    ],
    ['a second Host', { given: ['Content-Length: 33', ...many(3000), 'Host: example.com'], want: 400 }],
    [
      'a second Content-Type',
      { given: ['Content-Length: 33', ...many(3000), 'Content-Type: text/plain'], want: 400 },
    ],
    [
      'a second credential',
      { given: ['Content-Length: 33', ...many(3000), 'Authorization: Bearer x'], want: 401 },
    ],
  ]
  test.each(hidden)('hide nothing: %s behind them is seen', async (_, { given, want }) => {
    const response = await ask('POST /v1/prompts', [key, JSON_TYPE, ...given], PROMPT)
    expect(response?.status).toBe(want)
    expect(await promptCount()).toBe(0)
  })

  test('hide no address that a proxy wrote behind them', async () => {
    await using own = await startServer({
      trustProxy: ['127.0.0.0/8'],
      plans: { unauthenticated: { perMinute: 2, burst: 2 } },
    })
    // The first address is the client's own claim; the proxy adds the true address after all that it received.
    const from = (claimed: number) => [
      `X-Forwarded-For: 198.51.100.${claimed}`,
      ...many(3000),
      'X-Forwarded-For: 203.0.113.9',
    ]
    const statuses = []
    for (const claimed of [1, 2, 3]) {
      const [response] = await exchange(own, request('GET /v1/prompts', from(claimed)))
      statuses.push(response?.status)
    }
    expect(statuses).toEqual([401, 401, 429])
  })

  test('that are larger than the server takes are refused', async () => {
    const large = Array.from({ length: 1000 }, () => `a: ${'x'.repeat(20)}`)
    expect((await ask('GET /v1/prompts', [key, ...large]))?.status).toBe(431)
  })
})

describe('a target in absolute form', () => {
  const port = () => new URL(server.origin).port
  test.each([
    ['of the service', () => `GET https://localhost:${port()}/v1/prompts`, 200],
    ['with a query', () => `GET https://localhost/v1/prompts?limit=1`, 200],
    ['with capitals in scheme and host', () => `GET HTTPS://LocalHost/v1/prompts`, 200],
    ['with the address in place of the name', () => `GET https://127.0.0.1:${port()}/v1/prompts`, 200],
    ['with nothing behind the host', () => `GET https://localhost`, 200],
    ['of a health check', () => `GET https://localhost/healthz`, 200],
    ['of the key set', () => `GET https://localhost/.well-known/jwks.json`, 200],
    ['to a path that is nothing', () => `GET https://localhost/v1/nothing`, 404],
    ['with dots', () => `GET https://localhost/v1/../healthz`, 404],
    ['of another host', () => `GET https://example.com/v1/prompts`, 400],
    ['of no host', () => `GET https:///v1/prompts`, 400],
    ['with a user name', () => `GET https://a@localhost/v1/prompts`, 400],
    ['with a port that is none', () => `GET https://localhost:x/v1/prompts`, 400],
    ['of plain HTTP over TLS', () => `GET http://localhost/v1/prompts`, 400],
    ['of another scheme', () => `GET ftp://localhost/v1/prompts`, 400],
    ['that is an authority', () => `GET localhost:443`, 400],
    ['that is a star, of a GET', () => `GET *`, 400],
  ])('%s', async (_, line, want) => {
    const response = await ask(line())
    expect([response?.status, response?.headers['x-request-id'] !== undefined]).toEqual([want, true])
  })
  test('is no way around the credential', async () => {
    expect((await ask('GET https://localhost/v1/prompts', []))?.status).toBe(401)
  })
})

describe('a version that is not spoken', () => {
  test.each([
    ['HTTP/2.0', 505, 'HTTP_VERSION_NOT_SUPPORTED'],
    ['HTTP/0.9', 505, 'HTTP_VERSION_NOT_SUPPORTED'],
    ['HTTP/3.0', 505, 'HTTP_VERSION_NOT_SUPPORTED'],
    ['HTTP/1.2', 400, 'VALIDATION_ERROR'],
    ['HTTP/2', 400, 'VALIDATION_ERROR'],
  ])('%s is %i', async (version, status, code) => {
    const bytes = `GET /v1/prompts ${version}\r\nHost: localhost\r\n${key}\r\n\r\n`
    const [response] = await exchange(server, bytes)
    expect(response?.status).toBe(status)
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false, error: { code } })
  })
})

describe('OPTIONS *, a question to the server as a whole (RFC 9110, section 9.3.7)', () => {
  test('is answered with the methods that it has, and without a body', async () => {
    const [response] = await exchange(
      server,
      'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    expect([response?.status, response?.body]).toEqual([204, ''])
    expect(response?.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    expect(response?.headers['x-request-id']).toMatch(/^req_/)
  })
})

describe('a Host that is none', () => {
  test.each(['local host', 'a@localhost', 'localhost:x', '[::1', 'a/b', '<script>'])(
    '%j is refused',
    async (host) => {
      const [response] = await exchange(
        server,
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect(response?.status).toBe(400)
    },
  )
})

describe('who asks before sending a body', () => {
  /** Sends a head that expects 100-continue, and the body on request. */
  async function expecting(fields: readonly string[], path = '/v1/prompts') {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(new URL(server.origin).port),
      ca: server.ca,
      servername: 'localhost',
    })
    await once(socket, 'secureConnect')
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(PROMPT)
    })
    const closed = once(socket, 'close')
    const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Expect: 100-continue', ...fields]
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    await closed
    return text
  }
  const length = `Content-Length: ${PROMPT.length}`
  test.each([
    ['without a credential', () => [JSON_TYPE, length], 401],
    ['with a wrong one', () => ['Authorization: Bearer x', JSON_TYPE, length], 401],
    ['of too much', () => [key, JSON_TYPE, `Content-Length: ${2 ** 20 + 1}`], 413],
    ['of another type', () => [key, 'Content-Type: text/plain', length], 415],
  ])('%s is refused, and not asked for it', async (_, fields, want) => {
    expect(await expecting(fields())).toMatch(new RegExp(`^HTTP/1.1 ${want} `))
  })
  test.each([
    ['a form of the token endpoint, of too much', '/oauth/token', 413],
    ['a body that nothing takes', '/v1/nothing', 404],
  ])('%s: likewise', async (_, path, want) => {
    const type = path.startsWith('/oauth') ? 'Content-Type: application/x-www-form-urlencoded' : JSON_TYPE
    const text = await expecting([key, type, `Content-Length: ${2 ** 20 + 1}`], path)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${want} `))
  })
  test('that is welcome is asked for it, once', async () => {
    const text = await expecting([key, JSON_TYPE, length])
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
    expect(await promptCount()).toBe(1)
  })
})

describe('that a name speaks TLS alone', () => {
  const field = 'strict-transport-security'
  const asked = async (host: string, path = '/healthz') => {
    const [response] = await exchange(
      server,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    return response?.headers[field]
  }
  test.each(['/healthz', '/v1/prompts', '/oauth/sign-in', '/.well-known/jwks.json', '/nothing'])(
    'is said on %s',
    async (path) => expect(await asked('prompts.example.com', path)).toBe('max-age=31536000'),
  )
  test.each([
    'localhost',
    'localhost:8443',
    'LOCALHOST',
    'app.localhost:3000',
    'localhost.',
    'app.localhost.',
    '127.0.0.1:8443',
    '[::1]:8443',
    '203.0.113.7',
    'devbox',
  ])('is not said of %s, whose other ports it would capture', async (host) =>
    expect(await asked(host)).toBeUndefined(),
  )
})

describe('a number that is written otherwise than it is read', () => {
  const spellings = [
    '1e1',
    '01',
    '%2B5',
    '0x10',
    '%205',
    '5%20',
    '5.0',
    '5.',
    '.5e1',
    '1_0',
    '٥',
    '',
    'Infinity',
  ]
  test.each(spellings)('limit=%s is refused', async (text) => {
    const response = await server.wire.send({
      method: 'GET',
      path: `/prompts?limit=${text}`,
      key: server.a.key,
    })
    expect([response.status, response.json()]).toMatchObject([
      400,
      { error: { details: { field: 'query.limit' } } },
    ])
  })
  test.each(['1e0', '01', '%2B1', '1.0', '0x1'])('the version %s is nothing', async (text) => {
    const made = await server.wire.send({
      method: 'POST',
      path: '/prompts',
      key: server.a.key,
      body: { name: `Numbered ${text}`, content: 'x' },
    })
    const { id } = made.json() as { id: string }
    const at = (version: string) =>
      server.wire.send({ method: 'GET', path: `/prompts/${id}/versions/${version}`, key: server.a.key })
    expect([(await at('1')).status, (await at(text)).status]).toEqual([200, 404])
  })
})
