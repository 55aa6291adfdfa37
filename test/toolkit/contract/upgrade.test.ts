/** OpenAPI 2.0 documents are read as 3.1, with the places of the original. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { formatDocumentFinding, readDocument, valueAt } from '../../../src/toolkit/contract/index.ts'
import { compareDocuments, pairsOf } from '../../../src/toolkit/diff/index.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

const SHELF = `swagger: '2.0'
info: {title: Shelf, version: '1'}
host: shelf.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  key: {type: apiKey, in: header, name: X-Key}
parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 50}
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - {$ref: '#/parameters/Limit'}
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
      responses:
        '200': {description: Books, schema: {type: array, items: {$ref: '#/definitions/Book'}}}
    post:
      operationId: createBook
      security: [{key: []}]
      parameters:
        - {name: book, in: body, required: true, schema: {$ref: '#/definitions/Book'}}
      responses:
        '201':
          description: Created
          schema: {$ref: '#/definitions/Book'}
  /covers:
    $ref: covers.yaml
definitions:
  Book:
    type: object
    required: [title]
    properties:
      title: {type: string}
      pages: {type: integer, x-nullable: true}
`

const COVERS = `post:
  operationId: uploadCover
  consumes: [multipart/form-data]
  parameters:
    - {name: file, in: formData, type: file, required: true}
  responses:
    '204': {description: Stored}
`

function written(text = SHELF): string {
  const folder = temporaryDirectory()
  for (const [name, content] of Object.entries({ 'shelf.yaml': text, 'covers.yaml': COVERS })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return join(folder, 'shelf.yaml')
}

const lineOf = (text: string): number => SHELF.split('\n').findIndex((line) => line.includes(text)) + 1

const constructs: [what: string, pointer: string, value: unknown, line?: string][] = [
  ['the version', '/openapi', expect.stringMatching(/^3\.1/)],
  ['host, base path and schemes', '/servers/0/url', 'https://shelf.example/v1', 'host:'],
  ['a definition', '/components/schemas/Book/properties/title', { type: 'string' }, 'title: {type'],
  ['a security definition', '/components/securitySchemes/key/in', 'header', 'key: {type'],
  ['a shared parameter', '/components/parameters/Limit/schema/maximum', 50, 'Limit:'],
  ['a body', '/paths/~1books/post/requestBody/required', true, '{name: book'],
  [
    'a response',
    '/paths/~1books/post/responses/201/content/application~1json/schema',
    { $ref: '#/components/schemas/Book' },
    'description: Created',
  ],
  ['a list parameter', '/paths/~1books/get/parameters/1/explode', true, '- {name: tags'],
  [
    'a form with a file, of another file',
    '/paths/~1covers/post/requestBody/content/multipart~1form-data/schema/properties/file/type',
    'string',
  ],
]
test.each(constructs)('%s', (_, pointer, value, line) => {
  const document = readDocument(written())
  expect(document.findings.map(formatDocumentFinding)).toEqual([])
  expect(valueAt(document.root, pointer)).toEqual(value)
  if (line === undefined) return
  const position = document.positionOf(pointer)
  expect(position?.file).toMatch(/shelf\.yaml$/)
  // A parameter of an operation is placed by its list.
  expect(Math.abs((position?.line ?? 0) - lineOf(line))).toBeLessThanOrEqual(2)
})

test('a finding is placed in the original file', () => {
  const broken = SHELF.replace("items: {$ref: '#/definitions/Book'}", "items: {$ref: '#/definitions/Bok'}")
  const [finding] = readDocument(written(broken)).findings.map(formatDocumentFinding)
  expect(finding).toContain(`shelf.yaml:${lineOf("'200'")}:`)
  expect(finding).toContain('#/definitions/Bok')
})

test('a document of 2.0 and the same in 3.1 have no difference, and a break is found', () => {
  const folder = temporaryDirectory()
  const old = written()
  const now = join(folder, 'shelf.json')
  writeFileSync(now, JSON.stringify(readDocument(old).root))
  const levels = (to: string) =>
    compareDocuments(pairsOf(old, to, folder), 0).findings.map(({ level }) => level)
  expect(levels(now).filter((level) => level === 'breaking' || level === 'risky')).toEqual([])
  const stricter = written(SHELF.replace('required: [title]', 'required: [title, pages]'))
  expect(levels(stricter)).toContain('breaking')
})
