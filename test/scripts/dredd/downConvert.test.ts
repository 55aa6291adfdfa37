import { describe, expect, test } from 'vitest'
import { downConvert } from '../../../scripts/dredd/downConvert.ts'
import { inlineSchema } from '../../../scripts/dredd/inline.ts'
import { documentOf, type Json, valueAt } from '../../../src/toolkit/openapi/index.ts'

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const documentWith = (schema: Json) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1', summary: 'S' },
  paths: {
    '/things': {
      get: {
        parameters: [{ name: 'like', in: 'query', schema: reference('Thing') }],
        responses: {
          200: {
            description: 'The things.',
            content: { 'application/json': { schema: reference('Answer'), example: 1 } },
          },
        },
      },
    },
  },
  components: { schemas: { Thing: schema, Other: { type: 'string', minLength: 2 }, PlainResponse: {} } },
})

describe('from 3.1 to 3.0', () => {
  const cases: [string, { given: Json; want: Json }][] = [
    [
      'an exclusive bound becomes a flag',
      {
        given: { type: 'number', exclusiveMinimum: 3 },
        want: { type: 'number', minimum: 3, exclusiveMinimum: true },
      },
    ],
    [
      'a list of types becomes a choice',
      { given: { type: ['string', 'integer'] }, want: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    ],
    [
      'a type or null becomes nullable',
      { given: { type: ['string', 'null'] }, want: { type: 'string', nullable: true } },
    ],
  ]
  test.each(cases)('%s', (_, { given, want }) => {
    expect(valueAt(downConvert(documentWith(given)), '/components/schemas/Thing')).toEqual(want)
  })

  test('bodies keep their examples alone; a schema stays as long as something leads to it', () => {
    const converted = downConvert(documentWith({ items: reference('Other'), type: 'array' }))
    const response = valueAt(converted, '/paths/~1things/get/responses/200/content')
    expect(response).toEqual({ 'application/json': { example: 1 } })
    expect(Object.keys(valueAt(converted, '/components/schemas') as object)).toEqual(['Thing', 'Other'])
  })

  test('the version and the info are those of 3.0, and the given document is left alone', () => {
    const given = documentWith({})
    const converted = downConvert(given)
    expect([converted.openapi, converted.info]).toEqual([
      expect.stringMatching(/^3\.0/),
      { title: 'T', version: '1' },
    ])
    expect(given.info.summary).toBe('S')
  })
})

test('a schema with its references inlined, members beside a reference kept', () => {
  const document = documentOf(
    documentWith({
      properties: {
        a: reference('Other'),
        b: { ...reference('Other'), maxLength: 5 },
      },
    }),
  )
  expect(inlineSchema(document, '/components/schemas/Thing')).toEqual({
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: {
      a: { type: 'string', minLength: 2 },
      b: { allOf: [{ type: 'string', minLength: 2 }, { maxLength: 5 }] },
    },
  })
})
