/** A reference that leads nowhere is reported at the value of `$ref`, by the check of one file and by all rules. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLinter, type LintFinding, ownFindings } from '../../../src/toolkit/lint/index.ts'
import { readSourceFile } from '../../../src/toolkit/openapi/sourceFile.ts'

const root = mkdtempSync(join(tmpdir(), 'ranges-'))
afterAll(() => rmSync(root, { recursive: true }))

const HEAD = 'openapi: 3.1.0\ninfo: {title: Things, version: 1.0.0}\npaths:\n'
const operation = (schema: string) => `get:
  responses:
    '200':
      description: Found
      content:
        application/json:
          schema: ${schema}
`
const one = (schema: string) => ({
  'openapi.yaml': `${HEAD}  /things:\n${operation(schema).replaceAll(/^/gm, '    ').trimEnd()}\n`,
})
const schemas = (text: string) => `${HEAD}  {}\ncomponents:\n  schemas:\n${text}`
const json = (schema: unknown, indent?: number) =>
  JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1.0.0' },
      paths: {},
      components: { schemas: { Ä: { title: '"', $ref: '#/components/schemas/B' }, B: schema } },
    },
    undefined,
    indent,
  )

interface Case {
  files: Record<string, string>
  /** The file of the finding; default: the entry file. */
  file?: string
  /** The text at its range. */
  text: string
  /** Whether it needs more than its own file. */
  needsDocument?: true
}

const CASES: Record<string, Case> = {
  'within braces': { files: one("{$ref: '#/components/schemas/X'}"), text: "'#/components/schemas/X'" },
  'in a block': {
    files: one('\n            $ref: "#/components/schemas/X"'),
    text: '"#/components/schemas/X"',
  },
  'without quotes, before a comment': { files: one('{$ref: ./x.yaml } # more'), text: './x.yaml' },
  'with a quoted key': { files: one(`{ "$ref" : './x.yaml' , "title": x}`), text: "'./x.yaml'" },
  'on the line after its key': { files: one('{$ref:\n               ./x.yaml}'), text: './x.yaml' },
  'below an alias': {
    files: { 'openapi.yaml': schemas('    A: &a {properties: {b: {$ref: ./x.yaml}}}\n    B: *a\n') },
    text: './x.yaml',
  },
  'behind a merge key': {
    files: {
      'openapi.yaml': `x-base: &base {schema: {$ref: './x.yaml'}}\n${HEAD}  /things: {get: {responses: {'200': {description: Found, content: {application/json: {<<: *base}}}}}}\n`,
    },
    text: "'./x.yaml'",
  },
  'behind a list of merge keys': {
    files: {
      'openapi.yaml': schemas(
        "    A: &a {properties: {b: {$ref: './x.yaml'}}}\n    B: &b {type: object}\n    C: {<<: [*b, *a]}\n",
      ),
    },
    text: "'./x.yaml'",
  },
  'after letters of two units': { files: one("{title: '😀', $ref: ./😀.yaml}"), text: './😀.yaml' },
  'with Windows line breaks': {
    files: { 'openapi.yaml': one('{$ref: ./x.yaml}')['openapi.yaml'].replaceAll('\n', '\r\n') },
    text: './x.yaml',
  },
  'in JSON': {
    files: { 'openapi.json': json({ $ref: '#/components/schemas/X' }, 2) },
    text: '"#/components/schemas/X"',
  },
  'in JSON on one line': {
    files: { 'openapi.json': json({ items: { $ref: './x.json' } }) },
    text: '"./x.json"',
  },
  'of a path item': {
    files: { 'openapi.yaml': `${HEAD}  /things: {$ref: ./things.yml}\n` },
    text: './things.yml',
  },
  'in another file': {
    files: {
      'openapi.yaml': `${HEAD}  /things: {$ref: paths/things.yaml}\n`,
      'paths/things.yaml': operation('{$ref: ../X.yaml}'),
    },
    file: 'paths/things.yaml',
    text: '../X.yaml',
  },
  'in another file of JSON': {
    files: {
      'openapi.json': json({ $ref: './B.json#/defs/B' }),
      'B.json': JSON.stringify({ defs: { B: { properties: { c: { $ref: '#/defs/C' } } } } }, undefined, 2),
    },
    file: 'B.json',
    text: '"#/defs/C"',
  },
  'to a missing part of another file': {
    files: {
      'openapi.yaml': schemas('    A: {$ref: "./A.yaml#/defs/X"}\n'),
      'A.yaml': 'defs: {A: {type: string}}\n',
    },
    text: '"./A.yaml#/defs/X"',
  },
  'in a document of Swagger 2': {
    files: {
      'openapi.yaml':
        "swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {}\ndefinitions:\n  A: {properties: {b: {$ref: '#/definitions/X'}}}\n",
    },
    text: "'#/definitions/X'",
  },
  'of a discriminator': {
    files: {
      'openapi.yaml': schemas(
        "    A: {type: object, discriminator: {propertyName: k, mapping: {a: '#/components/schemas/X'}}}\n",
      ),
    },
    text: "'#/components/schemas/X'",
    needsDocument: true,
  },
  'that leads back to itself': {
    files: { 'openapi.yaml': schemas("    A: {$ref: '#/components/schemas/A'}\n") },
    text: "'#/components/schemas/A'",
    needsDocument: true,
  },
}

it.each(Object.entries(CASES))('a reference %s', async (name, { files, file, text, needsDocument }) => {
  const folder = join(root, name.replaceAll(' ', '-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const [entry = ''] = Object.keys(files)
  const page = join(folder, entry)
  const place = join(folder, file ?? entry)
  const textAt = ({ file: at, line, column, end }: LintFinding) => {
    const lines = (files[at.slice(folder.length + 1)] ?? '').split('\n')
    expect(end?.line).toBe(line)
    return [at, lines[line - 1]?.slice(column - 1, (end?.column ?? 0) - 1)]
  }
  const isReference = ({ rule }: LintFinding) => rule === 'no-unresolved-refs'
  const all = await createLinter().all({ file: page, alias: undefined, config: undefined })
  expect(all.filter(isReference).map(textAt)).toEqual([[place, text]])
  if (needsDocument) return
  const own = ownFindings(place, { page, files: () => [], read: readSourceFile })
  expect(own.filter(isReference).map(textAt)).toEqual([[place, text]])
})
