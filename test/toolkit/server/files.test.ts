/** Uploads and downloads are bytes: what a client sends is what a handler gets, with name and type, and back. */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFetchHandler } from '../../../src/toolkit/server/index.ts'
import { type AnyHandler, documentWith, type Operations, serve, type User } from './serving.ts'

const binary = { type: 'string', format: 'binary' }
const content = (type: string, schema: object = binary) => ({ content: { [type]: { schema } } })
const responses = { 200: { description: 'ok', ...content('*/*', {}) } }
const upload = (schema: object) => ({
  post: {
    operationId: 'upload',
    requestBody: { required: true, ...content('multipart/form-data', schema) },
    responses,
  },
})
const fields = {
  type: 'object',
  required: ['file'],
  properties: {
    file: binary,
    page: { type: 'string', contentMediaType: 'image/png' },
    anything: {},
    note: { type: 'string' },
    count: { type: 'integer' },
    meta: { type: 'object', properties: { a: { type: 'integer' } } },
    files: { type: 'array', items: binary },
  },
}

const bytes = fc.uint8Array({ maxLength: 3000 })
const names = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((name) => !/^\.\.?$|[/\\\p{C}]/u.test(name))
const echo: AnyHandler = async ({ body }) => ({ status: 200, body: (body as { file: File }).file })

describe('multipart parts', () => {
  it('reach the handler as files, byte for byte, and leave as they came', async () => {
    const origin = await serve(documentWith({ '/files': upload(fields) }), { upload: echo })
    await fc.assert(
      fc.asyncProperty(
        bytes,
        names,
        fc.constantFrom('image/png', 'text/csv', 'application/json'),
        async (data, name, type) => {
          const form = new FormData()
          form.set('file', new File([data], name, { type }))
          const response = await fetch(`${origin}/files`, { method: 'POST', body: form })
          expect(response.status).toBe(200)
          expect(response.headers.get('content-type')).toBe(type)
          expect(new Uint8Array(await response.arrayBuffer())).toEqual(data)
          const disposition = response.headers.get('content-disposition') ?? ''
          const [, encoded] = /filename\*=UTF-8''(.+)$/.exec(disposition) ?? []
          const sent = name.replace(/"/g, '%22')
          expect([sent, name]).toContain(
            encoded === undefined ? /filename="(.*)"$/.exec(disposition)?.[1] : decodeURIComponent(encoded),
          )
        },
      ),
      { numRuns: 60, seed: 26 },
    )
  })

  it.each(['.', '..'])('have no name where they are called %s, which is a folder', async (name) => {
    const origin = await serve(documentWith({ '/files': upload(fields) }), { upload: echo })
    const form = new FormData()
    form.set('file', new File(['a'], name, { type: 'text/csv' }))
    const response = await fetch(`${origin}/files`, { method: 'POST', body: form })
    expect([response.status, await response.text()]).toEqual([200, 'a'])
    expect(response.headers.get('content-disposition') ?? '').not.toContain('filename')
  })

  it('are read by their schema: files, text, numbers, JSON and lists of files', async () => {
    let received: Record<string, unknown> = {}
    const origin = await serve(documentWith({ '/files': upload(fields) }), {
      upload: async ({ body }) => {
        received = body as typeof received
        return { status: 200, body: {} }
      },
    })
    const form = new FormData()
    const png = new File([new Uint8Array([0x89, 0x50, 0xff])], 'a.png', { type: 'image/png' })
    form.set('file', png)
    form.set('page', png)
    form.set('anything', png)
    form.set('note', 'Grüße')
    form.set('count', '3')
    form.set('meta', new Blob(['{"a": 1}'], { type: 'application/json' }))
    form.append('files', png)
    form.append('files', png)
    expect((await fetch(`${origin}/files`, { method: 'POST', body: form })).status).toBe(200)
    const { file, page, anything, files, ...rest } = received
    expect(rest).toEqual({ note: 'Grüße', count: 3, meta: { a: 1 } })
    for (const one of [file, page, anything, ...(files as unknown[])]) {
      expect(one).toBeInstanceOf(File)
      expect(one).toMatchObject({ name: 'a.png', type: 'image/png', size: 3 })
    }
  })

  it.each([
    ['without a file name', 'Content-Type: image/png', [0xff, 0x00, 0xe9], [0xff, 0x00, 0xe9]],
    ['without a media type', 'X-Nothing: 1', [0xff, 0x0d, 0x0a, 0xe9], [0xff, 0x0d, 0x0a, 0xe9]],
    ['of text with a charset', 'Content-Type: text/plain; charset=utf-8', [0xc3, 0xa9], [0xc3, 0xa9]],
  ])('%s keep their bytes', async (_, header, sent, want) => {
    const origin = await serve(documentWith({ '/files': upload(fields) }), { upload: echo })
    const body = Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"\r\n${header}\r\n\r\n`),
      Buffer.from(sent),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const response = await fetch(`${origin}/files`, { method: 'POST', headers, body })
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual(want)
  })

  it.each([
    ['no boundary', 'multipart/form-data', 'a'],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc',
    ],
  ])('with %s are rejected', async (_, type, body) => {
    const origin = await serve(documentWith({ '/files': upload(fields) }), { upload: echo })
    const response = await fetch(`${origin}/files`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'INVALID_MULTIPART' })
  })

  it('are read where the operation has JSON, too', async () => {
    const both = {
      post: {
        operationId: 'upload',
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object' } },
            'multipart/form-data': { schema: fields },
          },
        },
        responses,
      },
    }
    const origin = await serve(documentWith({ '/files': both }), { upload: echo })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array([255])]))
    const response = await fetch(`${origin}/files`, { method: 'POST', body: form })
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([255])
    const wrong = await fetch(`${origin}/files`, { method: 'POST', body: new FormData() })
    expect(wrong.status).toBe(400)
  })
})

