/** Mock responses of schemas that several others compose, as generators of documents write them. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { formats } from '../../../src/toolkit/openapi/formats.ts'
import { startMock } from './startMock.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'string' }

const schemas: Record<string, object> = {
  Collection: {
    type: 'object',
    properties: { data: { type: 'array', items: { type: 'object' } }, links: { type: 'object' } },
  },
  Station: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string', format: 'uuid' }, name: text },
  },
  Named: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 8 } } },
  Card: { type: 'object', required: ['card'], properties: { card: text, iban: false } },
  Iban: { type: 'object', required: ['iban'], properties: { iban: text, card: false } },
  Now: { type: 'object', required: ['now'], properties: { now: { const: true }, at: false } },
  Later: {
    type: 'object',
    required: ['at'],
    properties: { at: { type: 'integer', minimum: 5 }, now: false },
  },
  Level: { type: 'integer', minimum: 1, maximum: 100 },
  Colour: { enum: ['red', 'green', 'blue'] },
}

/** Each schema with a test of what a body made from it has beyond being valid. */
const COMPOSED: Record<string, [schema: object, shows: (body: never) => unknown]> = {
  'a list of anything, of stations in the second part': [
    {
      allOf: [
        ref('Collection'),
        { required: ['data'], properties: { data: { type: 'array', minItems: 1, items: ref('Station') } } },
      ],
    },
    (body: { data: { id: string; name: string }[] }) => body.data[0]?.id && body.data[0].name,
  ],
  'stations in the first part, anything in the second': [
    {
      allOf: [
        { properties: { data: { type: 'array', minItems: 1, items: ref('Station') } } },
        { ...ref('Collection'), required: ['data'] },
      ],
    },
    (body: { data: { id: string; name: string }[] }) => body.data[0]?.id && body.data[0].name,
  ],
  'bounds in each part': [
    { allOf: [{ minimum: 90, maximum: 200 }, ref('Level'), { maximum: 95 }] },
    (body: number) => body >= 90,
  ],
  'choices in each part': [
    { allOf: [{ enum: ['black', 'blue', 'white'] }, ref('Colour')] },
    (body: string) => body === 'blue',
  ],
  'lengths of one property in each part': [
    { allOf: [ref('Named'), { properties: { name: { type: 'string', minLength: 8 } } }] },
    (body: { name: string }) => body.name.length === 8,
  ],
  'two lists of forms': [
    { allOf: [{ oneOf: [ref('Card'), ref('Iban')] }, { oneOf: [ref('Now'), ref('Later')] }] },
    (body: { card?: string; iban?: string; now?: true; at?: number }) =>
      (body.card ?? body.iban) !== undefined && (body.now ?? body.at) !== undefined,
  ],
  'forms that the second part excludes': [
    { allOf: [{ oneOf: [text, { type: 'integer' }] }, { oneOf: [{ type: 'integer', minimum: 7 }] }] },
    (body: number) => body >= 7,
  ],
}

describe('a composed schema', () => {
  const paths = Object.fromEntries(
    Object.values(COMPOSED).map(([schema], index) => [
      `/values/${index}`,
      {
        get: {
          operationId: `value${index}`,
          responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } },
        },
      },
    ]),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Composed', version: '1' },
    security: [],
    paths,
    components: { schemas },
  }

  it.each(Object.keys(COMPOSED).map((name, index) => [name, index] as const))(
    '%s: responses are valid and show what each part describes',
    async (name, index) => {
      const [schema, shows] = COMPOSED[name] ?? [{}, () => false]
      const valid = new Ajv2020({ strict: false, formats }).compile({ ...schema, components: { schemas } })
      await using mock = await startMock(document)
      for (const headers of [{}, { Prefer: 'dynamic=true' }] as Record<string, string>[]) {
        const response = await fetch(`${mock.origin}/values/${index}`, { headers })
        const body = (await response.json()) as never
        expect([response.status, valid(body), valid.errors]).toEqual([200, true, null])
        expect(shows(body), JSON.stringify(body)).toBeTruthy()
      }
    },
  )
})
