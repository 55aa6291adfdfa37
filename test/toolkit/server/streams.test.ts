/** Bodies that come piece by piece, and how much of a body is read. */
import { describe, expect, it } from 'vitest'
import { createFetchHandler } from '../../../src/toolkit/server/index.ts'
import { type AnyHandler, documentWith, type Operations, serve, type User } from './serving.ts'

const binary = { type: 'string', format: 'binary' }
const content = (type: string, schema: object = binary) => ({ content: { [type]: { schema } } })
const responses = { 200: { description: 'ok', ...content('*/*', {}) } }

describe('streams', () => {
  const stream = (type: string) =>
    documentWith({
      '/stream': {
        get: { operationId: 'stream', responses: { 200: { description: 'ok', ...content(type, {}) } } },
      },
    })
  it('of events and of lines are written as their media types have it', async () => {
    const events: AnyHandler = async () => ({
      status: 200,
      body: (async function* () {
        yield { event: 'added', id: '1', retry: 10, data: { a: 1 } }
        yield 'two\nlines'
        yield { count: 1 }
      })(),
    })
    const sse = await fetch(`${await serve(stream('text/event-stream'), { stream: events })}/stream`)
    expect(sse.headers.get('content-type')).toBe('text/event-stream')
    expect(await sse.text()).toBe(
      'event: added\nid: 1\nretry: 10\ndata: {"a":1}\n\ndata: two\ndata: lines\n\ndata: {"count":1}\n\n',
    )
    const lines = await fetch(`${await serve(stream('application/x-ndjson'), { stream: events })}/stream`)
    expect((await lines.text()).split('\n').map((one) => one && JSON.parse(one))).toEqual([
      { event: 'added', id: '1', retry: 10, data: { a: 1 } },
      'two\nlines',
      { count: 1 },
      '',
    ])
  })

  it('arrive piece by piece, and end when the client goes', async () => {
    let end: (isAborted: boolean) => void = () => {}
    const ended = new Promise<boolean>((resolve) => {
      end = resolve
    })
    const endless: AnyHandler = async ({ signal }) => ({
      status: 200,
      body: (async function* () {
        yield 'first'
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        end(signal.aborted)
      })(),
    })
    const origin = await serve(stream('text/event-stream'), { stream: endless })
    const leave = new AbortController()
    const response = await fetch(`${origin}/stream`, { signal: leave.signal })
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toBe('data: first\n\n')
    leave.abort()
    expect(await ended).toBe(true)
  })

  it('that fail midway end the connection and are reported', async () => {
    const reports: unknown[] = []
    const broken: AnyHandler = async () => ({
      status: 200,
      body: (async function* () {
        yield 'first'
        throw new Error('lost')
      })(),
    })
    const report = (error: unknown) => void reports.push(error)
    const origin = await serve(stream('text/event-stream'), { stream: broken }, { report })
    await expect(fetch(`${origin}/stream`).then((response) => response.text())).rejects.toThrow()
    expect(reports).toEqual([new Error('lost')])
  })
})

describe('limits', () => {
  const document = documentWith({
    '/small': {
      put: {
        operationId: 'small',
        'x-max-bytes': 3,
        requestBody: content('application/octet-stream'),
        responses,
      },
    },
    '/large': {
      put: {
        operationId: 'large',
        requestBody: { 'x-max-bytes': 2_000_000, ...content('application/octet-stream') },
        responses,
      },
    },
    '/plain': { put: { operationId: 'plain', requestBody: content('application/octet-stream'), responses } },
  })
  const size: AnyHandler = async ({ body }) => ({ status: 200, body: { size: (body as Uint8Array).length } })
  const handlers = { small: size, large: size, plain: size }
  it.each([
    ['/small', 3, 200],
    ['/small', 4, 413],
    ['/large', 2_000_000, 200],
    ['/large', 2_000_001, 413],
    ['/plain', 10, 200],
    ['/plain', 11, 413],
  ])('%s takes %i bytes: %i', async (path, length, status) => {
    const origin = await serve(document, handlers, { maxBodyBytes: 10 })
    const headers = { 'Content-Type': 'application/octet-stream' }
    const body = new Uint8Array(length)
    const response = await fetch(origin + path, { method: 'PUT', headers, body })
    expect(response.status).toBe(status)
    if (status === 413) expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    // Without a length the body is read up to the limit.
    const chunked = { method: 'PUT', headers, body: new Blob([body]).stream(), duplex: 'half' as const }
    expect((await fetch(origin + path, chunked)).status).toBe(status)
    const handle = createFetchHandler<Operations, User>({ document, handlers, maxBodyBytes: 10 })
    expect((await handle(new Request(`http://any${path}`, { method: 'PUT', headers, body }))).status).toBe(
      status,
    )
  })

  it('that are not a number of bytes are named at the start', () => {
    const wrong = documentWith({ '/a': { put: { operationId: 'put', 'x-max-bytes': '1MB', responses } } })
    expect(() => createFetchHandler<Operations, User>({ document: wrong, handlers: { put: size } })).toThrow(
      'put: x-max-bytes is "1MB"',
    )
  })
})
