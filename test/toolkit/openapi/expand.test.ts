/** The shared parts on the contents page: `x-shared-headers` and `x-implied-responses`. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listOperations, loadDocument } from '../../../src/toolkit/openapi/index.ts'
import { bundle } from '../../../src/toolkit/openapi/redocly/bundle.ts'

const PAGE = `openapi: 3.1.0
info: {title: Notes, version: 1.0.0}
security: [{key: []}]
x-shared-headers:
  X-Id: {$ref: ./shared/Id.yaml}
x-implied-responses:
  always: {'500': {$ref: ./shared/Failed.yaml}}
  security: {'401': {$ref: ./shared/Failed.yaml}}
  requestBody: {'415': {$ref: ./shared/Failed.yaml}}
  content: {'406': {$ref: ./shared/Failed.yaml}}
  parameters: {If-Match: {'412': {$ref: ./shared/Failed.yaml}}}
paths:
  /notes: {$ref: ./notes/notes.yaml}
webhooks:
  made: {post: {responses: {'204': {description: Heard.}}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
`
const NOTES = `get:
  security: []
  responses:
    '200':
      description: Notes.
      content: {application/json: {schema: {type: string}}}
put:
  parameters: [{name: if-match, in: header, schema: {type: string}}]
  requestBody: {content: {application/json: {}}}
  responses:
    '204':
      description: Kept.
      headers: {x-id: {description: Its own., schema: {type: integer}}}
    '415': {description: Our own.}
`

function project(page = PAGE): string {
  const root = mkdtempSync(join(tmpdir(), 'expand-'))
  const files = {
    'openapi.yaml': page,
    'notes/notes.yaml': NOTES,
    'shared/Failed.yaml': 'description: It failed.\n',
    'shared/Id.yaml': 'description: The id.\nschema: {type: string}\n',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return join(root, 'openapi.yaml')
}

type Tree = { paths: Record<string, Record<string, { responses: Record<string, Record<string, unknown>> }>> }

const follow = (root: unknown, node: Record<string, unknown>): Record<string, unknown> =>
  typeof node.$ref === 'string'
    ? (node.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (at, token) => (at as Record<string, unknown>)[decodeURIComponent(token).replaceAll('~1', '/')],
          root,
        ) as Record<string, unknown>)
    : node

/** Every status with the names of its headers, by method. */
const responsesOf = (root: Tree): Record<string, Record<string, string[]>> => {
  const item = follow(root, root.paths['/notes'] as never) as Tree['paths'][string]
  return Object.fromEntries(
    Object.entries(item).map(([method, { responses }]) => [
      method,
      Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          Object.keys((follow(root, response).headers as object | undefined) ?? {}),
        ]),
      ),
    ]),
  )
}

const EXPECTED = {
  get: { 200: ['X-Id'], 406: ['X-Id'], 500: ['X-Id'] },
  put: { 204: ['x-id'], 401: ['X-Id'], 412: ['X-Id'], 415: ['X-Id'], 500: ['X-Id'] },
}

