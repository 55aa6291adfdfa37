/** The generated Zod schemas accept what the validators of this package accept, and have the generated types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { typedDocument } from '../../../src/toolkit/generate/types.ts'
import { type ContractDocument, type Json, objectAt } from '../../../src/toolkit/openapi/document.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { formats } from '../../../src/toolkit/openapi/formats.ts'
import { validatorOf } from '../../../src/toolkit/schema/validators.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { validValue } from '../../../src/toolkit/schema/values/valid.ts'
import { variantsOf } from '../../../src/toolkit/schema/values/variants.ts'
import { violationsOf } from '../../../src/toolkit/schema/values/violations.ts'
import { casesOf, isDue } from '../../harness/thorough.ts'
import { generatedProject } from './generatedProject.ts'

interface Parsed {
  success: boolean
  error?: { issues: { path: unknown[]; message: string }[] }
}
type Schemas = Record<string, { safeParse(value: unknown): Parsed }>

const string = { type: 'string' }
const shelf = (schemas: object, paths: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shelf', version: '1.0.0' },
  paths,
  components: { schemas },
})

const CASES: Record<string, object> = {
  Text: { type: 'string', minLength: 2, maxLength: 4 },
  Pattern: { type: 'string', pattern: '^[a-z]+-\\d{2}$' },
  Integer: { type: 'integer', minimum: 1, exclusiveMaximum: 10 },
  Int32: { type: 'integer', format: 'int32' },
  Step: { type: 'number', multipleOf: 0.5, maximum: 8 },
  Choice: { enum: ['a', 'b', 'c'] },
  Mixed: { enum: ['a', 1, true, null] },
  Objects: { enum: [{ a: 1, b: [2] }, 'x'] },
  Constant: { const: 7 },
  Nullable: { type: ['string', 'null'], minLength: 1 },
  NumberOrText: { type: ['integer', 'string'], minimum: 3, minLength: 3 },
  Growing: { type: 'string', 'x-extensible-enum': ['open', 'closed'] },
  GrowingBranch: { anyOf: [{ type: 'string' }, { enum: ['open', 'closed'] }] },
  List: {
    type: 'array',
    items: { $ref: '#/components/schemas/Text' },
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
  },
  Pair: { type: 'array', prefixItems: [string, { type: 'integer' }], minItems: 2, maxItems: 2 },
  Contains: { type: 'array', items: { type: 'integer' }, contains: { minimum: 5 }, maxContains: 2 },
  Closed: {
    type: 'object',
    required: ['a'],
    properties: { a: string, b: { type: 'integer' } },
    additionalProperties: false,
  },
  Open: { type: 'object', required: ['a', 'undeclared'], properties: { a: string } },
  Loose: { type: 'object', properties: { a: string }, additionalProperties: true },
  Map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 2 },
  MapWithNames: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: string },
  Patterns: {
    type: 'object',
    properties: { id: string },
    patternProperties: { '^x-': { type: 'integer' } },
    additionalProperties: false,
  },
  Dependent: {
    type: 'object',
    properties: { card: string, code: string },
    dependentRequired: { card: ['code'] },
  },
  Conditional: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['a', 'b'] }, size: { type: 'integer' } },
    if: { properties: { kind: { const: 'a' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['size'] },
    else: { not: { required: ['size'] } },
  },
  OneIsRequired: {
    type: 'object',
    properties: { mail: string, phone: string },
    oneOf: [{ required: ['mail'] }, { required: ['phone'] }],
  },
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: 'dog' }, tricks: { type: 'array', items: string } },
  },
  Pet: {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    },
  },
  Exclusive: {
    oneOf: [
      { type: 'integer', minimum: 5 },
      { type: 'number', maximum: 8 },
    ],
  },
  Either: { anyOf: [{ type: 'integer', minimum: 5 }, { type: 'boolean' }] },
  Base: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', readOnly: true }, secret: { type: 'string', writeOnly: true } },
  },
  Derived: {
    allOf: [
      { $ref: '#/components/schemas/Base' },
      { type: 'object', required: ['name'], properties: { name: string } },
    ],
  },
  Tree: {
    type: 'object',
    required: ['value'],
    properties: {
      value: { type: 'integer' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  },
  Left: { type: 'object', properties: { right: { $ref: '#/components/schemas/Right' } } },
  Right: {
    type: 'object',
    properties: { left: { $ref: '#/components/schemas/Left' }, size: { type: 'integer' } },
  },
  'with.dots-1': { type: 'object', properties: { 'a-b': string, class: { type: 'boolean' } } },
  Anything: {},
  Nothing: false as unknown as object,
}

const paths = {
  '/things': {
    post: {
      operationId: 'delete',
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Derived' } } } },
      responses: {
        '201': {
          description: 'Done',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Derived' } } },
        },
      },
    },
  },
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
  },
  include: ['*.ts', 'generated'],
})

const generate = (documents: Record<string, object>, files: Record<string, string> = {}) =>
  generatedProject(documents, { 'tsconfig.json': TSCONFIG, ...files }, { schemas: 'zod' })
const load = async (root: string, name: string): Promise<Schemas> =>
  (await import(pathToFileURL(join(root, `generated/${name}.schemas.ts`)).href)) as Schemas

/** Valid values of a schema, and values that break one of its rules. */
function valuesOf(document: ContractDocument, schema: Json, seeds: number): Json[] {
  const values: Json[] = [null, true, 0, 1.5, '', 'text', [], {}]
  for (let seed = 1; seed <= seeds; seed++)
    for (const extent of ['minimal', 'full'] as const) {
      const value = validValue(schema, { document, random: createRandom(seed), extent })
      if (value === undefined) continue
      values.push(value, ...[...violationsOf(document, schema, value)].map((one) => one.value))
    }
  values.push(...variantsOf(document, schema, createRandom(7), 'value').map(({ value }) => value))
  return values
}

