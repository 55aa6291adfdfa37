/** Values for readers: the author's where there are some, else plain ones, and valid. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { formats } from '../../../src/toolkit/openapi/formats.ts'
import { documentOf, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { validValue } from '../../../src/toolkit/schema/values/valid.ts'

const info = { title: 'T', version: '1' }
const readable = (schema: Json, response: boolean, schemas: JsonObject = {}): Json | undefined =>
  validValue(schema, {
    document: documentOf({ openapi: '3.1.0', info, paths: {}, components: { schemas } }, 'readable.json'),
    random: createRandom(1),
    extent: 'full',
    examples: true,
    response,
    readable: true,
  })

const text = { type: 'string' }
const cases: [what: string, schema: JsonObject, want: Json][] = [
  ['an example before a default and choices', { enum: ['a', 'b', 'c'], default: 'b', examples: ['c'] }, 'c'],
  ['a default before choices', { enum: ['a', 'b'], default: 'b' }, 'b'],
  ['the first choice that is not null', { enum: [null, 'a', 'b'] }, 'a'],
  ['a text', text, 'string'],
  ['a short text', { type: 'string', maxLength: 3 }, 'str'],
  ['a text of a format without a type', { format: 'date' }, '2026-01-15'],
  ['a number', { type: 'integer' }, 1],
  ['the least number', { type: 'number', minimum: 0.5 }, 0.5],
  ['a number above a bound', { type: 'integer', exclusiveMinimum: 0 }, 1],
  ['a number between two bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.001],
  ['a multiple', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  [
    'as many items as are required',
    { type: 'array', items: { type: 'integer' }, minItems: 2, uniqueItems: true },
    [1, 2],
  ],
  ['a tuple', { type: 'array', prefixItems: [text, { type: 'integer' }], items: false }, ['string', 1]],
  ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }, { key: true }],
  [
    'a required property that is declared nowhere',
    { type: 'object', required: ['a'], additionalProperties: text },
    { a: 'string' },
  ],
  [
    'one form of each list',
    {
      type: 'object',
      oneOf: [{ properties: { a: text }, required: ['a'] }],
      anyOf: [{ properties: { b: text }, required: ['b'] }, { required: ['c'] }],
    },
    { a: 'string', b: 'string' },
  ],
  ['what a form demands of a text', { type: 'string', oneOf: [{ enum: ['x'] }, { pattern: '^y' }] }, 'x'],
]

describe('readers are shown', () => {
  test.each(cases)('%s', (_what, schema, want) => {
    expect(readable(schema, true)).toEqual(want)
    const validate = new Ajv2020({ strict: false, formats: formats as never }).compile(schema)
    expect(validate(want), JSON.stringify(validate.errors)).toBe(true)
  })

  test('a text of the pattern, the same each time', () => {
    const schema = { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }
    expect(readable(schema, true)).toMatch(/^[A-Z]{2}-\d{4}$/)
    expect(readable(schema, true)).toBe(readable(schema, true))
  })

  test('the tag of a form', () => {
    const forms = { oneOf: [{ $ref: '#/components/schemas/Cat' }], discriminator: { propertyName: 'kind' } }
    const schemas = { Cat: { type: 'object', properties: { kind: text } } }
    expect(readable(forms, true, schemas)).toEqual({ kind: 'Cat' })
  })

  test('no property that is deprecated or of the other direction, and no repetition', () => {
    const node: JsonObject = {
      type: 'object',
      properties: {
        name: text,
        old: { type: 'string', deprecated: true },
        id: { type: 'string', readOnly: true },
        password: { type: 'string', writeOnly: true },
        parent: { $ref: '#/components/schemas/Node' },
      },
    }
    const schemas = { Node: node }
    expect(readable(node, true, schemas)).toEqual({
      name: 'string',
      id: 'string',
      parent: { name: 'string', id: 'string' },
    })
    expect(readable(node, false, schemas)).toMatchObject({ name: 'string', password: 'string' })
  })

  test('the required properties only, where a request may have many', () => {
    const properties = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, text]))
    const schema = { type: 'object', properties, required: ['c'] }
    expect(readable(schema, false)).toEqual({ c: 'string' })
    expect(Object.keys(readable(schema, true) as JsonObject)).toHaveLength(7)
  })
})
