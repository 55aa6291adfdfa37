import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createMatcher,
  DocumentError,
  documentOf,
  listOperations,
  loadContract,
  loadDocument,
  locate,
  markedBy,
  originAt,
  responseFor,
  valueAt,
} from '../../../src/toolkit/openapi/index.ts'

const document = loadDocument('test/toolkit/openapi/fixtures/api.yaml')
const folder = mkdtempSync(join(tmpdir(), 'contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('operations of a document spread over files, with the parameters of their path items', () => {
  const rows = listOperations(document).map(({ operationId, method, path, parameters, responses }) => [
    operationId,
    `${method} ${path}`,
    parameters.map(({ name }) => name),
    [...responses.keys()],
  ])
  expect(rows).toEqual([
    ['listThings', 'GET /things', ['X-Trace', 'limit'], ['200', '4XX']],
    ['getThing', 'GET /things/{id}', [], ['200', '404']],
    ['DELETE /things/{id}', 'DELETE /things/{id}', [], ['204']],
    ['getMine', 'GET /things/mine', [], ['default']],
  ])
})

test('a $ref inside an example is data, one inside a property named example is a reference', () => {
  const list = listOperations(document)[0]?.responses.get('200')
  expect(valueAt(document.root, `${list?.pointer}/content/application~1json/example`)).toEqual({
    $ref: 'is data here',
  })
  const thing = locate(document, '/x-files/shared~1parts.yaml/Thing')
  expect(valueAt(thing.node, '/properties/example/$ref')).toBe('#/x-files/shared~1parts.yaml/Thing')
})

describe('the operation of a request', () => {
  const match = createMatcher(document)
  test.each([
    ['GET', '/things', 'listThings'],
    ['GET', '/v1/things?limit=2', 'listThings'],
    ['get', 'https://localhost:8443/v1/things/t1#x', 'getThing'],
    ['HEAD', '/things/t1', 'getThing'],
    ['GET', '/v1/things/mine', 'getMine'],
    ['DELETE', '/things/a%2Fb', 'DELETE /things/{id}'],
    ['POST', '/things', undefined],
    ['GET', '/things/', undefined],
    ['GET', '/things/a/b', undefined],
    ['GET', '/v2/things', undefined],
  ])('%s %s is %s', (method, url, want) => {
    expect(match(method, url).operation?.operationId).toBe(want)
  })

  test('names the methods of a path that lacks the wanted one', () => {
    const found = match('PUT', '/things/t1')
    expect(found).toEqual({ operation: undefined, methods: ['GET', 'DELETE'], further: [] })
    expect(match('DELETE', '/things/mine')).toMatchObject({ methods: ['GET'], further: ['GET', 'DELETE'] })
  })
})

test('a status is answered by its own response, its class or the default', () => {
  const [list, get, , mine] = listOperations(document)
  const has = (operation: typeof list, status: number) =>
    operation && responseFor(operation, status)?.node.description
  expect([has(list, 200), has(list, 404), has(list, 500), has(get, 404), has(mine, 500)]).toEqual([
    'A page.',
    'Refused.',
    undefined,
    'None.',
    'Anything.',
  ])
})

test.each([
  ['/name', 'specified'],
  ['/note', 'decided'],
  ['/parent', 'decided'],
  ['/parent/name', 'decided'],
  ['/parent/note', 'decided'],
  ['/unknown', 'decided'],
  ['', 'decided'],
])('the member at "%s" is %s', (pointer, want) => {
  const marked = markedBy(document, { extension: 'x-origin', value: 'specified' })
  const thing = { $ref: '#/x-files/shared~1parts.yaml/Thing' }
  expect(originAt(marked, thing, pointer)).toBe(want)
  expect(originAt(document, thing, pointer)).toBe('decided')
})

describe('a document that cannot be used', () => {
  const head = 'openapi: 3.1.0\n'
  test.each([
    ['a missing file', undefined, 'UNREADABLE', 'cannot be read'],
    ['broken YAML', 'openapi: [', 'UNPARSABLE', 'cannot be parsed'],
    ['a list', '- a', 'MALFORMED', 'expected an object'],
    [
      'Swagger 1.2',
      'swagger: "1.2"',
      'UNKNOWN_KIND',
      'received Swagger 1.2, expected Swagger 2.0 or OpenAPI 3',
    ],
    [
      'a reference to nothing',
      `${head}paths: {/a: {$ref: '#/b'}}`,
      'UNRESOLVED_REFERENCE',
      '"#/b" leads nowhere',
    ],
    [
      'a reference to the network',
      `${head}paths: {/a: {$ref: 'https://x.example/a'}}`,
      'UNRESOLVED_REFERENCE',
      'is not relative',
    ],
    ['a reference to a missing file', `${head}paths: {/a: {$ref: ./none.yaml}}`, 'UNREADABLE', 'none.yaml'],
  ])('%s: %s', (name, content, code, message) => {
    const file = join(folder, `${name}.yaml`)
    if (content !== undefined) writeFileSync(file, content)
    const error = catchError(() => loadDocument(file))
    expect(error).toBeInstanceOf(DocumentError)
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('references that form a circle', () => {
    const circle = documentOf({ openapi: '3.1.0', a: { $ref: '#/b' }, b: { $ref: '#/a' } })
    expect(catchError(() => locate(circle, '/a'))).toMatchObject({
      message: expect.stringContaining('circle'),
    })
  })

  test('an operationId that stands twice', () => {
    const get = { operationId: 'x', responses: {} }
    const twice = documentOf({ openapi: '3.1.0', paths: { '/a': { get }, '/b': { get } } })
    expect(catchError(() => listOperations(twice))).toMatchObject({ code: 'MALFORMED' })
  })
})

test('maps that refer twice to the next, over many levels, are read to the deepest', () => {
  const levels = 17
  const twice = (level: number) => ({ $ref: `#/level${level}` })
  const of = (level: number) => ({ type: 'object', properties: twice(level) })
  const parts = Array.from({ length: levels }, (_, level) => [
    `level${level}`,
    level === levels - 1 ? { leaf: { type: 'string' } } : { one: of(level + 1), other: of(level + 1) },
  ])
  writeFileSync(join(folder, 'levels.json'), JSON.stringify(Object.fromEntries(parts)))
  const whole = { type: 'object', properties: { $ref: 'levels.json#/level0' } }
  const root = { openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { Whole: whole } } }
  writeFileSync(join(folder, 'whole.json'), JSON.stringify(root))
  const { documents, findings } = loadContract([join(folder, 'whole.json')])
  expect(findings).toEqual([])
  const deepest = `/components/schemas/Whole${'/properties/one'.repeat(levels - 1)}/properties/leaf`
  expect(valueAt(documents[0]?.root ?? null, deepest)).toEqual({ type: 'string' })
})

function catchError(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