const whole = (type: string) =>
  documentWith({
    '/whole': {
      put: {
        operationId: 'put',
        requestBody: { required: true, ...content(type) },
        responses: { 200: { description: 'ok', ...content(type) } },
      },
    },
  })

describe('whole bodies', () => {
  it.each<[what: string, of: (data: Uint8Array<ArrayBuffer>) => unknown]>([
    ['bytes', (data) => data],
    ['a buffer', (data) => data.buffer],
    ['a blob', (data) => new Blob([data])],
    ['a stream', (data) => new Blob([data]).stream()],
    ['a stream of Node', (data) => Readable.from([Buffer.from(data)])],
    [
      'pieces',
      async function* (data) {
        yield data.subarray(0, 1)
        yield data.subarray(1)
      },
    ],
  ])('leave as %s, on Node and with fetch', async (_, make) => {
    const document = whole('application/octet-stream')
    const handlers: Record<string, AnyHandler> = {
      put: async ({ body }) => {
        expect(body).toBeInstanceOf(Uint8Array)
        return { status: 200, body: make(body as Uint8Array<ArrayBuffer>) }
      },
    }
    const origin = await serve(document, handlers)
    const handle = createFetchHandler<Operations, User>({ document, handlers })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3000 }), async (data) => {
        const init = { method: 'PUT', body: data, headers: { 'Content-Type': 'application/octet-stream' } }
        for (const response of [
          await fetch(`${origin}/whole`, init),
          await handle(new Request('http://any/whole', init)),
        ]) {
          expect(response.status).toBe(200)
          expect(response.headers.get('content-type')).toBe('application/octet-stream')
          expect(new Uint8Array(await response.arrayBuffer())).toEqual(data)
        }
      }),
      { numRuns: 15, seed: 26 },
    )
  })

  it('of text are text in their charset, or rejected', async () => {
    const origin = await serve(whole('text/plain'), {
      put: async ({ body }) => ({ status: 200, body: `got ${body}` }),
    })
    const send = async (type: string, body: Uint8Array<ArrayBuffer>) => {
      const response = await fetch(`${origin}/whole`, {
        method: 'PUT',
        headers: { 'Content-Type': type },
        body,
      })
      return [response.status, await response.text()]
    }
    expect(await send('text/plain', new Uint8Array([0xc3, 0xa9]))).toEqual([200, 'got é'])
    expect(await send('text/plain; charset=iso-8859-1', new Uint8Array([0xe9]))).toEqual([200, 'got é'])
    expect((await send('text/plain', new Uint8Array([0xe9])))[0]).toBe(400)
  })
})
