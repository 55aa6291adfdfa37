/** The types are those of openapi-typescript, whose own lint of the document is left out. */
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, expect, test } from 'vitest'
import { createTypesMaker } from '../../../src/toolkit/generate/types.ts'
import { type ContractDocument, documentOf, loadDocument } from '../../../src/toolkit/openapi/index.ts'
import { generatedProject } from './generatedProject.ts'

const maker = createTypesMaker()
afterAll(() => maker.stop())

/** The library's output when it lints the document itself. */
const linted = async ({ root }: ContractDocument): Promise<string> =>
  astToString(await openapiTypes(JSON.stringify(root), { defaultNonNullable: false, silent: true }))

const ROOT = join(import.meta.dirname, '../../..')

test.each(['openapi/released/1.0.0.json'])('%s has the same types without a second lint', async (path) => {
  const document = loadDocument(join(ROOT, path))
  const types = await maker.typesOf(document, 'where possible')
  const want = (await linted(document))
    .replaceAll(/ & \(unknown(?: & unknown)*\)/g, '')
    .replaceAll(/("application\/(?:pdf|vnd[^"]*)": )string;/g, '$1Blob;')
  expect(types.slice(0, want.length)).toBe(want)
  expect(want).toContain('export interface operations')
})

test('what is no document has the types, or the error, that the library has', async () => {
  const document = loadDocument(join(ROOT, 'generated/openapi.oauth.json'))
  const root = { ...document.root, paths: { '/x': { get: { responses: 1 } } }, components: 3 }
  const broken = { ...document, root }
  const outcomeOf = (made: Promise<string>) => made.catch(({ message }: Error) => message)
  const want = await outcomeOf(linted(broken))
  expect(await outcomeOf(maker.typesOf(broken))).toContain(want)
})

test('bytes are a Blob, and strings of JSON stay strings', async () => {
  const string = (more: object) => ({ type: 'string', ...more })
  const schema = {
    type: 'object',
    properties: {
      file: string({ format: 'binary' }),
      image: { type: ['string', 'null'], contentMediaType: 'image/png' },
      encoded: string({ contentMediaType: 'image/png', contentEncoding: 'base64' }),
      table: string({ contentMediaType: 'text/csv' }),
      files: { type: 'array', items: string({ format: 'binary' }) },
    },
  }
  const content = {
    'multipart/form-data': { schema },
    'application/json': { schema: string({ format: 'binary' }) },
    'image/png': { schema: string({ format: 'binary' }) },
  }
  const post = { operationId: 'upload', requestBody: { content }, responses: { 204: { description: 'ok' } } }
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: { '/files': { post } },
  })
  const types = (await maker.typesOf(document)).replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ')
  expect(types).toContain(
    '"multipart/form-data": { file?: Blob; image?: Blob | null; encoded?: string; table?: string; files?: Blob[]; }; "application/json": string; "image/png": Blob;',
  )
})

test('enums that may grow have known values for completion and accept any other', async () => {
  const open = (values: unknown[], more: object = {}) => ({ 'x-extensible-enum': values, ...more })
  const schemas = {
    Known: { type: 'string', enum: ['new', 'used'] },
    Thing: {
      type: 'object',
      required: ['state', 'code', 'model', 'kind', 'label'],
      properties: {
        state: open(['a', 'b'], { type: 'string' }),
        maybe: open(['a'], { type: ['string', 'null'] }),
        untyped: open(['a']),
        code: open([1, 2], { type: 'integer' }),
        model: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Known' }] },
        kind: {
          anyOf: [
            { type: 'string', enum: ['x'] },
            { type: 'string', maxLength: 9 },
          ],
        },
        label: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        list: { type: 'array', items: open(['a'], { type: 'string' }) },
        closed: { type: 'string', enum: ['a'], 'x-extensible-enum': ['a', 'b'] },
      },
      example: { 'x-extensible-enum': ['a'] },
    },
  }
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Open', version: '1' },
    paths: {},
    components: { schemas },
  })
  const types = (await maker.typesOf(document)).replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ')
  expect(types).toContain(
    `{ state: "a" | "b" | (string & {}); maybe?: "a" | (string & {}) | null; untyped?: "a" | (string & {}); code: 1 | 2 | (number & {}); model: (string & {}) | components["schemas"]["Known"]; kind: "x" | (string & {}); label: string | number; list?: ("a" | (string & {}))[]; closed?: "a"; }`,
  )
})

test('properties that are required next to an allOf compile where a part is nullable or a union', async () => {
  const string = { type: 'string' }
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const schemas = {
    Plan: { type: 'object', properties: { start: string, end: string } },
    Maybe: { type: ['object', 'null'], properties: { start: string } },
    Either: {
      type: 'object',
      properties: { start: string },
      oneOf: [
        { type: 'object', properties: { a: string } },
        { type: 'object', properties: { b: string } },
      ],
    },
    FullPlan: { allOf: [ref('Plan')], required: ['start'] },
    FullMaybe: { allOf: [ref('Maybe'), { type: ['object', 'null'] }], required: ['start'] },
    FullEither: { allOf: [ref('Either')], required: ['start'] },
  }
  const use = `import type { FullEither, FullMaybe, FullPlan } from './generated/openapi.ts'
export const starts = (plan: FullPlan, maybe: FullMaybe, either: FullEither): (string | undefined)[] => {
  const ends: string | undefined = plan.end
  const [one, two]: [string, string] = [plan.start, either.start]
  const three: string | undefined = maybe?.start
  return [one, two, three, ends]
}
// @ts-expect-error A required property is missing.
export const wrong: FullPlan = { end: '' }
// @ts-expect-error As above, where the part is a union.
export const alsoWrong: FullEither = { a: '' }
export const none: FullMaybe = null
`
  const document = {
    openapi: '3.1.0',
    info: { title: 'Plans', version: '1' },
    paths: {},
    components: { schemas },
  }
  const project = await generatedProject({ openapi: document }, { 'use.ts': use })
  expect(project.compile()).toBe('')
}, 60_000)
