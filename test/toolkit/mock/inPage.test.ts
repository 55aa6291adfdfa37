import { STATUS_CODES } from 'node:http'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { createMock, DocumentError, type Mock } from 'specwright/mock'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { withFormParts } from '../../../src/toolkit/requests/formParts.ts'
import { withParts } from '../../../src/toolkit/requests/multipart.ts'
import { STATUS_PHRASES } from '../../../src/toolkit/requests/statusPhrases.ts'
import { BOOKSHOP } from './bookshop.ts'
import { ORDERS } from './ordersDocument.ts'
import { PETS } from './petsDocument.ts'
import { startMock } from './startMock.ts'

const ORIGIN = 'https://api.example.com'
const NOW = Date.parse('2026-11-02T10:00:00.000Z')

interface Sent {
  method?: string
  path: string
  body?: object
  headers?: Record<string, string>
}

const requestTo = (origin: string, { method = 'GET', path, body, headers }: Sent): Request =>
  new Request(origin + path, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function send(mock: Mock, sent: Sent) {
  const response = await mock.fetch(requestTo(ORIGIN, sent))
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const CREDENTIAL = { Authorization: 'Bearer any' }
const BOOK = { title: 'Kindred', author: 'Octavia E. Butler' }
const ORDER = { customer: 'Ada', lines: [{ sku: 'A' }] }
const MINIMAL = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
const withPath = (path: string, response: object) => ({
  ...MINIMAL,
  paths: { [path]: { get: { responses: { 200: { description: 'Done.', ...response } } } } },
})

/** Requests in order, each with the status that both ways in give. */
const SENT: readonly (Sent & { status: number })[] = [
  { path: '/orders', status: 200 },
  { method: 'POST', path: '/orders', body: ORDER, headers: { 'Idempotency-Key': 'a' }, status: 201 },
  { method: 'POST', path: '/orders', body: ORDER, headers: { 'Idempotency-Key': 'a' }, status: 201 },
  { method: 'POST', path: '/orders', body: { ...ORDER, customer: 'Bo' }, status: 201 },
  { method: 'POST', path: '/orders', body: { customer: 7 }, status: 400 },
  { path: '/orders?per_page=1&page=2', status: 200 },
  { path: '/orders?per_page=none', status: 400 },
  { path: '/orders/unknown', status: 404 },
  { method: 'POST', path: '/books', body: { title: 'Kindred' }, status: 201 },
  { path: '/books?limit=1', status: 200 },
  { path: '/books', headers: { Prefer: 'code=404' }, status: 404 },
  { method: 'DELETE', path: '/books', status: 405 },
  { path: '/nothing', status: 404 },
  { method: 'OPTIONS', path: '/books', status: 204 },
]

/** Headers of a connection. */
const OF_THE_PORT = ['date', 'connection', 'keep-alive', 'content-length', 'x-request-id']
const isOfThePort = (name: string) => OF_THE_PORT.includes(name) || name.startsWith('access-control-')

describe('a mock in a page', () => {
  it('stores what is created, without a port', async () => {
    const mock = createMock(BOOKSHOP)
    const to = (method: string, path: string, body?: object) =>
      send(mock, { method, path, headers: CREDENTIAL, ...(body !== undefined && { body }) })
    const created = await to('POST', '/books', BOOK)
    expect(created.status).toBe(201)
    const path = `/books/${created.body.id}`
    expect(await to('GET', path)).toMatchObject({ status: 200, body: created.body })
    expect((await to('GET', '/books')).body).toEqual({ items: [created.body], total: 1 })
    expect((await to('PUT', path, { ...BOOK, title: 'Dawn' })).body.title).toBe('Dawn')
    expect((await to('DELETE', path)).status).toBe(204)
    expect((await to('GET', path)).status).toBe(404)
    expect((await send(mock, { path: '/books' })).status).toBe(401)
  })

  it('answers as the port does', async () => {
    await using port = await startMock(ORDERS, { stateful: true, generate: async () => undefined })
    const mock = createMock(ORDERS, { now: () => NOW })
    const received = { page: [] as unknown[], port: [] as unknown[] }
    for (const sent of SENT) {
      const [inPage, byPort] = await Promise.all([
        mock.fetch(requestTo(port.origin, sent)),
        fetch(requestTo(port.origin, sent)),
      ])
      received.page.push(await comparable(inPage))
      received.port.push(await comparable(byPort))
    }
    expect(received.page).toEqual(received.port)
    expect(received.page.map((one) => (one as { status: number }).status)).toEqual(
      SENT.map(({ status }) => status),
    )
  })

  it('restores what it stored, reads it the same, and gives new items other identifiers', async () => {
    const before = createMock(ORDERS, { now: () => NOW })
    const first = await send(before, { method: 'POST', path: '/orders', body: ORDER })
    const shown = await send(before, { path: `/orders/${first.body.id}` })
    const saved = JSON.parse(JSON.stringify(before.state()))
    const after = createMock(ORDERS, { now: () => NOW + 86_400_000 })
    after.restore(saved)
    expect((await send(after, { path: `/orders/${first.body.id}` })).body).toEqual(shown.body)
    const second = await send(after, { method: 'POST', path: '/orders', body: ORDER })
    expect(second.body.id).not.toBe(first.body.id)
    expect((await send(after, { path: '/orders' })).body.meta.total).toBe(2)
    after.reset()
    expect((await send(after, { path: '/orders' })).body.meta.total).toBe(0)
  })

  it('rejects invalid requests and unknown paths in the form of the document', async () => {
    const mock = createMock(ORDERS)
    const invalid = await send(mock, { method: 'POST', path: '/orders', body: { customer: 7 } })
    expect(invalid.status).toBe(400)
    expect(mock.has(`${ORIGIN}/orders?page=2`)).toBe(true)
    expect(mock.has(`${ORIGIN}/assets/app.js`)).toBe(false)
    expect((await send(mock, { path: '/nothing' })).status).toBe(404)
    expect((await mock.fetch(requestTo(ORIGIN, { method: 'HEAD', path: '/orders' }))).body).toBeNull()
  })

  it('generates values, also of patterns, and keeps to limits, credentials and failures', async () => {
    const pattern = withPath('/code', json({ type: 'string', pattern: '^[A-Z]{3}-\\d{5}$' }))
    const generated = await send(createMock(pattern, { dynamic: true }), { path: '/code' })
    expect(generated.body).toMatch(/^[A-Z]{3}-\d{5}$/)
    const limited = createMock(ORDERS, { rateLimit: 1 })
    await send(limited, { path: '/orders' })
    expect((await send(limited, { path: '/orders' })).status).toBe(429)
    const failing = createMock(ORDERS, { flaky: 0.5, random: () => 0.4 })
    expect((await send(failing, { path: '/orders' })).status).toBe(503)
    const keyed = createMock(BOOKSHOP, { keys: { secret: 'all' } })
    expect((await send(keyed, { path: '/books', headers: CREDENTIAL })).status).toBe(401)
    expect((await send(keyed, { path: '/books', headers: { Authorization: 'Bearer secret' } })).status).toBe(
      200,
    )
  })

  it('starts with the examples of the document, and warns of what it cannot serve', async () => {
    const seeded = createMock(PETS, { seeded: true })
    expect((await send(seeded, { path: '/pet/findByStatus?status=available' })).body).not.toEqual([])
    const warnings: string[] = []
    const schema = { type: 'string', pattern: '(' }
    createMock(withPath('/code', json(schema)), { warn: (message) => warnings.push(message) })
    expect(warnings).toEqual([expect.stringContaining('invalid-pattern')])
  })

  it.each([
    ['YAML', stringify(withPath('/a', {}))],
    ['JSON', JSON.stringify(withPath('/a', {}))],
  ])('reads a document that is %s', async (_, text) => {
    expect((await send(createMock(text), { path: '/a' })).status).toBe(200)
  })

  it.each([
    ['text that is not YAML', 'a: [', 'not valid YAML or JSON'],
    ['an object of another kind', { a: 1 }, 'expected a property "openapi" or "asyncapi"'],
    ['an AsyncAPI document', { asyncapi: '3.0.0', info: { title: 'T', version: '1' } }, 'AsyncAPI'],
    [
      'a reference to another file',
      { ...MINIMAL, paths: { '/a': { $ref: './a.yaml' } } },
      '$ref "./a.yaml" leads to another file',
    ],
  ])('names what is wrong with %s', (_, document, message) => {
    expect(() => createMock(document)).toThrow(DocumentError)
    expect(() => createMock(document)).toThrow(message)
  })
})

describe('the core of the mock', () => {
  it('is bundled for a browser without any module of Node, and works where Node has no globals', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: ['src/toolkit/mock/index.ts'],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'iife',
      globalName: 'specwright',
      platform: 'browser',
      target: 'es2022',
      external: ['node:*'],
      logLevel: 'error',
    })
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
    expect(imported.filter(({ external }) => external)).toEqual([])
    const code = outputFiles[0]?.text ?? ''
    expect(gzipSync(code).length).toBeLessThan(300_000)
    const page = createContext(pageGlobals())
    runInContext(code, page)
    const script = `(async () => {
      const mock = specwright.createMock(document)
      const request = (method, path, body) =>
        mock.fetch(new Request('${ORIGIN}' + path, { method, body, headers: body ? { 'Content-Type': 'application/json' } : {} }))
      const created = await (await request('POST', '/orders', body)).json()
      const read = await request('GET', '/orders/' + created.id)
      const invalid = await request('POST', '/orders', '{')
      return [typeof Buffer, typeof process, read.status, (await read.json()).customer, invalid.status]
    })()`
    Object.assign(page, { document: ORDERS, body: JSON.stringify(ORDER) })
    expect(await runInContext(script, page)).toEqual(['undefined', 'undefined', 200, 'Ada', 400])
  })

  it('knows the reason phrases of Node', () => {
    const known = Object.entries(STATUS_CODES).filter(([status]) => Number(status) >= 400)
    expect(Object.entries(STATUS_PHRASES)).toEqual(known)
  })

  it('says what a Content-Security-Policy without unsafe-eval prevents', () => {
    const before = globalThis.Function
    try {
      globalThis.Function = (() => {
        throw new EvalError('refused')
      }) as unknown as FunctionConstructor
      expect(() => createMock(ORDERS)).toThrow("Add 'unsafe-eval' to its script-src.")
    } finally {
      globalThis.Function = before
    }
  })

  it('reads the parts of forms like the port', async () => {
    const form = new FormData()
    form.append('title', 'Grün ✓')
    form.append('file', new File([new Uint8Array([0, 255, 10])], 'a.bin', { type: 'application/x-own' }))
    const sent = new Response(form)
    const request = {
      method: 'POST',
      url: '/',
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      body: new Uint8Array(await sent.arrayBuffer()),
    }
    const plain = (parts: Awaited<ReturnType<typeof withParts>>['parts']) =>
      parts?.map(({ name, filename, type, bytes }) => ({ name, filename, type, bytes: [...bytes] }))
    const { parts } = await withFormParts(request)
    expect(plain(parts)).toEqual(plain((await withParts(request)).parts))
    expect(parts).toHaveLength(2)
    await expect(withFormParts({ ...request, body: new Uint8Array([45, 45]) })).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_MULTIPART',
    })
  })
})

/** The globals of pages and workers. */
const pageGlobals = () => ({
  ...{ Request, Response, Headers, FormData, File, Blob, URL, URLSearchParams, TextEncoder, TextDecoder },
  ...{ crypto, atob, btoa, structuredClone, setTimeout, clearTimeout, console },
})

const comparable = async (response: Response) => {
  const headers = Object.fromEntries(response.headers)
  for (const name of Object.keys(headers)) if (isOfThePort(name)) delete headers[name]
  const body = (await response.text()).replaceAll(/req_[0-9a-f]{32}/g, 'req')
  return { status: response.status, headers, body }
}
