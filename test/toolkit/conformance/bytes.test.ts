import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileReport } from '../../../src/toolkit/conformance/conform.ts'
import type { Recorded, RunEvent } from '../../../src/toolkit/conformance/engine/events.ts'
import { requestOf } from '../../../src/toolkit/conformance/engine/requests.ts'
import { createTransport, type Transport } from '../../../src/toolkit/conformance/engine/send.ts'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { documentOf, type Json } from '../../../src/toolkit/openapi/index.ts'

const upload = (operationId: string, type: string, schema: Json) => ({
  put: {
    operationId,
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: { 204: { description: 'stored' } },
  },
})
const binary = { type: 'string', format: 'binary' }
const document = documentOf(
  {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: {
      '/file': {
        get: {
          operationId: 'download',
          responses: { 200: { description: 'it', content: { 'application/octet-stream': {} } } },
        },
      },
      '/octets': upload('octets', 'application/octet-stream', binary),
      '/untyped': upload('untyped', 'application/octet-stream', {}),
      '/picture': upload('picture', 'image/png', {}),
      '/text': upload('text', 'text/plain', binary),
      '/form': upload('form', 'multipart/form-data', {
        type: 'object',
        properties: { title: { type: 'string' }, file: binary },
      }),
      '/form31': upload('form31', 'multipart/form-data', {
        type: 'object',
        properties: { title: { type: 'string' }, file: { contentMediaType: 'image/png' } },
      }),
      '/several': upload('several', 'multipart/form-data', {
        type: 'object',
        properties: { file: { type: 'array', items: binary } },
      }),
    },
  },
  'files.json',
)
const api = createApi(document)

/** Stores the bytes of a body, or of the file in a form, and hands them out. */
const stored = { bytes: Buffer.alloc(0) }
const server = createServer(async (request, response) => {
  if (request.method === 'GET')
    return void response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(stored.bytes)
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const whole = new Request('http://localhost', {
    method: 'POST',
    headers: { 'Content-Type': String(request.headers['content-type']) },
    body: Buffer.concat(chunks),
  })
  if (request.headers['content-type']?.startsWith('multipart/') === true) {
    const file = (await whole.formData()).get('file')
    if (!(file instanceof File)) return void response.writeHead(400).end()
    stored.bytes = Buffer.from(await file.arrayBuffer())
  } else stored.bytes = Buffer.from(await whole.arrayBuffer())
  response.writeHead(204).end()
})
let transport: Transport
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  transport = createTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined, 2)
})
afterAll(async () => {
  await transport.close()
  server.close()
})

const operation = (id: string) => {
  const found = api.byId.get(id)
  if (found === undefined) throw new Error(id)
  return found
}
const requestWith = (id: string, bytes: Buffer) => {
  const value = bytes.toString('latin1')
  const body: Json =
    id === 'several' ? { file: [value] } : id.startsWith('form') ? { title: 'Grüße', file: value } : value
  return requestOf(document, operation(id), { params: {}, query: {}, headers: {}, body })
}
const randomBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))

describe('bytes', () => {
  const uploads = ['octets', 'untyped', 'picture', 'text', 'form', 'form31', 'several']
  it.each(uploads)('that are uploaded as %s come down as they were', async (id) => {
    const get = requestOf(document, operation('download'), { params: {}, query: {}, headers: {} })
    await fc.assert(
      fc.asyncProperty(randomBytes, async (bytes) => {
        expect((await transport.send(requestWith(id, bytes))).status).toBe(204)
        const { body } = await transport.send(get)
        expect(body.equals(bytes)).toBe(true)
      }),
      { numRuns: 60, seed: 26 },
    )
  })

  it('sends an example with other letters as UTF-8', () => {
    const wire = requestOf(document, operation('octets'), {
      params: {},
      query: {},
      headers: {},
      body: 'Größe €',
    })
    expect(wire.body?.toString()).toBe('Größe €')
  })

  it('are whole in a recording', () => {
    fc.assert(
      fc.property(randomBytes, randomBytes, (sent, received) => {
        let archive = ''
        const subscriber = fileReport('har', (text) => {
          archive = text
        })
        const exchange: Partial<Recorded> = {
          path: '/octets',
          method: 'PUT',
          status: 200,
          requestHeaders: {},
          requestBody: sent,
          headers: {},
          body: received,
          startedAt: 0,
        }
        const run = { target: 'http://127.0.0.1:1' }
        for (const event of [
          { type: 'run-started', run },
          { type: 'exchange', exchange },
          { type: 'run-finished', summary: {} },
        ])
          subscriber(event as RunEvent)
        const [entry] = (JSON.parse(archive) as { log: { entries: [Entry] } }).log.entries
        expect(decoded(entry.request.postData).equals(sent)).toBe(true)
        expect(decoded(entry.response.content).equals(received)).toBe(true)
      }),
      { numRuns: 200, seed: 26 },
    )
  })
})

interface Content {
  text: string
  encoding?: 'base64'
}
interface Entry {
  request: { postData: Content }
  response: { content: Content }
}
const decoded = ({ text, encoding = 'utf8' as never }: Content) => Buffer.from(text, encoding)
