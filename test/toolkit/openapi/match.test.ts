import { describe, expect, it } from 'vitest'
import { basePathOf, createMatcher, documentOf } from '../../../src/toolkit/openapi/index.ts'

const responses = { 200: { description: 'Good' } }
const operation = (operationId: string, more = {}) => ({ operationId, responses, ...more })
const find = createMatcher(
  documentOf(
    {
      openapi: '3.1.0',
      info: { title: 'Servers', version: '1' },
      servers: [
        { url: 'https://{tenant}.example.com:{port}/{base}', variables: { base: { default: 'api/v2' } } },
        { url: '/{stage}/api', variables: { stage: { default: 'live', enum: ['live', 'test.1'] } } },
        { url: '{scheme}://other.example', variables: { scheme: { default: 'https' } } },
      ],
      paths: {
        '/things': { get: operation('listThings') },
        '/things/new': { get: operation('newThing') },
        '/things/{id}': { get: operation('getThing'), delete: operation('deleteThing') },
        '/files/{id}': {
          servers: [{ url: 'https://files.example.com/raw' }],
          get: operation('getFile'),
          put: operation('putFile', { servers: [{ url: 'https://upload.example.com/in' }] }),
        },
        '/things/{id}:close': { post: operation('closeThing') },
        '/things/{id}.json': { get: operation('getThingAsJson') },
        '/things/{id}.v2.json': { get: operation('getThingAsNewJson') },
        '/rates/{pair}': { get: operation('getRates') },
        '/rates/{from},{to}': { get: operation('getRate') },
        '/report.csv': { get: operation('getReport') },
      },
    } as never,
    'servers.yaml',
  ),
)

describe('a request belongs to the operation', () => {
  it.each([
    ['GET', '/things', 'listThings'],
    ['GET', 'https://a.example.com:8443/api/v2/things?limit=1', 'listThings'],
    ['GET', 'https://a.example.com:8443/v9/things/7#top', 'getThing'],
    ['GET', '/live/api/things/new', 'newThing'],
    ['DELETE', '/test.1/api/things/7', 'deleteThing'],
    ['HEAD', 'http://other.example/things/7', 'getThing'],
    ['GET', 'https://files.example.com/raw/files/7', 'getFile'],
    ['PUT', 'https://upload.example.com/in/files/7', 'putFile'],
    ['GET', '/report.csv', 'getReport'],
    ['POST', '/things/7:close', 'closeThing'],
    ['GET', '/things/7.json', 'getThingAsJson'],
    ['GET', '/things/7.v2.json', 'getThingAsNewJson'],
    ['GET', '/rates/EUR,USD', 'getRate'],
    ['GET', '/rates/EUR', 'getRates'],
    // The values of a server variable use no segment of the operations' paths.
    ['GET', '/v9/things/new', 'newThing'],
    ['GET', '/v9/new', undefined],
    ['GET', '/things/report.csv', 'getThing'],
    ['GET', '/v9/things/report.csv', 'getThing'],
  ])('%s %s → %s', (method, url, id) => expect(find(method, url).operation?.operationId).toBe(id))

  it.each([
    ['GET', '/reportxcsv'],
    ['PUT', 'https://files.example.com/raw/files/7'],
    ['PATCH', '/things'],
  ])('%s %s → none', (method, url) => expect(find(method, url).operation).toBeUndefined())

  it('knows the methods of its path', () => {
    expect(find('PATCH', '/things/7').methods).toEqual(['GET', 'DELETE'])
    expect(find('PATCH', 'https://upload.example.com/in/files/7').methods).toEqual(['PUT'])
  })
})

describe('the URL of a server that begins with //', () => {
  const document = documentOf(
    {
      openapi: '3.1.0',
      info: { title: 'Relative', version: '1' },
      servers: [{ url: '//shared.example/shared/v3/' }],
      paths: { '/things': { get: operation('listThings') } },
    } as never,
    'relative.yaml',
  )
  it('has a host, which is no part of the path', () => {
    const match = createMatcher(document)
    const ids = ['/things', '/shared/v3/things', '/shared.example/shared/v3/things', '//other/things'].map(
      (url) => match('GET', url).operation?.operationId,
    )
    expect(ids).toEqual(['listThings', 'listThings', undefined, undefined])
    expect(basePathOf(document)).toBe('/shared/v3')
  })
})

it.each([
  ['//', ''],
  ['///a', '/a'],
  ['', ''],
  ['/', ''],
  ['{', '{'],
  ['{a}', ''],
  ['//{a}', ''],
  ['//host/{__proto__}', ''],
  ['https://', ''],
  ['?a', ''],
  ['#a', ''],
])('operations are found below a server with the URL %j, at %j', (url, base) => {
  const odd = documentOf(
    {
      openapi: '3.1.0',
      info: { title: 'Odd', version: '1' },
      servers: [{ url }],
      paths: { '/things': { get: operation('listThings') } },
    } as never,
    'odd.yaml',
  )
  expect(basePathOf(odd)).toBe(base)
  expect(createMatcher(odd)('GET', `${base}/things`).operation?.operationId).toBe('listThings')
  expect(createMatcher(odd)('GET', '/things').operation?.operationId).toBe('listThings')
})
