import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import {
  formatPosition,
  listMessages,
  loadContract,
  loadDocument,
  locate,
  readDocument,
  valueAt,
} from '../../../src/toolkit/openapi/index.ts'

const others = 'test/toolkit/openapi/others'
const folder = mkdtempSync(join(tmpdir(), 'others-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** `line code` of each finding. */
const found = (file: string) =>
  readDocument(join(others, file)).findings.map(
    ({ code, position }) => `${position && `${short(position.file)}:${position.line}`} ${code}`,
  )

/** The name of a file below its document's folder. */
const short = (file: string) =>
  file.replace(/^test\/toolkit\/openapi\/others\/(?:split\/|features-3\.2\/)?/, '')

describe('what is wrong with documents in the shapes of others', () => {
  test.each([
    [
      'store.yaml',
      [
        'store.yaml:37 unresolved-reference',
        'store.yaml:34 duplicate',
        'store.yaml:54 without-effect',
        'store.yaml:56 without-effect',
        'store.yaml:58 without-effect',
        'store.yaml:61 without-effect',
        'store.yaml:62 invalid-keyword',
        'store.yaml:63 invalid-pattern',
        'store.yaml:66 circular-reference',
      ],
    ],
    [
      'payments.json',
      [
        'payments.json:35 unresolved-reference',
        'payments.json:53 without-effect',
        'payments.json:56 invalid-keyword',
        'payments.json:59 invalid-keyword',
      ],
    ],
    [
      'telemetry.yaml',
      [
        'telemetry.yaml:30 remote-reference',
        'telemetry.yaml:47 unresolved-reference',
        'telemetry.yaml:32 invalid-pattern',
        'telemetry.yaml:38 invalid-pattern',
        'telemetry.yaml:39 invalid-id',
        'telemetry.yaml:40 without-effect',
        'telemetry.yaml:45 invalid-keyword',
        'telemetry.yaml:48 without-effect',
      ],
    ],
    ['split/openapi.yaml', ['openapi.yaml:9 unresolved-reference', 'paths/user.yaml:10 invalid-keyword']],
    [
      'features-3.2/openapi.yaml',
      [
        'openapi.yaml:25 unsupported',
        'openapi.yaml:15 unsupported',
        'openapi.yaml:20 malformed',
        'openapi.yaml:7 malformed',
        'openapi.yaml:8 malformed',
        'openapi.yaml:9 malformed',
      ],
    ],
    ['streetlights.yaml', ['streetlights.yaml:28 invalid-keyword']],
    [
      'orders-events.yaml',
      ['orders-events.yaml:22 unresolved-reference', 'orders-events.yaml:14 unsupported'],
    ],
  ])('%s', (file, want) => {
    expect(found(String(file))).toEqual(want)
  })
})

describe('every schema of such a document compiles', () => {
  test.each([
    'store.yaml',
    'payments.json',
    'telemetry.yaml',
    'split/openapi.yaml',
    'features-3.2/openapi.yaml',
    'streetlights.yaml',
    'orders-events.yaml',
  ])('%s', (file) => {
    const { root } = readDocument(join(others, file))
    const engine = new Ajv2020({
      strict: false,
      validateSchema: false,
      logger: false,
      validateFormats: false,
    })
    engine.addSchema(root, 'https://document.invalid/')
    const pointers = [...schemasIn(root)]
    expect(pointers.length).toBeGreaterThan(0)
    for (const pointer of pointers)
      engine.compile({ $ref: `https://document.invalid/#${encodeURI(pointer)}` })
  })
})

/** Pointers of the values of `schema`, `payload` or in `schemas`. */
function* schemasIn(node: unknown, pointer = ''): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (['schema', 'payload'].includes(key) || pointer.endsWith('/schemas')) yield at
    if (!['example', 'examples'].includes(key)) yield* schemasIn(value, at)
  }
}

describe('the line of a pointer', () => {
  const { positionOf } = loadContract([join(others, 'split/openapi.yaml'), join(others, 'payments.json')])
  test.each([
    [
      'through a referred operation',
      '/paths/~1users/get/responses/200/content/application~1json/schema/items/properties/age/minimum',
      'paths/user.yaml:10:26',
    ],
    ['through a referred path', '/paths/~1users~1{id}/get/parameters/0/schema', 'paths/user.yaml:3:53'],
    ['by the name of a file', '/x-files/paths~1users.yaml/create', 'paths/users.yaml:5:1'],
    [
      'of what is only in the other document, in JSON',
      '/components/schemas/customer/required',
      'payments.json:59:39',
    ],
    ['of the nearest thing above what is missing', '/paths/~1users/get/nothing', 'paths/users.yaml:1:1'],
    ['of nothing at all', '/nowhere', undefined],
  ])('%s', (_name, pointer, want) => {
    const position = positionOf(pointer)
    expect(position && short(formatPosition(position))).toBe(want)
  })
})