describe('what is shared and implied', () => {
  test('is in every operation that a tool of ours reads; what is written wins', () => {
    const document = loadDocument(project())
    expect(responsesOf(document.root as never)).toEqual(EXPECTED)
    const put = listOperations(document).find(({ method }) => method === 'PUT')
    expect(put?.responses.get('415')?.node.description).toBe('Our own.')
  })

  test('is in the bundle, which keeps no trace of how it was written', async () => {
    const tree = (await bundle(project())) as Tree & Record<string, unknown>
    expect(responsesOf(tree)).toEqual(EXPECTED)
    expect(Object.keys(tree).filter((key) => key.startsWith('x-'))).toEqual([])
    expect(tree.webhooks).toEqual({ made: { post: { responses: { 204: { description: 'Heard.' } } } } })
  })

  test('is nothing where the contents page says nothing', () => {
    const page = PAGE.replace(/x-shared-headers[\s\S]*paths:/, 'paths:')
    const tree = loadDocument(project(page)).root as never as Tree
    expect(responsesOf(tree)).toEqual({ get: { 200: [] }, put: { 204: ['x-id'], 415: [] } })
  })

  test.each([
    [
      'headers: {X-Id: {$ref: ./shared/Id.yaml}}',
      'headers: 7',
      'x-shared-headers: received 7, expected an object of references.',
    ],
    [
      '  security: {',
      '  sometimes: {',
      'x-implied-responses: received the condition "sometimes", expected one of always, security, requestBody, content, parameters.',
    ],
    [
      "always: {'500': {$ref: ./shared/Failed.yaml}}",
      "always: {'500': {description: a}}",
      'x-implied-responses/always/500: received {"description":"a"}, expected {$ref: …}.',
    ],
  ])('refuses what it does not understand: %s', (before, after, message) => {
    const page = PAGE.replace(
      'x-shared-headers:\n  X-Id: {$ref: ./shared/Id.yaml}',
      'x-shared-headers: {X-Id: {$ref: ./shared/Id.yaml}}',
    )
    expect(page).toContain(before)
    expect(() => loadDocument(project(page.replace(before, after)))).toThrow(message)
  })
})

describe('x-discriminator', () => {
  const SHAPES = `x-discriminator: kind
oneOf: [{$ref: './kinds.yaml#/Round'}, {$ref: './kinds.yaml#/Square'}]
`
  const KINDS = `Round: {type: object, required: [kind], properties: {kind: {const: round}}}
Square: {type: object, required: [kind], properties: {kind: {const: square}}}
`
  const OPENAPI = `openapi: 3.1.0
info: {title: Shapes, version: 1.0.0}
paths:
  /shapes:
    get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: ./Shape.yaml}}}}}}
`
  const ASYNCAPI = `asyncapi: 3.0.0
info: {title: Shapes, version: 1.0.0}
channels: {shapes: {address: shapes, messages: {made: {payload: {$ref: ./Shape.yaml}}}}}
`
  function write(page: string, kinds = KINDS): string {
    const root = mkdtempSync(join(tmpdir(), 'shapes-'))
    for (const [name, text] of Object.entries({
      'page.yaml': page,
      'Shape.yaml': SHAPES,
      'kinds.yaml': kinds,
    }))
      writeFileSync(join(root, name), text)
    return join(root, 'page.yaml')
  }
  const shapeOf = (tree: unknown) =>
    (tree as { components: { schemas: Record<string, Record<string, unknown>> } }).components.schemas.Shape

  test('becomes a discriminator, with its mapping, in the bundle of an OpenAPI document', async () => {
    const shape = shapeOf(await bundle(write(OPENAPI)))
    expect(shape).not.toHaveProperty('x-discriminator')
    expect(shape?.discriminator).toEqual({
      propertyName: 'kind',
      mapping: { round: '#/components/schemas/Round', square: '#/components/schemas/Square' },
    })
  })

  test('leaves no trace in that of an AsyncAPI document, whose readers refuse the object', async () => {
    const shape = shapeOf(await bundle(write(ASYNCAPI)))
    expect(Object.keys(shape ?? {})).toEqual(['oneOf'])
  })

  test('means the same to those who read the files', () => {
    const { root } = loadDocument(write(OPENAPI))
    expect(JSON.stringify(root)).toContain('"discriminator":{"propertyName":"kind"')
  })

  test.each([
    ['an alternative without the constant', KINDS.replace('const: square', 'type: string')],
    [
      'an alternative without the member',
      KINDS.replace('properties: {kind: {const: square}}', 'properties: {}'),
    ],
  ])('refuses %s', async (_, kinds) => {
    await expect(bundle(write(OPENAPI, kinds))).rejects.toThrow(/has no constant `kind`, expected references/)
  })

  test('is left to others where no alternative has the constant', async () => {
    const kinds = KINDS.replace('const: round', 'type: string').replace('const: square', 'type: string')
    const shape = shapeOf(await bundle(write(OPENAPI, kinds)))
    expect(shape).toMatchObject({ 'x-discriminator': 'kind' })
    expect(shape).not.toHaveProperty('discriminator')
  })
})
