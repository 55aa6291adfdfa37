import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../src/toolkit/conformance/conform.ts'
import { formats } from '../../../src/toolkit/openapi/formats.ts'
import { documentOf, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { fittingValue } from '../../../src/toolkit/schema/values/fitting.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { violationsOf } from '../../../src/toolkit/schema/values/violations.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

/** Schemas whose keywords depend on each other, by what they are about, with keywords that have to be broken. */
const SCHEMAS: Record<string, [schema: JsonObject, broken: string[]]> = {
  'members beside a choice': [
    object(
      { name: text },
      {
        required: ['name'],
        oneOf: [
          object({ card: text }, { required: ['card'] }),
          object({ iban: text }, { required: ['iban'] }),
        ],
      },
    ),
    ['required', 'type'],
  ],
  'a choice by a tag, with members of all': [
    object(
      { kind: { enum: ['dog', 'cat'] }, name: text },
      {
        required: ['kind', 'name'],
        oneOf: [
          object({ kind: { const: 'dog' }, barks: { type: 'boolean' } }, { required: ['barks'] }),
          object(
            { kind: { const: 'cat' }, lives: { type: 'integer', minimum: 1, maximum: 9 } },
            { required: ['lives'] },
          ),
        ],
      },
    ),
    ['const', 'required'],
  ],
  'a choice that overlaps': [
    object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ['type'],
  ],
  'either of two': [
    object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ['type'],
  ],
  'multiples above a bound': [{ type: 'integer', minimum: 3, multipleOf: 2 }, ['minimum', 'multipleOf']],
  'both of two': [{ type: 'boolean', enum: [true, false] }, ['type']],
  'a format of their own': [{ type: 'string', format: 'shoe-size', minLength: 1 }, ['type', 'minLength']],
  'more members than are declared': [
    object({ a: text, b: text, c: text }, { maxProperties: 2, additionalProperties: false, required: ['c'] }),
    ['maxProperties', 'additionalProperties'],
  ],
  'closed parts': [
    {
      allOf: [object({ a: text }, { required: ['a'] }), object({ b: number }, { required: ['b'] })],
      unevaluatedProperties: false,
    },
    ['additionalProperties', 'required'],
  ],
  'a tuple': [
    {
      type: 'array',
      prefixItems: [text, { type: 'integer', minimum: 5 }, { const: 'x' }],
      items: false,
      minItems: 3,
    },
    ['minItems', 'minimum', 'const'],
  ],
  'a tuple and more': [
    { type: 'array', prefixItems: [{ const: 'v1' }], items: { type: 'integer', minimum: 3 }, minItems: 3 },
    ['minimum'],
  ],
  'an item of a kind': [
    {
      type: 'array',
      items: { type: 'object' },
      contains: object({ primary: { const: true } }, { required: ['primary'] }),
    },
    ['contains'],
  ],
  'two of a kind': [
    { type: 'array', items: { type: ['string', 'integer'] }, contains: number, minContains: 2, minItems: 3 },
    ['minItems'],
  ],
  'names by a pattern': [
    {
      type: 'object',
      patternProperties: { '^x-[a-z]+$': number },
      additionalProperties: false,
      minProperties: 1,
    },
    ['patternProperties', 'additionalProperties', 'minProperties'],
  ],
  'names of a kind': [
    {
      type: 'object',
      propertyNames: { pattern: '^[a-z]{3}$' },
      additionalProperties: text,
      minProperties: 2,
    },
    ['propertyNames', 'minProperties'],
  ],
  'one member asks for another': [
    object({ card: text, code: text }, { required: ['card'], dependentRequired: { card: ['code'] } }),
    ['dependentRequired'],
  ],
  'one member asks for a schema': [
    object(
      { card: text },
      {
        required: ['card'],
        dependentSchemas: { card: object({ address: text }, { required: ['address'] }) },
      },
    ),
    ['required'],
  ],
  'a condition': [
    object(
      { country: { enum: ['US', 'NL'] }, code: text },
      {
        required: ['country', 'code'],
        if: { properties: { country: { const: 'US' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { code: { pattern: '^[0-9]{5}$' } } },
        else: { properties: { code: { pattern: '^[0-9]{4} ?[A-Z]{2}$' } } },
      },
    ),
    ['enum', 'required', 'pattern'],
  ],
  'a condition that asks for more': [
    object(
      { gift: { const: true } },
      {
        required: ['gift'],
        if: { properties: { gift: { const: true } }, required: ['gift'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['note'], properties: { note: { type: 'string', minLength: 3 } } },
      },
    ),
    ['required', 'minLength'],
  ],
  'never together': [
    object({ a: text, b: text }, { required: ['a'], not: { required: ['a', 'b'] } }),
    ['not'],
  ],
  'never a word': [{ type: 'string', not: { enum: ['root', 'admin'] } }, ['type']],
  'few members': [
    object({ a: text, b: text, c: text }, { maxProperties: 2, required: ['c'] }),
    ['maxProperties', 'required'],
  ],
  'a map of lists': [
    { type: 'object', additionalProperties: { type: 'array', items: text, minItems: 1 }, minProperties: 1 },
    ['minProperties'],
  ],
  'any of two, closed': [
    {
      anyOf: [
        object(
          { email: { type: 'string', format: 'email' } },
          { required: ['email'], additionalProperties: false },
        ),
        object(
          { phone: { type: 'string', pattern: '^\\+[0-9]{8,15}$' } },
          { required: ['phone'], additionalProperties: false },
        ),
      ],
    },
    ['required', 'format'],
  ],
  'bounds in parts': [
    { allOf: [{ type: 'integer', minimum: 10 }, { maximum: 12 }, { multipleOf: 5 }] },
    ['type', 'multipleOf'],
  ],
  'parts that narrow each other': [
    { allOf: [{ type: 'string', minLength: 2 }, { minLength: 6 }, { maxLength: 9 }] },
    ['minLength', 'maxLength'],
  ],
  'a list of choices': [
    {
      type: 'array',
      minItems: 2,
      uniqueItems: true,
      items: {
        oneOf: [
          { type: 'integer', minimum: 100 },
          { type: 'string', minLength: 20 },
        ],
      },
    },
    ['minItems', 'uniqueItems'],
  ],
  'itself within itself': [
    object(
      { name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
      { required: ['name', 'children'] },
    ),
    ['required', 'type'],
  ],
}

const Node = object(
  { name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  { required: ['name', 'children'] },
)
const schemas: Record<string, JsonObject> = { Node }
for (const [index, [schema]] of Object.values(SCHEMAS).entries()) schemas[`S${index}`] = schema
const responses = { 201: { description: 'Taken.' }, 400: { description: 'Refused.' } }
const paths = Object.fromEntries(
  Object.values(SCHEMAS).map((_, index) => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/S${index}` } } }
    const post = { operationId: `send${index}`, requestBody: { required: true, content }, responses }
    return [`/S${index}`, { post }]
  }),
)
const document = documentOf(
  { openapi: '3.1.0', info: { title: 'Values', version: '1' }, paths, components: { schemas } } as never,
  'values.yaml',
)
const check = new Ajv2020({ strict: false, formats, logger: false }).addSchema(document.root, 'd:')

describe.each(
  Object.entries(SCHEMAS).map(([name, [schema, broken]], index) => ({ name, schema, broken, index })),
)('$name', ({ schema, broken, index }) => {
  const schemaPointer = `/components/schemas/S${index}`
  const valid = (value: unknown) => check.validate(`d:#${schemaPointer}`, value)
  const make = (extent: 'full' | 'minimal', seed: number) =>
    fittingValue({ schemaPointer, schema }, { document, random: createRandom(seed), extent }) as Json

  it('is met by the values that are made', () => {
    for (const seed of [1, 2, 3])
      for (const extent of ['full', 'minimal'] as const) {
        const made = make(extent, seed)
        expect(valid(made), `${JSON.stringify(made)} is ${JSON.stringify(check.errors)}`).toBe(true)
      }
  })

  it('is broken in each of its ways', () => {
    const found = [...violationsOf(document, schema, make('full', 7))].filter(({ value }) => !valid(value))
    expect(found.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(broken))
  })
})

it('a server that takes what is valid and refuses what is not is never accused, and no try is in vain', async () => {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(404).end()
      const good = check.validate(`d:#/components/schemas/${request.url?.slice(1)}`, JSON.parse(text))
      response.writeHead(good ? 201 : 400).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const reported: string[] = []
  try {
    await runConformance({
      document,
      target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      identities: [{ name: 'nobody', credentials: [] }],
      rules: runnerRules.filter(({ id }) => /^(valid-request-succeeds|invalid-body-rejected)$/.test(id)),
      ruleIds: [],
      subscribers: [
        (event) => {
          if (event.type === 'outcome' && event.outcome.outcome !== 'passed')
            reported.push(`${event.outcome.check}: ${event.outcome.reason}`)
        },
      ],
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
  expect(reported).toEqual([])
})
