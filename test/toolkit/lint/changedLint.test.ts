/** After each edit, a linter that runs over the changed parts only finds what a new one finds in the whole document. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createLinter, inspectFiles, type LintFinding } from '../../../src/toolkit/lint/index.ts'
import { createSourceReader, unsavedTexts } from '../../../src/toolkit/openapi/sourceFile.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { casesOf, times } from '../../harness/thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'changed-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => unsavedTexts.clear())

const json = (schema: string, example: object) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
})
const operation = (name: string, schema: string, example: object) => ({
  operationId: name,
  summary: `Call ${name}`,
  tags: ['shelves'],
  security: [{ key: [] }],
  parameters: [{ $ref: '#/components/parameters/Page' }],
  responses: {
    200: { description: 'Found', ...json(schema, example) },
    404: { $ref: '#/components/responses/Missing' },
  },
})
const shelves = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [
    `/shelf${index}`,
    { get: operation(`getShelf${index}`, 'Shelf', { width: index }) },
  ]),
)
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1.0.0', license: { name: 'MIT', url: 'https://books.test/license' } },
  servers: [{ url: 'https://books.test' }],
  tags: [{ name: 'shelves', description: 'Shelves' }],
  paths: {
    '/books/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: operation('getBook', 'Book', { author: { name: 'A' }, meal: { kind: 'wet' } }),
      put: { ...operation('putBook', 'Book', {}), requestBody: { ...json('Book', { pages: 'many' }) } },
    },
    '/authors': { get: operation('getAuthors', 'Author', { name: 7 }) },
    ...shelves,
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Key' } },
    parameters: {
      Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a' },
      Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 }, example: 1 },
    },
    responses: { Missing: { description: 'Missing', ...json('Fault', { code: 'a' }) } },
    examples: { Shelf: { value: { width: 'wide' } } },
    schemas: {
      Fault: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string', enum: ['a', 'b'] } },
      },
      Author: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 20 } },
        example: { name: 'A' },
      },
      Book: {
        type: 'object',
        properties: {
          author: { $ref: '#/components/schemas/Author' },
          meal: { oneOf: [{ $ref: '#/components/schemas/Fish' }, { $ref: '#/components/schemas/Dry' }] },
        },
      },
      Fish: { type: 'object', required: ['fish'], properties: { fish: { type: 'integer' } } },
      Dry: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['dry'] } } },
      Shelf: { type: 'object', properties: { width: { type: 'number' } } },
      Unused: { type: 'object', description: 'No operation refers to it.' },
    },
  },
}
const TEXT = JSON.stringify(DOCUMENT, null, 2)

type Edit = readonly [what: string, pattern: RegExp, by: string]

/** They leave all facts that rules for the whole document read as they are, but for names. */
const CONFINED: readonly Edit[] = [
  ['another summary', /"summary": "Call getAuthors"/, '"summary": "Read\\nthem"'],
  ['no summary', /"summary": "Call getAuthors",\s+/, ''],
  ['an unknown property', /"summary": "Call getAuthors"/, '"sumary": "Read"'],
  ['a description, in more lines', /"description": "Found"/, '\n\n"description": "Found\\nand returned"'],
  ['an example that is valid', /"name": 7/, '"name": "B"'],
  ['an example that is not', /"width": 3/, '"width": "three"'],
  ['another limit', /"maxLength": 20/, '"maxLength": 0'],
  ['another type', /"type": "string",\s+"maxLength"/, '"type": "integer", "maxLength"'],
  ['another branch', /"dry"/, '"wet"'],
  ['a value twice', /"dry"/, '"dry", "dry"'],
  [
    'a further property',
    /"properties": \{\s+"name"/,
    '"properties": { "born": {"type": "integer", "example": "1900"}, "name"',
  ],
  ['another description of what is unused', /"No operation refers to it\."/, '"Not used."'],
  ['a title', /"title": "Books"/, '"title": "All books"'],
  ['no license', /,\s+"license": \{[^}]*\}/, ''],
  ['another operation id', /"operationId": "getAuthors"/, '"operationId": "get authors"'],
  ['no operation id', /"operationId": "getAuthors",\s+/, ''],
  ['another tag', /"tags": \[\s+"shelves"/, '"tags": ["other"'],
  [
    'a server of an operation',
    /"operationId": "getAuthors"/,
    '"servers": [{"url": "https://example.com/{a}"}], "operationId": "getAuthors"',
  ],
]
/** They concern rules for the whole document, or cannot be read. */
const WIDE: readonly Edit[] = [
  ['an operation id twice', /"operationId": "getAuthors"/, '"operationId": "getBook"'],
  ['another path', /"\/authors"/, '"/shelf1"'],
  ['a path twice', /"\/authors"/, '"/shelf{a}"'],
  ['another scheme', /"key": \[\]/, '"lock": []'],
  ['an unused component more', /schemas\/Author/, 'schemas/Shelf'],
  ['a reference that leads nowhere', /schemas\/Author/, 'schemas/Autor'],
  ['another parameter', /"name": "id"/, '"name": "ids"'],
  ['another server', /"https:\/\/books\.test"/, '"https://example.com/"'],
  ['no valid JSON', /"summary": "Call getAuthors"/, '"summary": Call'],
  ['another component', /"Unused": \{/, '"Unused object": {'],
]

const placed = (one: LintFinding) =>
  `${one.rule} ${one.message} ${one.part} ${one.line}:${one.column} ${one.end?.line}:${one.end?.column}`

interface Checked {
  name: string
  /** Whether the whole document was read. */
  isWhole(): boolean
  all(text: string): Promise<string[]>
}

function checked(name: string): Checked {
  const file = join(folder, name)
  const task = { file, alias: undefined, config: undefined }
  let whole = 0
  const linter = createLinter({
    inspect: async () => {
      whole++
      return inspectFiles([file], createSourceReader())
    },
  })
  return {
    name,
    isWhole: () => whole > 0,
    async all(text) {
      whole = 0
      unsavedTexts.set(file, text)
      return (await linter.all(task)).map(placed).sort()
    },
  }
}

const fresh = async (text: string) => checked('books.json').all(text)
writeFileSync(join(folder, 'books.json'), TEXT)

describe('findings over the changed parts are those of a new linter', () => {
  it.each(casesOf(CONFINED, 5, 1))('without reading the whole document: %s', async (_, pattern, by) => {
    const one = checked('books.json')
    const first = await one.all(TEXT)
    expect(first.length).toBeGreaterThan(3)
    const text = TEXT.replace(pattern, by)
    expect(text).not.toBe(TEXT)
    const now = await one.all(text)
    expect(one.isWhole()).toBe(false)
    expect(now).toEqual(await fresh(text))
    expect(await one.all(TEXT)).toEqual(first)
    expect(one.isWhole()).toBe(false)
  })

  it.each(casesOf(WIDE, 4, 1))('after an edit that concerns all of it: %s', async (_, pattern, by) => {
    const one = checked('books.json')
    const first = await one.all(TEXT)
    const text = TEXT.replace(pattern, by)
    expect(await one.all(text)).toEqual(await fresh(text))
    expect(one.isWhole()).toBe(true)
    expect(await one.all(TEXT)).toEqual(first)
  })

  it.each(Array.from({ length: times(4, 1) }, (_, index) => index + 1))(
    'edit after edit, seed %i',
    { timeout: 60_000 },
    async (seed) => {
      const random = createRandom(seed)
      const edits = [...CONFINED, ...WIDE]
      const one = checked('books.json')
      let text = TEXT
      await one.all(text)
      let confined = 0
      for (let edit = 0; edit < 12; edit++) {
        const [, pattern, by] = edits[random.below(edits.length)] as Edit
        const now = random.below(4) === 0 ? TEXT : text.replace(pattern, by)
        if (now === text) continue
        text = now
        expect(await one.all(text)).toEqual(await fresh(text))
        if (!one.isWhole()) confined++
      }
      expect(confined).toBeGreaterThan(0)
    },
  )
})