/** Values about which the two differ, and how many each of them accepts and rejects. */
function compared(
  document: ContractDocument,
  schemas: Schemas,
  names: Record<string, string>,
  seeds: number,
) {
  const validate = validatorOf(document)
  const differences: string[] = []
  const counts = { accepted: 0, rejected: 0 }
  for (const [component, name] of Object.entries(names)) {
    const schema = objectAt(objectAt(document.root, 'components'), 'schemas')[component] as Json
    for (const value of valuesOf(document, schema, seeds)) {
      const expected = validate(`/components/schemas/${component}`, value).length === 0
      const parsed = schemas[name]?.safeParse(value)
      counts[expected ? 'accepted' : 'rejected']++
      if (parsed?.success !== expected)
        differences.push(
          `${component}: ${expected ? 'valid' : 'invalid'}: ${JSON.stringify(value)?.slice(0, 300)} ${JSON.stringify(parsed?.error?.issues ?? '')}`,
        )
    }
  }
  return { differences, counts }
}

describe('Zod schemas', () => {
  it('accept the same values as the validators, keyword by keyword', async () => {
    const project = await generate({ shelf: shelf(CASES, paths) })
    const document = typedDocument(documentOf(shelf(CASES, paths)))
    const schemas = await load(project.root, 'shelf')
    const names = Object.fromEntries(Object.keys(CASES).map((name) => [name, name.replaceAll(/\W/g, '_')]))
    const { differences, counts } = compared(document, schemas, names, 6)
    expect(differences).toEqual([])
    expect(counts.accepted).toBeGreaterThan(100)
    expect(counts.rejected).toBeGreaterThan(100)
  })

  it('have names that the module and the language allow', async () => {
    const names = ['package', 'Object', 'RegExp', 'isObject', 'a.b', 'a-b', '3d', 'Uses']
    const uses = { type: 'object', required: ['x'], propertyNames: { pattern: '^x' } }
    const project = await generate({
      names: shelf(Object.fromEntries(names.map((name) => [name, name === 'Uses' ? uses : string]))),
    })
    const schemas = await load(project.root, 'names')
    expect(Object.keys(schemas).sort()).toEqual(
      ['Object2', 'RegExp2', 'Uses', '_3d', '_package', 'a_b', 'a_b2', 'isObject2'].sort(),
    )
    expect(schemas.Uses?.safeParse({ x: 1 }).success).toBe(true)
    expect(schemas.Uses?.safeParse({ x: 1, y: 1 }).success).toBe(false)
  })

  it('check formats as the validators', async () => {
    const checked = [
      'date',
      'date-time',
      'email',
      'uri',
      'uri-reference',
      'uuid',
      'ipv4',
      'ipv6',
      'hostname',
      'duration',
      'time',
      'byte',
      'regex',
    ]
    const document = shelf(
      Object.fromEntries(checked.map((format) => [format.replace('-', '_'), { type: 'string', format }])),
    )
    const project = await generate({ formats: document })
    const schemas = await load(project.root, 'formats')
    const texts = [
      '2024-02-29',
      '2023-02-29',
      '2024-13-01',
      '2024-02-29T10:00:00Z',
      '2024-02-29T25:00:00Z',
      '2016-12-31T23:59:60Z',
      '2016-12-31T22:59:60Z',
      '2024-02-29T10:00:00.123+02:00',
      'a@b.example',
      'a@b',
      '"a"@b.example',
      'https://a.example/x?y#z',
      'https://[::1]/',
      'https://[x]/',
      '/x',
      'x y',
      'a:b',
      '123e4567-e89b-12d3-a456-426614174000',
      '127.0.0.1',
      '256.0.0.1',
      '::1',
      '1::2::3',
      'host.example',
      '-x',
      'P1D',
      '10:00:00Z',
      '10:00:00+01:30',
      '10:00:00',
      '10:00:00+0130',
      '23:59:60Z',
      '12:59:60Z',
      'YWJj',
      'YWJj=',
      'YWI=',
      'YWJj\n',
      '(a|b',
      '[a-z]+\\d',
      '\\Z',
      'a\\Z',
      'PT',
      '',
    ]
    const file = 'YWJj'.repeat(2_000_000)
    expect(schemas.byte?.safeParse(file).success).toBe(true)
    expect(schemas.byte?.safeParse(`${file}?`).success).toBe(false)
    for (const format of checked)
      for (const text of texts) {
        const known = formats[format as keyof typeof formats]
        const expected =
          known instanceof RegExp ? known.test(text) : (known as (text: string) => boolean)(text)
        expect(schemas[format.replace('-', '_')]?.safeParse(text).success, `${format}: ${text}`).toBe(
          expected,
        )
      }
  })

  it.each(casesOf(['oauth', 'v1'], 2))(
    'accept the same values as the validators for our own document %s',
    async (name) => {
      const tree = JSON.parse(readFileSync(`generated/openapi.${name}.json`, 'utf8')) as object
      const project = await generate({ own: tree })
      const document = typedDocument(documentOf(tree))
      const schemas = await load(project.root, 'own')
      const components = Object.keys(objectAt(objectAt(document.root, 'components'), 'schemas'))
      const { differences, counts } = compared(
        document,
        schemas,
        Object.fromEntries(components.map((one) => [one, one])),
        2,
      )
      expect(differences).toEqual([])
      expect(counts.accepted).toBeGreaterThan(components.length)
    },
  )
})

