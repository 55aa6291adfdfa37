import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileUserSchema, TooCostly, UnacceptableSchema } from '../../../src/service/schemas/userSchema.ts'
import { times } from '../../harness/thorough.ts'

describe('a schema judges values', () => {
  test.each([
    ['a missing member', { given: [{ required: ['name'] }, {}], want: [['name', 'must be there']] }],
    [
      'a wrong type',
      { given: [{ properties: { a: { type: 'string' } } }, { a: 1 }], want: [['a', 'must be string']] },
    ],
    [
      'a surplus member',
      {
        given: [{ properties: {}, additionalProperties: false }, { b: 1 }],
        want: [['b', 'must not be there']],
      },
    ],
    [
      'a reference and recursion',
      {
        given: [
          {
            $defs: { n: { type: 'object', properties: { next: { $ref: '#/$defs/n' } } } },
            $ref: '#/$defs/n',
          },
          { next: { next: 5 } },
        ],
        want: [['next.next', 'must be object']],
      },
    ],
    [
      'a member of an enum, whatever the order of its keys',
      { given: [{ enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 }], want: [] },
    ],
    [
      'equal items',
      {
        given: [
          { uniqueItems: true },
          [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        ],
        want: [['', 'must not contain the same item twice']],
      },
    ],
    [
      'two patterns',
      { given: [{ patternProperties: { '^a': { pattern: '^x+$' } } }, { a1: 'xx', b: 'y' }], want: [] },
    ],
    [
      'a name that every object has',
      { given: [{ required: ['toString'] }, {}], want: [['toString', 'must be there']] },
    ],
  ] as const)('%s', (_, { given: [schema, value], want }) => {
    const issues = compileUserSchema(schema).check(value)
    expect(issues.map(({ path, issue }) => [path, issue])).toEqual(want)
  })

  test('as Ajv itself does', () => {
    const leaf = fc.constantFrom<unknown>(
      { type: 'string' },
      { type: 'integer', minimum: 3 },
      { pattern: '^[a-c]*$' },
      { enum: ['a', 1, null, [1], { a: 1 }] },
      { const: { b: 'a' } },
      { required: ['a'] },
      { minLength: 2 },
      { uniqueItems: true },
      true,
      false,
    )
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('schema') }),
        fc.record({
          properties: fc.record({ a: tie('schema'), b: tie('schema') }),
          unevaluatedProperties: tie('schema'),
        }),
        fc.record({ items: tie('schema'), contains: tie('schema') }),
        fc.record({
          if: tie('schema'),
          else: tie('schema'),
          type: fc.constantFrom('object', 'array', 'string'),
        }),
      ),
    }))
    const value = fc.oneof(
      fc.constantFrom('a', 'abd', 1, 5, null, [1], [1, 1], { a: 1 }, { b: 'a' }, { a: 'a', b: ['a'] }, [
        { a: 1 },
        { a: 1 },
      ]),
      fc.jsonValue({ maxDepth: 2 }),
    )
    const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, validateSchema: false })
    fc.assert(
      fc.property(schema, value, (given, assessed) => {
        const conforms = compileUserSchema(given).check(assessed).length === 0
        expect(conforms).toBe(ajv.compile(given as object | boolean)(assessed))
      }),
      { seed: 7, numRuns: times(300, 75) },
    )
  })
})

