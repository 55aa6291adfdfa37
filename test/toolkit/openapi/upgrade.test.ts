/** OpenAPI 2.0 documents are read as 3.x, with the places of the original. The 3.1 documents here are written by hand. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareDocuments, pairsOf } from '../../../src/toolkit/diff/index.ts'
import { formatDocumentFinding, readDocument, valueAt } from '../../../src/toolkit/openapi/index.ts'
import { bundle } from '../../../src/toolkit/openapi/redocly/bundle.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import { COVERS, HEAD, SHELF, SHELF_31 } from './shelf.ts'

function written(text: string, name = 'shelf.yaml'): string {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'covers.yaml'), COVERS)
  return join(folder, name)
}

const findingsOf = (text: string) => readDocument(written(text)).findings.map(formatDocumentFinding)

const differences = (old: string, now: string) =>
  compareDocuments(pairsOf(written(old), written(now, 'now.yaml'), temporaryDirectory()), 0).findings.filter(
    ({ level }) => level !== 'docs',
  )

test('has no findings, and no difference from the same API in 3.1, either way', () => {
  expect(findingsOf(SHELF)).toEqual([])
  expect(differences(SHELF, SHELF_31).map(({ sentence }) => sentence)).toEqual([])
  expect(differences(SHELF_31, SHELF).map(({ sentence }) => sentence)).toEqual([])
  expect(differences(SHELF, SHELF)).toEqual([])
})

const breaks: [what: string, from: string, to: string][] = [
  ['a shared body that requires more', 'required: [title]', 'required: [title, pages]'],
  ['a form field with a lower maximum', 'maximum: 900', 'maximum: 90'],
  ['a form field with fewer values', '[novel, essay]', '[novel]'],
  [
    'a form field that became required',
    'type: integer, minimum: 1',
    'required: true, type: integer, minimum: 1',
  ],
  ['the media type of one operation', 'produces: [text/csv]', 'produces: [text/plain]'],
  [
    'a body of the path, written after the operation',
    'properties: {name: {type: string}}',
    'properties: {name: {type: integer}}',
  ],
  ['a shared parameter', 'maximum: 50', 'maximum: 20'],
  ['the form of a list', 'collectionFormat: multi', 'collectionFormat: pipes'],
]
test.each(breaks)('diff finds %s', (_, from, to) => {
  expect(SHELF).toContain(from)
  expect(differences(SHELF, SHELF.replace(from, to)).map(({ level }) => level)).toContain('breaking')
})

const places: [what: string, pointer: string, line: string, column?: string][] = [
  ['a definition', '/components/schemas/Book/properties/title', 'title: {type: string}'],
  ['a security definition', '/components/securitySchemes/key/in', '  key: {type', 'in: header'],
  ['a shared parameter', '/paths/~1books/get/parameters/0/schema/maximum', '  Limit:', 'maximum: 50'],
  ['a parameter', '/paths/~1books/get/parameters/1/schema/items', '- {name: tags', 'items:'],
  [
    'a shared body',
    '/paths/~1books/post/requestBody/content/application~1json/schema',
    '  NewBook:',
    'schema:',
  ],
  [
    'a form field',
    '/paths/~1forms/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties/pages/maximum',
    '- {name: pages',
    'maximum:',
  ],
  [
    'a response header',
    '/paths/~1books/get/responses/200/headers/X-Total/schema/minimum',
    'headers:',
    'minimum:',
  ],
  [
    'a shared response',
    '/paths/~1table/get/responses/200/content/text~1csv/schema/type',
    '  Table:',
    'type: string}}',
  ],
  ['a server', '/servers/0/url', 'host:'],
]
test.each(places)('places %s', (_, pointer, text, column) => {
  const document = readDocument(written(SHELF))
  expect(valueAt(document.root, pointer)).toBeDefined()
  const lines = SHELF.split('\n')
  const index = lines.findIndex((line) => line.includes(text))
  const line = lines[index] ?? ''
  expect(document.positionOf(pointer)).toMatchObject({
    file: expect.stringMatching(/shelf\.yaml$/),
    line: index + 1,
    column: line.indexOf(column ?? text) + 1,
  })
})

test('places a form field of another file in that file', () => {
  const document = readDocument(written(SHELF))
  const pointer = '/paths/~1covers/post/requestBody/content/multipart~1form-data/schema/properties/file/type'
  expect(valueAt(document.root, pointer)).toBe('string')
  expect(document.positionOf(pointer)).toMatchObject({ file: 'covers.yaml', line: 5 })
})

const path = (content: string) => `${HEAD}paths:\n  /a:\n${content}`
const OK = "responses: {'204': {description: Done}}"
const defects: [what: string, text: string, findings: unknown][] = [
  ['an extension that is null in a path', path(`    x-owner: null\n    get: {${OK}}\n`), []],
  [
    'a body of the path next to an extension',
    path(
      `    parameters: [{name: b, in: body, schema: {type: string}}]\n    x-note: text\n    get: {${OK}}\n`,
    ),
    [],
  ],
  [
    'a response without a value',
    path("    get:\n      responses:\n        '200':\n"),
    ['shelf.yaml:12:9 error malformed: received null, expected a response; it is not checked'],
  ],
  [
    'a parameter without a place',
    path(`    get:\n      parameters: [{name: b, type: string}]\n      ${OK}\n`),
    [],
  ],
  ['a version without quotes', path(`    get: {${OK}}\n`).replace("'2.0'", '2.0'), []],
  [
    'a reference that leads nowhere',
    path("    get: {responses: {'200': {description: A, schema: {$ref: '#/definitions/B'}}}}\n"),
    [expect.stringMatching(/shelf\.yaml:10:.*#\/definitions\/B/)],
  ],
  [
    'a discriminator',
    `${path(`    get: {${OK}}\n`)}definitions:\n  A: {type: object, discriminator: a, required: [a], properties: {a: {type: string}}}\n`,
    [],
  ],
]
test.each(defects)('reads a document with %s', (_, text, findings) => {
  expect(findingsOf(text)).toEqual(findings)
})

test('references to odd places follow what they lead to', () => {
  const odd = SHELF.replace(
    'title: {type: string}\n      pages',
    "title: {type: string}\n      other: {$ref: '#/paths/~1shelves~1{shelfId}/parameters/1/schema'}\n      pages",
  )
  const document = readDocument(written(odd))
  expect(document.findings.map(formatDocumentFinding)).toEqual([])
  const { $ref } = valueAt(document.root, '/components/schemas/Book/properties/other') as { $ref: string }
  expect(valueAt(document.root, $ref.slice(1))).toMatchObject({ required: ['name'] })
})

test('example data stays as it is', () => {
  const { root } = readDocument(written(SHELF))
  expect(valueAt(root, '/components/schemas/Book/properties/data/examples/0')).toEqual({
    type: 'file',
    $ref: '#/definitions/Book',
  })
})

test('generate bundles it as 3.0', async () => {
  const plain = SHELF.replace(", $ref: '#/definitions/Book'}", '}')
  const made = (await bundle(written(plain))) as Record<string, never>
  expect(made).toMatchObject({
    openapi: '3.0.3',
    paths: { '/books': { post: { requestBody: { required: true } } } },
  })
  expect(made).not.toHaveProperty('swagger')
  expect(parse(SHELF_31).paths['/forms'].post.requestBody).toEqual(
    (made.paths as unknown as Record<string, { post: { requestBody: object } }>)['/forms']?.post.requestBody,
  )
})

test('the response "default" refers like any other, and a default value is data', () => {
  const { root, findings } = readDocument(
    written(`swagger: '2.0'
info: {title: Errors, version: 1.0.0}
paths:
  /a:
    get:
      responses:
        '200': {description: A}
        default: {description: Error, schema: {$ref: '#/definitions/Error'}}
definitions:
  Error: {type: object, properties: {like: {type: object, default: {$ref: '#/definitions/Error'}}}}
`),
  )
  expect(findings).toEqual([])
  const schema = '/paths/~1a/get/responses/default/content'
  expect(JSON.stringify(valueAt(root, schema))).toContain('"#/components/schemas/Error"')
  expect(valueAt(root, '/components/schemas/Error/properties/like/default')).toEqual({
    $ref: '#/definitions/Error',
  })
})
