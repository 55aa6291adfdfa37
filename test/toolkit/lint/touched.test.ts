/** The rules for one part, run over the parts that a change reaches, find there what all rules find in the whole document. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createLinter, type LintFinding } from '../../../src/toolkit/lint/index.ts'
import { unsavedTexts } from '../../../src/toolkit/openapi/sourceFile.ts'
import { casesOf } from '../../harness/thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'touched-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => unsavedTexts.clear())

const operation = (name: string, schema: string) => `
    get:
      operationId: get${name}
      summary: Read ${name}
      parameters: [{ $ref: '#/components/parameters/Page' }]
      responses:
        '200': { description: Found, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }
        '404': { $ref: '#/components/responses/Missing' }`

const shelf = (count: number, schema = 'Book') =>
  Array.from(
    { length: count },
    (_, index) => `  /shelf${index}:${operation(`Shelf${index}`, schema)}\n`,
  ).join('')

const ONE = `openapi: 3.1.0
info: { title: Shelves, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://shelves.test }]
security: []
tags: [{ name: books, description: Books }]
paths:
  /books/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]${operation('Book', 'Book')}
  /authors:${operation('Author', 'Author')}
${shelf(40, 'Shelf')}components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string } }
    Page: { name: page, in: query, schema: { type: integer, minimum: 1 } }
  responses:
    Missing: { description: Missing, content: { application/json: { schema: { $ref: '#/components/schemas/Fault' } } } }
  schemas:
    Fault: { type: object, required: [code], properties: { code: { type: string, enum: [a, b] } } }
    Author: { type: object, properties: { name: { type: string } } }
    Book: { type: object, properties: { author: { $ref: '#/components/schemas/Author' }, next: { $ref: '#/components/schemas/Book' } } }
    Shelf: { type: object, properties: { width: { type: number } } }
`

const part = (name: string, schema: string) => `get:
  operationId: get${name}
  summary: Read ${name}
  responses:
    '200': { description: Found, content: { application/json: { schema: { $ref: ./${schema}.yaml } } } }
    '404': { description: Missing }
`
const MANY: Record<string, string> = {
  'many.yaml': `openapi: 3.1.0
info: { title: Shelves, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://shelves.test }]
security: []
paths:
${Array.from({ length: 30 }, (_, index) => `  /a${index}: { $ref: ./a${index}.yaml }\n`).join('')}`,
  'Pet.yaml':
    'type: object\nproperties:\n  name: { type: string, enum: [a, b] }\n  size: { type: integer }\n',
  'Pot.yaml': 'type: object\nproperties:\n  pet: { $ref: ./Pet.yaml }\n',
}
for (let index = 0; index < 30; index++) MANY[`a${index}.yaml`] = part(`A${index}`, index < 3 ? 'Pet' : 'Pot')

const EDITS: readonly [what: string, pattern: RegExp, by: string][] = [
  ['a summary is missing', /\n +summary: Read \w+/, ''],
  ['an unknown property', /operationId: (\w+)/, 'operationId: $1, and more: 1'],
  ['an unknown keyword', /summary:/, 'sumary: text\n      summary:'],
  ['another status', /'200'/, "'300'"],
  ['no error', /\n +'404': .*/, ''],
  ['an invalid operation id', /operationId: /, 'operationId: "a b" #'],
  ['a parameter of another path', /\{id\}/, '{other}'],
  ['another type of a schema', /type: string, enum/, 'type: integer, enum'],
  ['a value twice', /enum: \[a, b\]/, 'enum: [a, a]'],
  [
    'a required property that is missing',
    /type: object, properties/,
    'type: object, required: [lost], properties',
  ],
  ['a comment above', /paths:/, '# more\npaths:'],
  ['another title', /title: Shelves/, 'titel: Shelves'],
  ['a description of a tag', /, description: Books/, ''],
  ['an operation id twice', /operationId: getAuthor$/m, 'operationId: getBook'],
  ['a component with another name', / {4}Author: /, '    Writer: '],
  ['a reference that is wrong', /schemas\/Author/, 'schemas/Writer'],
  ['a list that is still an object', /Author: \{/, 'Author: { required: [a], allOf: { type: object },'],
  ['a version that is unknown', /openapi: 3.1.0/, 'openapi: 4.0.0'],
]

const folderOf = (files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}
folderOf({ 'one.yaml': ONE, ...MANY })

const named = ({ rule, part: of, message }: LintFinding) => `${rule} ${of?.slice(folder.length)} ${message}`
const placed = (one: LintFinding) => `${named(one)} ${one.line}:${one.column}`

const CASES: readonly [entry: string, edited: string][] = [
  ['one.yaml', 'one.yaml'],
  ['many.yaml', 'a1.yaml'],
  ['many.yaml', 'a9.yaml'],
  ['many.yaml', 'Pet.yaml'],
]

describe.each(CASES)('%s, edited in %s', (entry, edited) => {
  const text = entry === 'one.yaml' ? ONE : (MANY[edited] ?? '')
  const edits = EDITS.filter(([, pattern]) => pattern.test(text))

  it.each(casesOf(edits, 3, 1))('%s', async (_, pattern, by) => {
    const linter = createLinter()
    const task = { file: join(folder, entry), alias: undefined, config: undefined }
    const before = await linter.all(task)
    for (const now of [text.replace(pattern, by), text]) {
      const earlier = now === text ? await linter.all(task) : before
      unsavedTexts.set(join(folder, edited), now)
      const touched = await linter.touched(task)
      const all = await linter.all(task)
      // References that lead nowhere have their own, earlier check.
      if (touched === undefined || [...earlier, ...all].some(({ rule }) => rule === 'no-unresolved-refs'))
        continue
      const { parts, rules, findings } = touched
      const isOf = (one: LintFinding) => rules.has(one.rule) && parts.has(one.part ?? '')
      const expected = all.filter((one) => rules.has(one.rule))
      expect(findings.map(placed).sort()).toEqual(expected.filter(isOf).map(placed).sort())
      const merged = [...earlier.filter((one) => rules.has(one.rule) && !isOf(one)), ...findings]
      expect(merged.map(named).sort()).toEqual(expected.map(named).sort())
    }
  })

  it('without a change there is nothing to check', async () => {
    const linter = createLinter()
    const task = { file: join(folder, entry), alias: undefined, config: undefined }
    expect(await linter.touched(task)).toBeUndefined()
    await linter.all(task)
    expect(await linter.touched(task)).toBeUndefined()
  })
})

it('has the whole of a file with anchors as the part of its findings', async () => {
  const [file, config] = [join(folder, 'anchored.yaml'), join(folder, 'redocly.yaml')]
  writeFileSync(file, ONE.replace('summary: Read Author', 'sumary: &name Read Author'))
  writeFileSync(config, 'extends: [spec]\n')
  const found = await createLinter().all({ file, alias: undefined, config })
  expect(found.map((one) => one.part)).toEqual([`${file}#`])
})

it('looks only at what a change reaches', async () => {
  const linter = createLinter()
  const task = { file: join(folder, 'one.yaml'), alias: undefined, config: undefined }
  await linter.all(task)
  unsavedTexts.set(task.file, ONE.replace('summary: Read Author', 'sumary: Read Author'))
  const touched = await linter.touched(task)
  expect([...(touched?.parts ?? [])]).toEqual([`${task.file}#/paths/~1authors`])
  expect(touched?.findings.map(({ rule }) => rule).sort()).toEqual(['struct'])
})
