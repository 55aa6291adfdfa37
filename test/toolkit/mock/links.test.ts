/** Links lead to the mock, whichever server of the document they name, and in whatever form. */
import { describe, expect, it } from 'vitest'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { createDocumentMock } from '../../../src/toolkit/mock/mock.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const SERVER = 'https://api.things.example'

interface Shown {
  servers?: object[]
  /** Servers of the path. */
  own?: object[]
  content: object
}

/** The body of `GET /things`, requested from localhost. */
async function bodyOf({ servers = [{ url: SERVER }], own, content }: Shown): Promise<unknown> {
  const mock = createDocumentMock(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      servers,
      paths: {
        '/': { get: { operationId: 'getRoot', responses: { 200: { description: 'x' } } } },
        '/things': {
          ...(own && { servers: own }),
          get: { operationId: 'getThings', responses: { 200: { description: 'x', content } } },
        },
        '/things/{id}': {
          get: {
            operationId: 'getThing',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'x' } },
          },
        },
      },
    }),
    PLAIN_MOCK,
  )
  const request = { method: 'GET', url: '/things', headers: { host: 'localhost' }, body: new Uint8Array() }
  return (await mock.respond(request))?.body
}

const json = (example: unknown, schema: object = { type: 'object' }) => ({
  'application/json': { schema, example },
})
const next = json({ next: `${SERVER}/things?page=2` })
const variable = (more: object) => [
  { url: 'https://{name}.things.example', variables: { name: { default: 'eu', ...more } } },
]
const gig = (port: object) => [
  {
    url: 'https://{user}.gig.com:{port}/v2',
    variables: { user: { default: 'me' }, port: { default: '8443', ...port } },
  },
]
const ORIGINS = ['https://a.gig', 'https://b.gig']
const BASES = ['https://a.gig/v2', 'https://b.gig/v2']

describe('a link leads to the mock where the server is', () => {
  it.each<[string, Omit<Shown, 'content'>]>([
    ['of the path', { servers: [], own: [{ url: SERVER }] }],
    [
      'of the path, and the document has another',
      { servers: [{ url: 'https://b.example' }], own: [{ url: SERVER }] },
    ],
    ['a network-path reference', { servers: [{ url: '//api.things.example' }] }],
    ['one of several values of a variable', { servers: variable({ enum: ['eu', 'api'] }) }],
    ['a variable of any value', { servers: variable({}) }],
    ['with a default port', { servers: [{ url: `${SERVER}:443` }] }],
    [
      'a variable with the whole URL',
      { servers: [{ url: '{base}', variables: { base: { default: SERVER } } }] },
    ],
  ])('%s', async (_, given) => {
    expect(await bodyOf({ ...given, content: next })).toEqual({ next: 'http://localhost/things?page=2' })
  })

  it.each<[string, Omit<Shown, 'content'>, link: string]>([
    ['a listed port', { servers: gig({ enum: ['8443', '443'] }) }, 'https://demo.gig.com:8443'],
    ['a listed default port', { servers: gig({ enum: ['8443', '443'] }) }, 'https://demo.gig.com:443'],
    [
      'a listed default port that is left out',
      { servers: gig({ enum: ['8443', '443'] }) },
      'https://demo.gig.com',
    ],
    ['any port, left out', { servers: gig({}) }, 'https://demo.gig.com'],
    [
      'an empty default in a host',
      { servers: [{ url: 'https://{env}api.gig.com/v2', variables: { env: { default: '' } } }] },
      'https://api.gig.com',
    ],
    [
      'one of several whole URLs',
      { servers: [{ url: '{base}', variables: { base: { default: 'https://a.gig/v2', enum: BASES } } }] },
      'https://b.gig',
    ],
    [
      'one of several URLs without a path, which follows',
      { servers: [{ url: '{base}/v2', variables: { base: { default: ORIGINS[0], enum: ORIGINS } } }] },
      'https://b.gig',
    ],
  ])('%s', async (_, given, link) => {
    const content = json({ next: `${link}/v2/things` })
    expect(await bodyOf({ ...given, content })).toEqual({ next: 'http://localhost/v2/things' })
  })

  it.each([
    ['a port that is not listed', gig({ enum: ['8443'] }), 'https://demo.gig.com'],
    ['a default port of another scheme', [{ url: 'https://demo.gig.com' }], 'https://demo.gig.com:80'],
    [
      'a whole URL that is not listed',
      [{ url: '{base}', variables: { base: { enum: BASES } } }],
      'https://c.gig',
    ],
  ])('not %s', async (_, servers, link) => {
    const example = { next: `${link}/things` }
    expect(await bodyOf({ servers, content: json(example) })).toEqual(example)
  })

  it.each([
    ['without a value', undefined],
    ['without a default', { host: {} }],
    ['with an empty default', { host: { default: '' } }],
    ['with an empty list', { host: { default: '', enum: [''] } }],
  ])('not a string that is no URL, for a host %s', async (_, variables) => {
    const example = { name: 'hello', path: '/things', empty: '' }
    for (const url of ['https://{host}', 'https://{host}:443/', '//{host}'])
      expect(await bodyOf({ servers: [{ url, variables }], content: json(example) })).toEqual(example)
  })

  it('not a variable of any value, which is every host', async () => {
    const servers = [{ url: 'https://{host}', variables: { host: { default: 'things.example' } } }]
    expect(await bodyOf({ servers, content: next })).toEqual({ next: `${SERVER}/things?page=2` })
  })
})

describe('a link leads to the mock where it is written', () => {
  it.each([
    ['with a default port', `${SERVER}:443/things/1`, '/things/1'],
    ['without a scheme', '//api.things.example/things/1', '/things/1'],
    ['with a user', 'https://user:secret@api.things.example/things/1', '/things/1'],
    ['as a URI Template of a path', `${SERVER}/things{/id}`, '/things{/id}'],
    ['as a URI Template of a query', `${SERVER}/things{?page,limit}`, '/things{?page,limit}'],
  ])('%s', async (_, link, local) => {
    expect(await bodyOf({ content: json({ link }) })).toEqual({ link: `http://localhost${local}` })
  })

  it.each([
    ['text/plain', `${SERVER}/things/1`, 'http://localhost/things/1'],
    ['text/csv', `id,self\n1,${SERVER}/things/1\n`, 'id,self\n1,http://localhost/things/1\n'],
    ['text/html', `<a href="${SERVER}/things?page=2">`, '<a href="http://localhost/things?page=2">'],
  ])('in %s', async (type, example, body) => {
    expect(await bodyOf({ content: { [type]: { schema: { type: 'string' }, example } } })).toBe(body)
  })

  it('in XML', async () => {
    const schema = { type: 'object', properties: { next: { type: 'string' } } }
    const content = { 'application/xml': { schema, example: { next: `${SERVER}/things/1` } } }
    expect(await bodyOf({ content })).toContain('<next>http://localhost/things/1</next>')
  })
})

it('a value that the document requires is no link', async () => {
  const properties = { kind: { const: `${SERVER}/things` }, type: { enum: [`${SERVER}/things/1`] } }
  const example = { kind: `${SERVER}/things`, type: `${SERVER}/things/1` }
  expect(await bodyOf({ content: json(example, { type: 'object', properties }) })).toEqual(example)
})

it('a body has the properties that are names of JavaScript objects', async () => {
  const example = JSON.parse('{"__proto__":{"a":1},"constructor":"b","toString":"c"}')
  expect(JSON.stringify(await bodyOf({ content: json(example) }))).toBe(JSON.stringify(example))
})