describe('a schema is refused', () => {
  const deep = (levels: number): unknown => (levels === 0 ? {} : { not: deep(levels - 1) })
  test.each([
    [
      'a reference to the network',
      { $ref: 'https://example.com/s.json' },
      '$ref',
      'expected a reference within this schema',
    ],
    [
      'a file',
      { properties: { a: { $ref: 'file:///etc/passwd' } } },
      'properties.a.$ref',
      'within this schema',
    ],
    ['a reference to nothing', { $ref: '#/$defs/none' }, '$ref', 'where there is no schema'],
    [
      'a reference to what is no schema',
      { enum: [{}], $ref: '#/enum/0' },
      '$ref',
      'where there is no schema',
    ],
    ['a schema that is itself', { $ref: '#' }, '', 'leads back to itself'],
    [
      'a circle',
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      '$defs.a',
      'itself',
    ],
    [
      'another base',
      { properties: { a: { $id: 'https://example.com/' } } },
      'properties.a.$id',
      'is not allowed',
    ],
    ['an anchor that moves', { $dynamicRef: '#a' }, '$dynamicRef', 'is not allowed'],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      '$schema',
      'expected https://json-schema',
    ],
    ['a misspelt keyword', { requierd: ['a'] }, 'requierd', 'is not allowed'],
    ['look-behind', { pattern: '(?<=a)b' }, 'pattern', 'without look-around'],
    [
      'a back-reference',
      { patternProperties: { '(a)\\1': {} } },
      'patternProperties.(a)\\1',
      'without look-around',
    ],
    [
      'a pattern that explodes',
      { pattern: '((a{100}){100}){100}' },
      'pattern',
      'comes to 1010100 characters',
    ],
    ['a long pattern', { pattern: 'a'.repeat(1001) }, 'pattern', 'expected at most 1000'],
    ['code in place of a number', { maxLength: '1);process.exit(' }, 'maxLength', 'must be integer'],
    ['too deep', deep(40), 'not'.concat('.not'.repeat(31)), 'expected at most 32'],
    ['too many schemas', { anyOf: Array.from({ length: 200 }, () => true) }, '', 'more than 200 schemas'],
    [
      'a pattern of long repetitions',
      { pattern: 'a{1000}'.repeat(11) },
      'pattern',
      'comes to 11000 characters',
    ],
    [
      'too many long patterns',
      {
        properties: Object.fromEntries([0, 1, 2, 3].map((n) => [`p${n}`, { pattern: `${n}(aa|bb){1000}` }])),
      },
      'properties.p3.pattern',
      'one pattern too many',
    ],
    ['too large', { title: 'x'.repeat(70_000) }, '', 'expected at most 65536'],
    ['a number', 5, '', 'expected an object or a boolean'],
    ['an array of schemas that is none', { allOf: {} }, 'allOf', 'expected an array'],
  ])('%s', (_, schema, path, issue) => {
    const rejection = rejectionOf(schema)
    expect(rejection.path).toBe(path)
    expect(rejection.message).toContain(issue)
  })

  function rejectionOf(schema: unknown): UnacceptableSchema {
    try {
      compileUserSchema(schema)
    } catch (error) {
      if (error instanceof UnacceptableSchema) return error
      throw error
    }
    throw new Error('The schema was taken.')
  }
})

describe('the work is bounded', () => {
  /** Each definition refers to the next one twice: 2 to the power of 30 ways. */
  const doubling = {
    $defs: Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `d${i}`,
        i === 29
          ? { type: 'string' }
          : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    ),
    $ref: '#/$defs/d0',
  }
  const branching = { properties: { a: { oneOf: [{ $ref: '#' }, { $ref: '#' }] } } }
  const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) })

  test.each([
    ['a schema that doubles at each step', doubling, 1],
    ['recursion that doubles at each level of the value', branching, nested(60)],
    [
      'many patterns on a long text',
      { allOf: Array.from({ length: 400 }, (_, i) => ({ pattern: `(a|b){${i}}x?` })) },
      'ab'.repeat(50_000),
    ],
    [
      'a long list compared often',
      { allOf: Array.from({ length: 300 }, () => ({ uniqueItems: true })) },
      Array.from({ length: 50_000 }, (_, i) => i),
    ],
  ])('%s', (_, schema, value) => {
    // As stored before the bounds that make such schemas smaller.
    const { check } = compileUserSchema(schema, true)
    expect(() => check(value)).toThrow(TooCostly)
    // The next validation begins anew.
    expect(compileUserSchema({ type: 'string' }).check('a')).toEqual([])
  })

  test('a hostile pattern takes linear time', () => {
    expect(compileUserSchema({ pattern: '^(a+)+$' }).check(`${'a'.repeat(30_000)}b`)).toHaveLength(1)
  })
})