describe('types of Zod schemas', () => {
  /** Both types accept the values of the other. */
  const agreement = (name: string, components: readonly string[]) => `
import type * as z from 'zod'
import type { components } from './generated/${name}.ts'
import type * as schemas from './generated/${name}.schemas.ts'

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
${components.map((component) => `export const agree_${component.replaceAll(/\W/g, '_')}: Same<z.infer<typeof schemas.${component.replaceAll(/\W/g, '_')}>, components['schemas'][${JSON.stringify(component)}]> = true`).join('\n')}
`

  it('are those of the generated types, both ways', async () => {
    // Types cannot express patterns of names, and differ for each object of an enum.
    const { Objects: _, Patterns: __, ...others } = CASES
    const names = [...Object.keys(others), 'DerivedWritable', 'BaseWritable']
    const project = await generate({ shelf: shelf(CASES, paths) }, { 'agree.ts': agreement('shelf', names) })
    expect(project.compile()).toBe('')
  })

  it.runIf(isDue(2))('are those of the generated types for our own document', async () => {
    const tree = JSON.parse(readFileSync('generated/openapi.v1.json', 'utf8')) as {
      components: { schemas: object }
    }
    const names = Object.keys(tree.components.schemas)
    const project = await generate({ own: tree }, { 'agree.ts': agreement('own', names) })
    expect(project.compile()).toBe('')
  })

  it('are different by direction', async () => {
    const project = await generate({ shelf: shelf(CASES, paths) })
    const schemas = await load(project.root, 'shelf')
    expect(schemas._deleteBody ?? schemas.deleteBody).toBeDefined()
    const body = (schemas.deleteBody ?? {}) as Schemas[string]
    expect(body.safeParse({ name: 'n', secret: 's' }).success).toBe(true)
    expect((schemas.deleteResponse as Schemas[string]).safeParse({ name: 'n' }).success).toBe(false)
    expect((schemas.deleteResponse as Schemas[string]).safeParse({ name: 'n', id: '1' }).success).toBe(true)
  })
})
