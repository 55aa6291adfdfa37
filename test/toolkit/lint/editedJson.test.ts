/** After many edits of a JSON document the linter that remembers its parts finds what a new one finds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createLinter, type LintFinding, ownFindings } from '../../../src/toolkit/lint/index.ts'
import { createSourceReader, unsavedTexts } from '../../../src/toolkit/openapi/sourceFile.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { inCi, times } from '../../harness/thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'edited-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => unsavedTexts.clear())

const operation = (name: string, schema: string, example: unknown) => ({
  operationId: name,
  summary: `Use ${name}`,
  parameters: [{ $ref: '#/components/parameters/Page' }],
  responses: {
    200: {
      description: 'Found',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
    },
    404: { $ref: '#/components/responses/Missing' },
  },
})
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: 'https://pets.test' }],
  security: [],
  tags: [{ name: 'pets', description: 'Pets' }],
  paths: Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `/pets${index}`,
      {
        get: operation(`listPets${index}`, index % 2 === 0 ? 'Pet' : 'Meal', { name: 'Tom', kind: 'wet' }),
        delete: { operationId: `deletePets${index}`, responses: { 204: { description: 'Deleted' } } },
      },
    ]),
  ),
  'x-webhooks': {
    born: {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 }, example: 1 } },
    responses: { Missing: { description: 'Missing' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { name: { $ref: '#/components/schemas/Name' } },
      },
      Name: { type: 'string', maxLength: 20 },
      Meal: {
        oneOf: [
          { type: 'object', required: ['fish'], properties: { fish: { type: 'integer' } } },
          { type: 'object', required: ['kind'], properties: { kind: { const: 'dry' } } },
        ],
      },
    },
  },
}
const TEXT = JSON.stringify(DOCUMENT, undefined, 2)

/** From what to what, wherever it is. */
const EDITS: readonly (readonly [string, string])[] = [
  ['"type": "integer"', '"type": "string"'],
  ['"type": "string"', '"type": "integer"'],
  ['"const": "dry"', '"const": "wet"'],
  ['"maxLength": 20', '"maxLength": 1'],
  ['schemas/Name', 'schemas/Nmae'],
  ['responses/Missing', 'responses/Mising'],
  ['"operationId": "listPets3"', '"operationId": "listPets4"'],
  ['"born"', '"hatched"'],
  ['"requestBody"', '"requestBodies"'],
  ['"summary"', '"sumary"'],
  ['"name": "Tom"', '"name": 4'],
  ['"Name": {', '"Names": {'],
  ['"description": "Found"', '"descriptions": "Found"'],
  ['"description": "Found"', '"description": "Found", "description": "Twice"'],
  ['"minimum": 1', '"minimum": 1, "hasOwnProperty": 2'],
  ['"required": [', '"required": ["lost", '],
  ['/pets5"', '/pets5/{id}"'],
  ['"get": {', '"get": {\n\n'],
  ['"example": {', '"example": { "more": 1, '],
  ['"pets"', '"pet"'],
  ['"responses": {', '"responses": { "x-more": {}, '],
  ['"404": {', '"4o4": {'],
  [
    '"schemas": {',
    '"schemas": { "New": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/Pet" } } }, ',
  ],
  ['},', '}'],
  ['"', ''],
]

it.each(Array.from({ length: times(12, inCi ? 2 : 1) }, (_, index) => index + 1))('seed %i', async (seed) => {
  const random = createRandom(seed)
  const task = { file: join(folder, `pets${seed}.json`), alias: undefined, config: undefined }
  writeFileSync(task.file, TEXT)
  const [linter, read] = [createLinter(), createSourceReader()]
  const own = (by: typeof read) =>
    ownFindings(task.file, { page: task.file, files: () => [task.file], read: by })
  await linter.all(task)
  let [text, before] = [TEXT, TEXT]
  for (let edit = 0; edit < 25; edit++) {
    // One of four reverts the last edit, so that the text is mostly valid.
    const now = random.below(4) === 0 ? before : edited(text, random)
    before = text
    text = now
    unsavedTexts.set(task.file, text)
    await linter.touched(task)
    // Letters are typed faster than all rules run.
    if (random.below(3) === 0) continue
    expect(sorted(await linter.all(task))).toEqual(sorted(await createLinter().all(task)))
    expect(own(read)).toEqual(own(createSourceReader()))
    if (random.below(5) === 0) text = TEXT
  }
})

function edited(text: string, random: { below(limit: number): number }): string {
  const [from, to] = EDITS[random.below(EDITS.length)] ?? ['', '']
  const places: number[] = []
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) places.push(at)
  const at = places[random.below(Math.max(places.length, 1))]
  return at === undefined ? text : text.slice(0, at) + to + text.slice(at + from.length)
}

const sorted = (all: readonly LintFinding[]): string[] => all.map((one) => JSON.stringify(one)).sort()
