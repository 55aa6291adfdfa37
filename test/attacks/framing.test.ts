import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'
import { exchange, request } from './raw.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startServer()
  key = `Authorization: Bearer ${server.a.key}`
})
afterAll(() => server.close())

const JSON_TYPE = 'Content-Type: application/json'
const PROMPT = '{"name":"Smuggled","content":"x"}'
const promptCount = async () => {
  const response = await server.wire.send({ method: 'GET', path: '/prompts', key: server.a.key })
  return (response.json() as { prompts: unknown[] }).prompts.length
}

describe('what could be read as one request or as two', () => {
  const chunked = `${PROMPT.length.toString(16)}\r\n${PROMPT}\r\n0\r\n\r\n`
  const cases: [name: string, { given: string[]; body?: string }][] = [
    ['a length with chunks', { given: [`Content-Length: ${PROMPT.length}`, 'Transfer-Encoding: chunked'] }],
    ['chunks with a length', { given: ['Transfer-Encoding: chunked', `Content-Length: ${PROMPT.length}`] }],
    ['two lengths', { given: [`Content-Length: ${PROMPT.length}`, 'Content-Length: 0'], body: PROMPT }],
    ['two lengths in one field', { given: [`Content-Length: ${PROMPT.length}, 0`], body: PROMPT }],
    [
      'one length twice',
      { given: [`Content-Length: ${PROMPT.length}`, `Content-Length: ${PROMPT.length}`], body: PROMPT },
    ],
    ['a signed length', { given: [`Content-Length: +${PROMPT.length}`], body: PROMPT }],
    ['a negative length', { given: ['Content-Length: -1'], body: PROMPT }],
    ['a length that is no number', { given: ['Content-Length: 0x21'], body: PROMPT }],
    ['an encoding that is not chunked', { given: ['Transfer-Encoding: gzip, chunked'] }],
    ['an unknown encoding', { given: ['Transfer-Encoding: xchunked'] }],
    ['chunked, twice', { given: ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'] }],
    ['identity before chunked', { given: ['Transfer-Encoding: identity, chunked'] }],
    ['a space before the colon', { given: ['Transfer-Encoding : chunked'] }],
    ['a folded field', { given: ['X: a\r\n b', 'Transfer-Encoding: chunked'] }],
    ['a bare carriage return', { given: ['X: a\rTransfer-Encoding: chunked'] }],
    ['a bare line feed', { given: ['X: a\nTransfer-Encoding: chunked'], body: '' }],
    [
      'a chunk of a nonsense size',
      { given: ['Transfer-Encoding: chunked'], body: `zz\r\n${PROMPT}\r\n0\r\n\r\n` },
    ],
    [
      'a chunk longer than it says',
      { given: ['Transfer-Encoding: chunked'], body: `5\r\n${PROMPT}\r\n0\r\n\r\n` },
    ],
  ]
  test.each(cases)('%s is refused, and its connection ended', async (_, { given, body = chunked }) => {
    const second = request('POST /v1/prompts', [key, JSON_TYPE, `Content-Length: ${PROMPT.length}`], PROMPT)
    const head = ['POST /v1/prompts HTTP/1.1', 'Host: localhost', key, JSON_TYPE, ...given, '', body].join(
      '\r\n',
    )
    const responses = await exchange(server, head + second)
    expect(responses.map(({ status }) => status)).toEqual([400])
    expect(JSON.parse(responses[0]?.body ?? '')).toMatchObject({ success: false })
    expect(await promptCount()).toBe(0)
  })

  test('a body that is not read ends its connection rather than become the next request', async () => {
    const smuggled = request('POST /v1/prompts', [key, JSON_TYPE, `Content-Length: ${PROMPT.length}`], PROMPT)
    const length = `Content-Length: ${2 ** 20 + 1}`
    const head = ['POST /v1/prompts HTTP/1.1', 'Host: localhost', key, JSON_TYPE, length, '', ''].join('\r\n')
    const responses = await exchange(server, head + smuggled + ' '.repeat(2 ** 20 + 1 - smuggled.length))
    expect(responses.map(({ status }) => status)).toEqual([413])
    expect(await promptCount()).toBe(0)
  })
})

describe('too much', () => {
  const big = `{"name":"x","content":"${'x'.repeat(2 ** 20)}"}`
  const bomb = Buffer.alloc(64 * 2 ** 20, ' ')
  const cases: [name: string, { given: Buffer; encoding?: string; want: number }][] = [
    ['more than 1 MiB', { given: Buffer.from(big), want: 413 }],
    ['a gzip bomb', { given: gzipSync(bomb), encoding: 'gzip', want: 413 }],
    ['a deflate bomb', { given: deflateSync(bomb), encoding: 'deflate', want: 413 }],
    ['a brotli bomb', { given: brotliCompressSync(bomb), encoding: 'br', want: 413 }],
    ['gzip twice', { given: gzipSync(gzipSync(bomb)), encoding: 'gzip, gzip', want: 415 }],
    ['what is no gzip', { given: Buffer.from(PROMPT), encoding: 'gzip', want: 400 }],
    ['gzip that breaks off', { given: gzipSync(PROMPT).subarray(0, 20), encoding: 'gzip', want: 400 }],
  ]
  test.each(cases)('%s is refused', async (_, { given, encoding, want }) => {
    const { status } = await server.wire.send({
      method: 'POST',
      path: '/prompts',
      key: server.a.key,
      body: given,
      headers: { 'Content-Type': 'application/json', ...(encoding && { 'Content-Encoding': encoding }) },
    })
    expect(status).toBe(want)
    expect(await promptCount()).toBe(0)
  })

  test('header fields of 20 kB are refused', async () => {
    const responses = await exchange(server, request('GET /v1/prompts', [key, `X: ${'x'.repeat(20_000)}`]))
    expect(responses[0]?.status).toBe(431)
  })
})

describe('plain HTTP', () => {
  test.each(['/v1/prompts', '/v1/nothing', '/healthz', '/oauth/token', '/'])(
    'to %s is refused',
    async (path) => {
      const [response] = await exchange(server, request(`GET ${path}`, [key]), false)
      expect(response?.status).toBe(403)
      expect(JSON.parse(response?.body ?? '')).toMatchObject({
        success: false,
        error: { code: 'INSECURE_TRANSPORT' },
      })
      expect(response?.headers.location).toBeUndefined()
      expect(response?.headers).toHaveProperty('x-ratelimit-limit')
    },
  )

  const PREFLIGHT = ['Origin: http://localhost:3000', 'Access-Control-Request-Method: PATCH']

  test('lets a preflight pass on this machine alone, so that the page can read the refusal', async () => {
    const [near] = await exchange(server, request('OPTIONS /v1/prompts', PREFLIGHT), false)
    expect(near?.status).toBe(204)
    expect(near?.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PATCH',
      'access-control-max-age': '0',
    })
    const away = request('OPTIONS /v1/prompts', PREFLIGHT).replace('Host: localhost', 'Host: api.example.com')
    const [far] = await exchange(server, away, false)
    expect(far?.status).toBe(403)
    expect(far?.headers['access-control-allow-origin']).toBe('*')
    const [bare] = await exchange(server, request('OPTIONS /v1/prompts'), false)
    expect(bare?.status).toBe(403)
  })

  test.each(['https', 'https, http', 'HTTPS'])(
    'of anyone who says "X-Forwarded-Proto: %s" is refused, and nothing is written',
    async (protocol) => {
      const fields = [key, JSON_TYPE, `X-Forwarded-Proto: ${protocol}`, `Content-Length: ${PROMPT.length}`]
      const [response] = await exchange(server, request('POST /v1/prompts', fields, PROMPT), false)
      expect(response?.status).toBe(403)
      expect(await promptCount()).toBe(0)
    },
  )
})
