/** Schemas as one object: references, `allOf` and forms. */
import { expect, test } from 'vitest'
import { documentOf, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { viewOf } from '../../../src/toolkit/schema/view.ts'

const viewOfRoot = (schemas: Record<string, Json>): JsonObject => {
  const info = { title: 'T', version: '1' }
  const document = documentOf({ openapi: '3.1.0', info, paths: {}, components: { schemas } }, 'view.json')
  return viewOf(document, schemas.Root)
}
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const cases: [what: string, schemas: Record<string, Json>, want: JsonObject][] = [
  [
    'keywords next to a reference apply as well as those of its target',
    {
      Root: { ...ref('Base'), maxLength: 5, type: ['string', 'null'], description: 'Mine.' },
      Base: { type: 'string', maxLength: 3, minLength: 1, description: 'Theirs.' },
    },
    { type: 'string', maxLength: 3, minLength: 1, description: 'Mine.' },
  ],
  [
    'multiples of two integers are those of their least common multiple',
    { Root: { allOf: [{ type: 'integer', multipleOf: 4 }, { multipleOf: 6 }] } },
    { type: 'integer', multipleOf: 12 },
  ],
  [
    'multiples of two fractions stay two rules',
    { Root: { allOf: [{ multipleOf: 0.4 }, { multipleOf: 6 }] } },
    { multipleOf: 0.4, allOf: [{ multipleOf: 6 }] },
  ],
  [
    'properties next to a reference add to those of its target',
    {
      Root: { ...ref('Base'), properties: { b: { type: 'string' } } },
      Base: { properties: { a: { type: 'string' } } },
    },
    { properties: { b: { type: 'string' }, a: { type: 'string' } } },
  ],
  [
    'an allOf next to a reference does not hide that of its target',
    {
      Root: { ...ref('Base'), allOf: [{ required: ['b'] }] },
      Base: { allOf: [{ required: ['a'] }] },
    },
    { required: ['a', 'b'] },
  ],
  [
    'two lists of forms are one list of pairs, without those of no type',
    {
      Root: {
        allOf: [
          { oneOf: [{ type: 'string' }, { type: 'integer' }] },
          { oneOf: [{ type: 'number' }, { minLength: 1 }] },
        ],
      },
    },
    {
      oneOf: [
        { allOf: [{ type: 'string' }, { minLength: 1 }] },
        { allOf: [{ type: 'integer' }, { type: 'number' }] },
        { allOf: [{ type: 'integer' }, { minLength: 1 }] },
      ],
    },
  ],
  [
    'a part that leads back adds nothing',
    { Root: { allOf: [ref('Root'), { type: 'object' }, ref('Other')] }, Other: { allOf: [ref('Root')] } },
    { type: 'object' },
  ],
  [
    'a reference to true demands nothing',
    { Root: { allOf: [ref('Any'), { minimum: 1 }] }, Any: true },
    { minimum: 1 },
  ],
]

test.each(cases)('%s', (_what, schemas, want) => {
  expect(viewOfRoot(schemas)).toEqual(want)
})

test('forms that contain the schema again end', () => {
  const either = (...names: string[]) => ({ oneOf: names.map(ref) })
  const view = viewOfRoot({
    Root: { allOf: [either('Root', 'A', 'B'), either('A', 'B', 'Root'), either('B', 'Root', 'A')] },
    A: { allOf: [ref('Root'), { title: 'A' }] },
    B: { allOf: [ref('A'), either('Root', 'A')] },
  })
  expect(view.oneOf).toHaveLength(27)
})

test('a reference that leads nowhere is an error', () => {
  expect(() => viewOfRoot({ Root: ref('Missing') })).toThrow('/components/schemas/Missing is missing')
})
