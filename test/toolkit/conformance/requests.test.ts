import { describe, expect, it } from 'vitest'
import { type Parts, requestOf } from '../../../src/toolkit/conformance/engine/requests.ts'
import { pauseOf } from '../../../src/toolkit/conformance/engine/send.ts'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { documentOf, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'

/** The request of an operation that declares one parameter or one body. */
function requestWith(path: string, own: JsonObject, parts: Partial<Parts>) {
  const operation = { operationId: 'send', ...own, responses: { 204: { description: 'Done' } } }
  const document = documentOf(
    {
      openapi: '3.1.0',
      info: { title: 'Styles', version: '1' },
      paths: { [path]: { post: operation } },
    } as never,
    'styles.yaml',
  )
  const api = createApi(document)
  const [found] = api.operations
  if (found === undefined) throw new Error('The document has no operation.')
  return requestOf(document, found, { params: {}, query: {}, headers: {}, ...parts })
}

const LIST = ['blue', 'black']
const OBJECT = { R: 100, G: 200 }

/** The table of "Style Examples" (OpenAPI 3.1.1), for each place of a parameter that allows the style. */
const STYLES: [place: string, style: string, explode: boolean, value: Json, written: string][] = [
  ['path', 'simple', false, 'blue', 'blue'],
  ['path', 'simple', false, LIST, 'blue,black'],
  ['path', 'simple', true, LIST, 'blue,black'],
  ['path', 'simple', false, OBJECT, 'R,100,G,200'],
  ['path', 'simple', true, OBJECT, 'R=100,G=200'],
  ['path', 'label', false, 'blue', '.blue'],
  ['path', 'label', false, LIST, '.blue,black'],
  ['path', 'label', true, LIST, '.blue.black'],
  ['path', 'label', false, OBJECT, '.R,100,G,200'],
  ['path', 'label', true, OBJECT, '.R=100.G=200'],
  ['path', 'matrix', false, 'blue', ';color=blue'],
  ['path', 'matrix', false, LIST, ';color=blue,black'],
  ['path', 'matrix', true, LIST, ';color=blue;color=black'],
  ['path', 'matrix', false, OBJECT, ';color=R,100,G,200'],
  ['path', 'matrix', true, OBJECT, ';R=100;G=200'],
  ['query', 'form', true, LIST, 'color=blue&color=black'],
  ['query', 'form', false, LIST, 'color=blue%2Cblack'],
  ['query', 'form', true, OBJECT, 'R=100&G=200'],
  ['query', 'form', false, OBJECT, 'color=R%2C100%2CG%2C200'],
  ['query', 'spaceDelimited', false, LIST, 'color=blue%20black'],
  ['query', 'pipeDelimited', false, LIST, 'color=blue%7Cblack'],
  ['query', 'spaceDelimited', false, OBJECT, 'color=R%20100%20G%20200'],
  ['query', 'pipeDelimited', false, OBJECT, 'color=R%7C100%7CG%7C200'],
  ['query', 'deepObject', true, OBJECT, 'color%5BR%5D=100&color%5BG%5D=200'],
  ['cookie', 'form', true, 'blue', 'color=blue'],
  ['cookie', 'form', false, LIST, 'color=blue%2Cblack'],
]

describe('a parameter', () => {
  it.each(STYLES)(
    'in the %s of style %s, explode %s, writes %j as %s',
    (place, style, explode, value, written) => {
      const path = place === 'path' ? '/send/{color}' : '/send'
      const parameter = { name: 'color', in: place, required: true, style, explode, schema: {} }
      const parts = { [{ path: 'params', query: 'query', cookie: 'cookies' }[place] ?? '']: { color: value } }
      const wire = requestWith(path, { parameters: [parameter] }, parts)
      const shown = place === 'cookie' ? wire.headers.Cookie : wire.path.replace(/^\/send[/?]?/, '')
      expect(shown).toBe(written)
    },
  )
})

describe('a form', () => {
  const deep = { style: 'deepObject', explode: true }
  it.each<[what: string, encoding: JsonObject, body: JsonObject, written: string]>([
    [
      'deepObject',
      { address: deep },
      { address: { city: 'Bern', geo: { lat: 1 } } },
      'address[city]=Bern&address[geo][lat]=1',
    ],
    ['deepObject with a list', { items: deep }, { items: [{ price: 'p1' }] }, 'items[0][price]=p1'],
    ['an object next to a deepObject', { address: deep }, { settings: { on: true } }, 'settings[on]=true'],
    ['an object without encoding', {}, { settings: { on: true } }, 'settings={"on":true}'],
    ['an object of style form', { size: { style: 'form' } }, { size: { width: 1 } }, 'width=1'],
    ['a list without encoding', {}, { tags: ['a', 'b'] }, 'tags=a&tags=b'],
    ['a list of style form', { tags: { style: 'form', explode: false } }, { tags: ['a', 'b'] }, 'tags=a,b'],
  ])('writes %s', (_, encoding, body, written) => {
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding } }
    const wire = requestWith('/send', { requestBody: { required: true, content } }, { body })
    expect(decodeURIComponent(wire.body?.toString() ?? '')).toBe(written)
  })
})

describe('a form with files', () => {
  it('is read by another parser as it was meant', async () => {
    const schema = {
      type: 'object',
      properties: {
        title: { type: 'string' },
        pages: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        about: { type: 'object' },
        scan: { type: 'string', format: 'binary' },
        cover: {},
        text: { type: 'string' },
      },
    }
    const body = {
      title: 'Tea "for" two\r\n--x',
      pages: 12,
      tags: ['a', 'b'],
      about: { by: 'me' },
      scan: 'bytes',
      cover: 'picture',
      text: '# Title',
    }
    const encoding = { cover: { contentType: 'image/png, image/jpeg' }, text: { contentType: 'text/plain' } }
    const content = { 'multipart/form-data': { schema, encoding } }
    const wire = requestWith('/send', { requestBody: { required: true, content } }, { body })
    const form = await new Response(new Uint8Array(wire.body ?? []), { headers: wire.headers }).formData()
    const fields: Record<string, unknown[]> = {}
    for (const [name, value] of form) {
      const part = typeof value === 'string' ? value : [value.name, value.type, await value.text()]
      fields[name] = [...(fields[name] ?? []), part]
    }
    expect(fields).toEqual({
      title: ['Tea "for" two\r\n--x'],
      pages: ['12'],
      tags: ['a', 'b'],
      about: ['{"by":"me"}'],
      scan: [['scan.bin', 'application/octet-stream', 'bytes']],
      cover: [['cover.bin', 'image/png', 'picture']],
      text: ['# Title'],
    })
  })
})

describe('a refusal for want of room', () => {
  const now = Date.parse('2031-03-04T05:06:07Z')
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['no second at all', { 'retry-after': '0' }, 1000],
    ['nothing said', {}, 1000],
    ['a date', { 'retry-after': 'Tue, 04 Mar 2031 05:06:10 GMT' }, 3000],
    [
      'a date by another clock',
      { 'retry-after': 'Tue, 04 Mar 2031 06:00:09 GMT', date: 'Tue, 04 Mar 2031 06:00:00 GMT' },
      9000,
    ],
    ['a date gone by', { 'retry-after': 'Tue, 04 Mar 2031 05:00:00 GMT' }, 1000],
    ['what nobody reads', { 'retry-after': 'soon' }, Number.NaN],
  ])('is waited out: %s', (_, headers, milliseconds) => expect(pauseOf({ headers }, now)).toBe(milliseconds))
})
