/** The reference's view of composed schemas, compared with the values that a validator accepts. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sampleOf } from '../../../src/toolkit/docs/examples.ts'
import { isObject, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { isDue, times } from '../../harness/thorough.ts'
import { type Components, documentWith, fieldsOf, missing, object, ref, text } from './shownFields.ts'

vi.setConfig({ testTimeout: 300_000 })

describe('the reference shows', () => {
  const shown = (components: Components, instance: Json) => {
    const ajv = new Ajv2020({ strict: false })
    const validate = ajv.compile({ ...ref('Root'), components: { schemas: components } })
    expect(validate(instance), JSON.stringify(validate.errors)).toBe(true)
    const { schemas, fields } = fieldsOf(components)
    return missing(instance, fields, schemas)
  }

  const cases: [what: string, components: Components, instance: Json][] = [
    [
      'the items of an array that a second part of allOf describes',
      {
        Root: {
          allOf: [
            object({ data: { type: 'array', items: { type: 'object' } } }),
            object({ data: { type: 'array', items: ref('Station') } }),
          ],
        },
        Station: object({ id: text, name: text }),
      },
      { data: [{ id: '1', name: 'Berlin' }] },
    ],
    [
      'properties next to a reference',
      { Root: { ...ref('Base'), properties: { extra: text } }, Base: object({ id: text }) },
      { id: '1', extra: 'x' },
    ],
    [
      'a property next to a reference, deep below',
      {
        Root: object({
          a: object({ b: object({ c: object({ d: { ...ref('Base'), properties: { extra: text } } }) }) }),
        }),
        Base: object({ id: text }),
      },
      { a: { b: { c: { d: { id: '1', extra: 'x' } } } } },
    ],
    [
      'every choice where several parts have one',
      {
        Root: {
          allOf: [
            { oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })] },
            { oneOf: [object({ c: text }, { required: ['c'] }), object({ d: text }, { required: ['d'] })] },
          ],
        },
      },
      { b: 'x', d: 'y' },
    ],
    [
      'values of any name that a second part describes',
      {
        Root: {
          allOf: [
            { type: 'object', additionalProperties: { type: 'object' } },
            { additionalProperties: object({ id: text }) },
          ],
        },
      },
      { any: { id: '1' } },
    ],
    [
      'what unevaluatedProperties allows',
      { Root: { ...object({ id: text }), unevaluatedProperties: object({ at: text }) } },
      { id: '1', other: { at: 'x' } },
    ],
    [
      'a required property without a schema',
      { Root: object({ id: text }, { required: ['id', 'key'] }) },
      { id: '1', key: 2 },
    ],
  ]
  test.each(cases)('%s', (_what, components, instance) => {
    expect(shown(components, instance)).toEqual([])
  })

  test('the tighter of two bounds, and the values that both lists have', () => {
    const { fields } = fieldsOf({
      Root: {
        allOf: [
          object({ n: { type: 'number', maximum: 10 }, e: { enum: ['a', 'b'] }, p: { pattern: '^a' } }),
          object({ n: { type: 'integer', maximum: 5 }, e: { enum: ['b', 'c'] }, p: { pattern: 'z$' } }),
        ],
      },
    })
    expect(fields.slice(0, 3).map(({ name, type, notes }) => [name, type, notes])).toEqual([
      ['n', 'integer', ['At most 5']],
      ['e', 'string', ['Always `b`']],
      ['p', 'string', ['Matches `^a`']],
    ])
    expect(JSON.stringify(fields[2]?.inside)).toContain('z$')
  })

  test('a reference that other parts only describe by the name of its schema', () => {
    const { fields } = fieldsOf({
      Root: object({
        data: { type: 'array', items: { allOf: [{ type: 'object', description: 'One.' }, ref('Station')] } },
      }),
      Station: object({ id: text }),
    })
    expect(fields[0]?.type).toBe('array of [Station](site:schemas/Station.html)')
  })

  test('a recursive composition to an end', () => {
    const { schemas, fields } = fieldsOf({
      Root: object({ a: text, next: { allOf: [ref('Root'), ref('Base')] } }),
      Base: object({ b: text }),
    })
    expect(missing({ a: '', next: { a: '', b: '', next: { a: '' } } }, fields, schemas)).toEqual([])
    expect(JSON.stringify(fields)).toContain('again')
  })

  test('an array of itself, and a form of itself, to an end', () => {
    const { fields } = fieldsOf({
      Root: object({ list: ref('List'), form: ref('Form') }),
      List: { type: 'array', items: ref('List') },
      Form: { anyOf: [text, { type: 'array', items: ref('Form') }] },
    })
    expect(fields.slice(0, 2).map(({ name, type }) => [name, type])).toEqual([
      ['list', 'array of array of array'],
      ['form', '[Form](site:schemas/Form.html)'],
    ])
  })

  test('a sample of both parts', () => {
    const schemas = {
      Root: {
        allOf: [
          object({ data: { type: 'array', items: { type: 'object' } } }),
          object({ data: { items: ref('Station') } }),
        ],
      },
      Station: object({ id: text }, { required: ['id', 'key'] }),
    }
    expect(sampleOf(documentWith(schemas), ref('Root'), 'response')).toEqual({
      data: [{ id: 'string', key: 'string' }],
    })
  })
})

describe('whatever is composed', () => {
  const names = ['a', 'b', 'c'] as const
  const some = fc.subarray([...names], { minLength: 1 })
  const reference = fc.constantFrom(ref('A'), ref('B'))
  const { schema, object: objects } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
    object: fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { minKeys: 1, maxKeys: 3 }),
        required: fc.option(fc.subarray([...names], { maxLength: 2 }), { nil: [] }),
        additionalProperties: fc.option(fc.oneof(tie('schema'), fc.constant(false)), { nil: true, freq: 1 }),
      })
      .map((one) => ({ type: 'object', ...one }) as JsonObject),
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<JsonObject>({}, {}, {}, {}, { type: 'object' }, { type: 'string' }),
      tie('object'),
      tie('object'),
      reference,
      tie('schema').map((items): JsonObject => ({ type: 'array', items })),
      fc.tuple(tie('schema'), tie('schema')).map((allOf): JsonObject => ({ allOf })),
      fc.tuple(tie('object'), reference).map(([one, two]): JsonObject => ({ ...two, ...one })),
      fc.tuple(tie('object'), tie('object')).map((anyOf): JsonObject => ({ anyOf })),
      fc
        .tuple(some, tie('object'), tie('object'))
        .map(([required, one, two]): JsonObject => ({ ...one, oneOf: [{ required }, two] })),
    ),
  }))
  const instance = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant<Json>('text'),
      fc.dictionary(fc.constantFrom(...names), tie('value'), {
        minKeys: 1,
        maxKeys: 3,
      }) as fc.Arbitrary<Json>,
      fc.dictionary(fc.constantFrom(...names), tie('value'), {
        minKeys: 1,
        maxKeys: 3,
      }) as fc.Arbitrary<Json>,
      fc.array(tie('value'), { minLength: 1, maxLength: 1 }) as fc.Arbitrary<Json>,
    ),
  })).value

  test.runIf(isDue(5))(
    'every property of a valid value that a schema describes is shown, and as required where it is',
    () => {
      let accepted = 0
      let paths = 0
      fc.assert(
        fc.property(
          fc.oneof(
            objects,
            fc.tuple(objects, schema).map(([one, two]): JsonObject => ({ allOf: [one, two] })),
            fc
              .tuple(objects, objects)
              .map(([one, two]): JsonObject => ({ ...one, oneOf: [two, { required: ['a'] }] })),
          ),
          objects,
          objects,
          fc.array(fc.dictionary(fc.constantFrom(...names), instance, { minKeys: 1 }) as fc.Arbitrary<Json>, {
            minLength: 20,
            maxLength: 20,
          }),
          (Root, A, B, values) => {
            const components = {
              Root,
              A: renamed(A, 'A', 'B'),
              B: renamed(B, '(A|B)', 'C'),
              C: { type: 'string' },
            }
            const described = new Set<string>()
            const ajv = new Ajv2020({ strict: false, allErrors: true })
            // Of an open schema, only those properties count that some schema has been applied to.
            ajv.addKeyword({
              keyword: 'x-described',
              schema: false,
              validate: (_value: unknown, at?: { instancePath: string }) =>
                described.add(at?.instancePath ?? '') !== undefined,
            })
            const schemasOf = watched(components) as JsonObject
            const validate = ajv.compile({ ...ref('Root'), components: { schemas: schemasOf } })
            const valid = values.filter((value) => validate(value))
            if (valid.length === 0) return
            accepted += valid.length
            const { schemas, fields } = fieldsOf(components)
            for (const value of valid) {
              described.clear()
              validate(value)
              expect(missing(value, fields, schemas).filter((path) => described.has(path))).toEqual([])
              paths += described.size
              if (!isObject(value)) continue
              for (const name of Object.keys(value)) {
                const { [name]: _, ...less } = value
                validate(less)
                const must = validate.errors?.some(
                  ({ keyword, instancePath, schemaPath, params }) =>
                    keyword === 'required' &&
                    instancePath === '' &&
                    params.missingProperty === name &&
                    !/oneOf|anyOf/.test(schemaPath),
                )
                if (must)
                  expect(
                    fields.some(
                      (field) =>
                        field.name === name && field.badges.some((badge) => badge.text === 'required'),
                    ),
                    name,
                  ).toBe(true)
              }
            }
          },
        ),
        { numRuns: times(2000, 100), seed: 26 },
      )
      expect(accepted).toBeGreaterThan(100)
      expect(paths).toBeGreaterThan(50)
    },
  )
})

/** With references to other components, so that none leads back to where it is: a value without end is of no schema. */
const renamed = (schema: JsonObject, from: string, to: string): JsonObject =>
  JSON.parse(JSON.stringify(schema).replaceAll(new RegExp(`schemas/${from}"`, 'g'), `schemas/${to}"`))

/** Every schema of a property with the keyword that records where it was applied. */
function watched(node: Json): Json {
  if (Array.isArray(node)) return node.map(watched)
  if (!isObject(node)) return node
  const mark = (schema: Json): Json => ({ ...(isObject(schema) && schema), 'x-described': true })
  return Object.fromEntries(
    Object.entries(node).map(([name, value]): [string, Json] => {
      const inner = watched(value)
      if (name === 'properties' && isObject(inner))
        return [name, Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, mark(one)]))]
      return [
        name,
        name === 'additionalProperties' && isObject(inner) && Object.keys(inner).length > 0
          ? mark(inner)
          : inner,
      ]
    }),
  )
}