test('schemas of 3.0 and of draft-07 judge as their dialects say', () => {
  const at = (file: string, pointer: string) => valueAt(readDocument(join(others, file)).root, pointer)
  const pet = '/components/schemas/Pet/properties'
  expect(at('store.yaml', `${pet}/id`)).toEqual({ type: 'integer', readOnly: true, exclusiveMinimum: 0 })
  expect(at('store.yaml', `${pet}/name`)).toMatchObject({
    type: ['string', 'null'],
    pattern: '^[\\w\\-. ]+$',
    examples: ['Rex'],
  })
  expect(at('store.yaml', `${pet}/size/enum`)).toEqual(['small', 'large', null])
  expect(at('store.yaml', `${pet}/owner/anyOf/0`)).toEqual({ type: 'null' })
  expect(at('store.yaml', `${pet}/vet`)).toEqual({ $ref: '#/components/schemas/Owner' })
  const payload = '/channels/orders/messages'
  expect(at('orders-events.yaml', `${payload}/placed/payload/properties/total`)).toEqual({
    type: 'number',
    exclusiveMinimum: 0,
  })
  expect(at('orders-events.yaml', `${payload}/tuple/payload`)).toEqual({
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
    items: false,
    dependentRequired: { a: ['b'] },
  })
})

test('operations that are references, of 3.2 or named twice are all listed', () => {
  const rows = (file: string) =>
    loadContract([join(others, file)]).operations.map(
      ({ operationId, method, path }) => `${operationId} ${method} ${path}`,
    )
  expect(rows('split/openapi.yaml')).toEqual([
    'listUsers GET /users',
    'createUser POST /users',
    'getUser GET /users/{id}',
  ])
  expect(rows('store.yaml')).toEqual([
    'findPets GET /pets',
    'addPet POST /pets',
    'GET /pets/{petId} GET /pets/{petId}',
  ])
  expect(rows('features-3.2/openapi.yaml')).toEqual([
    'listItems GET /items',
    'queryItems QUERY /items',
    'copyItems COPY /items',
  ])
  expect(rows('telemetry.yaml')).toEqual([
    'listReadings GET /readings',
    'addReading POST /readings',
    'getSensor GET /sensors/{id}',
  ])
})

test('messages are named by their key, with traits merged in', () => {
  const rows = listMessages(readDocument(join(others, 'streetlights.yaml'))).map(
    ({ name, addresses, actions, headersPointer }) => [name, addresses, actions, headersPointer],
  )
  expect(rows).toEqual([
    [
      'lightMeasured',
      ['smartylighting.streetlights.{streetlightId}.measured'],
      ['receive'],
      '/components/messageTraits/commonHeaders/headers',
    ],
    ['dimLight', [null], ['send'], undefined],
    ['never.sent', [], [], undefined],
  ])
})

test('six hundred operations are read', () => {
  const range = Array.from({ length: 600 }, (_, index) => index)
  const paths = Object.fromEntries(
    range.map((index) => [
      `/t${index}/{id}`,
      {
        get: {
          operationId: `get${index}`,
          responses: {
            200: {
              description: '.',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/T${index}` } } },
            },
          },
        },
      },
    ]),
  )
  const schemas = Object.fromEntries(
    range.map((index) => [
      `T${index}`,
      {
        type: 'object',
        nullable: true,
        properties: { next: { $ref: `#/components/schemas/T${(index + 1) % 600}` } },
      },
    ]),
  )
  const file = join(folder, 'large.json')
  writeFileSync(
    file,
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Large', version: '1' },
      paths,
      components: { schemas },
    }),
  )
  const { operations, findings } = loadContract([file])
  expect([operations.length, findings.length]).toEqual([600, 0])
})

test('an overlay brings hints to a document that stays as it is', () => {
  const overlay = join(folder, 'hints.yaml')
  writeFileSync(
    overlay,
    [
      'overlay: 1.0.0',
      'info: {title: Hints, version: "1"}',
      'actions:',
      '  - {target: "$.paths[\'/pets\'].get", update: {x-paging: {limit: count}, tags: [pets]}}',
      '  - {target: "$.paths.*[?(@.operationId == \'addPet\')]", update: {deprecated: true}}',
      '  - {target: "$..properties.chip", remove: true}',
      '  - {target: "$.paths[\'/none\']", update: {}}',
    ].join('\n'),
  )
  const { operations, findings, documents } = loadContract([join(others, 'store.yaml')], {
    overlays: [overlay],
  })
  expect(operations[0]?.operation['x-paging']).toEqual({ limit: 'count' })
  expect(operations[1]?.operation.deprecated).toBe(true)
  const [document] = documents
  expect(document && locate(document, '/components/schemas/Pet').node.properties).not.toHaveProperty('chip')
  expect(findings[0]).toMatchObject({ code: 'without-effect', position: { file: 'hints.yaml', line: 7 } })
})

test('what members of an author refer to is left alone, and a description may be a page of Markdown', () => {
  const at = (name: string) => join(folder, name)
  writeFileSync(at('intro.md'), '# Pets\n\nname: of a page\n')
  writeFileSync(
    at('pages.yaml'),
    `openapi: 3.1.0
info: {title: Pets, version: 1.0.0, description: {$ref: intro.md}}
x-topics: [{content: {$ref: intro.md}}, {content: {$ref: lost.md}}, {content: {$ref: '#/lost'}}]
paths: {}
components: {schemas: {Pet: {properties: {description: {$ref: '#/components/schemas/Text'}}}, Text: {type: string}}}
`,
  )
  const { root, findings } = readDocument(at('pages.yaml'))
  expect(findings).toEqual([])
  expect(valueAt(root, '/info/description')).toBe('# Pets\n\nname: of a page\n')
  expect(valueAt(root, '/x-topics/0/content')).toEqual({ $ref: 'intro.md' })
  expect(() => loadDocument(at('pages.yaml'))).not.toThrow()
})
