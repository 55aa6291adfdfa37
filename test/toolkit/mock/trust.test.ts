import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { servePages } from '../../../src/toolkit/design/pageServer.ts'
import { listenAsMock } from '../../../src/toolkit/mock/listen.ts'
import { createNodeMock } from '../../../src/toolkit/mock/nodeMock.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const DOCUMENT = documentOf({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'getThing',
        responses: {
          200: {
            description: 'x',
            headers: { Vary: { schema: { type: 'string', example: 'Accept' } } },
            content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } },
          },
        },
      },
    },
  },
})

async function startMock(allowedHosts: string[] = []) {
  const mock = await createNodeMock(DOCUMENT, PLAIN_MOCK)
  let resets = 0
  mock.reset = () => {
    resets += 1
  }
  const listener = await listenAsMock({
    host: '127.0.0.1',
    port: 0,
    mocks: () => [mock],
    events: undefined,
    controlToken: 'the token',
    allowedHosts,
    largest: 1024,
  })
  return { port: listener.port, resets: () => resets, [Symbol.asyncDispose]: () => listener.close() }
}

/** `fetch` chooses Host itself. */
function exchange(port: number, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      })
      sent.on('error', reject).end()
    },
  )
}

describe('Host', () => {
  it.each([
    ['localhost:4010', 200],
    ['LOCALHOST', 200],
    ['app.localhost:4010', 200],
    ['127.0.0.1', 200],
    ['[::1]:4010', 200],
    ['192.168.1.20:4010', 200],
    ['mock:4010', 200],
    ['evil.example', 421],
    ['localhost.evil.example:4010', 421],
    ['127.0.0.1.evil.example', 421],
  ])('%s gets %i', async (host, status) => {
    await using mock = await startMock(['mock'])
    const api = await exchange(mock.port, 'GET', '/things', { Host: host })
    expect(api.status).toBe(status)
    expect(api.headers['access-control-allow-origin']).toBe(status === 200 ? '*' : undefined)
    const reset = await exchange(mock.port, 'POST', '/__mock/reset', { Host: host })
    expect([reset.status, mock.resets()]).toEqual(status === 200 ? [204, 1] : [421, 0])
  })

  it('* accepts any', async () => {
    await using mock = await startMock(['*'])
    expect((await exchange(mock.port, 'GET', '/things', { Host: 'evil.example' })).status).toBe(200)
  })

  it('of another name gets nothing of the design page', async () => {
    const pages = await servePages(['openapi'], { host: '127.0.0.1', port: 0, allowedHosts: ['docs'] })
    try {
      pages.show('openapi', { openapi: '3.1.0' }, undefined)
      for (const path of ['/openapi', '/openapi.json', '/events']) {
        const { status, body } = await exchange(pages.port, 'GET', path, { Host: 'evil.example' })
        expect([status, body.includes('3.1.0')]).toEqual([421, false])
      }
      expect((await exchange(pages.port, 'GET', '/openapi.json', { Host: 'docs:4020' })).status).toBe(200)
    } finally {
      await pages.close()
    }
  })
})

describe('a reset from', () => {
  it.each<[string, Record<string, string>, number]>([
    ['a program', {}, 204],
    ['a page of the mock', { Host: 'localhost:4010', Origin: 'http://localhost:4010' }, 204],
    ['a page of another port', { Host: 'localhost:4010', Origin: 'http://localhost:5173' }, 403],
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
    ['a page without an origin', { Origin: 'null' }, 403],
    ['a page whose browser leaves Origin out', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a page with a wrong token', { Origin: 'http://localhost:5173', 'X-Mock-Token': 'a token!!' }, 403],
    ['a page with the token', { Origin: 'http://localhost:5173', 'X-Mock-Token': 'the token' }, 204],
  ])('%s', async (_name, headers, status) => {
    await using mock = await startMock()
    const response = await exchange(mock.port, 'POST', '/__mock/reset', headers)
    expect([response.status, mock.resets()]).toEqual([status, status === 204 ? 1 : 0])
  })
})

describe('CORS', () => {
  it('repeats the origin and allows credentials, so that cookies pass', async () => {
    await using mock = await startMock()
    const { headers } = await exchange(mock.port, 'GET', '/things', { Origin: 'http://localhost:5173' })
    expect(headers['access-control-allow-origin']).toBe('http://localhost:5173')
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(String(headers.vary).split(', ')).toEqual(['Accept', 'Origin'])
  })

  it('in a preflight, too', async () => {
    await using mock = await startMock()
    const { status, headers } = await exchange(mock.port, 'OPTIONS', '/things', {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-own',
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('http://localhost:5173')
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(headers['access-control-allow-headers']).toBe('x-own')
  })

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
    'allows no credentials to pages of %s',
    async (origin) => {
      await using mock = await startMock()
      const { headers } = await exchange(mock.port, 'GET', '/things', { Origin: origin })
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(headers['access-control-allow-credentials']).toBe(undefined)
    },
  )

  it('is for everyone without an origin, and then without credentials', async () => {
    await using mock = await startMock()
    const { headers } = await exchange(mock.port, 'GET', '/things', {})
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBe(undefined)
  })
})
