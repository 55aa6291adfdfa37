/** The schemas of a document that apply to a value: the forms of `oneOf` and `anyOf`. */
import { expect, test } from 'vitest'
import type { Json } from '../../../src/toolkit/openapi/document.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { appliedSchemas } from '../../../src/toolkit/schema/appliedSchemas.ts'
import { validatorOf } from '../../../src/toolkit/schema/validators.ts'

const animal = (name: string) => ({
  type: 'object',
  properties: { kind: { type: 'string' }, [name]: { type: 'integer' } },
})
const forms = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
const mapping = { feline: '#/components/schemas/Cat', canine: 'Dog' }
const CLEAR = { kind: 'Cat', lives: 'nine', years: 2 }

test.each<[string, object, Json, string[] | undefined]>([
  ['the only valid form', { oneOf: forms }, { lives: 'nine', years: 2 }, ['Dog']],
  ['two valid forms of a oneOf', { oneOf: forms }, { lives: 9 }, undefined],
  ['two valid forms of an anyOf', { anyOf: forms }, { lives: 9 }, ['Cat', 'Dog']],
  ['no valid form', { anyOf: forms }, { lives: 'nine', years: 'two' }, undefined],
  ['the only form next to null', { oneOf: [forms[0], { type: 'null' }] }, { lives: 9 }, ['Cat']],
  ['the name of a schema', { oneOf: forms, discriminator: { propertyName: 'kind' } }, CLEAR, ['Cat']],
  [
    'a mapping to a reference',
    { oneOf: forms, discriminator: { propertyName: 'kind', mapping } },
    { ...CLEAR, kind: 'feline' },
    ['Cat'],
  ],
  [
    'a mapping to a name',
    { anyOf: forms, discriminator: { propertyName: 'kind', mapping } },
    { kind: 'canine', lives: 9 },
    ['Dog'],
  ],
  [
    'a mapping that renames',
    { oneOf: forms, discriminator: { propertyName: 'kind', mapping: { Cat: 'Dog' } } },
    { kind: 'Cat', lives: 9 },
    ['Dog'],
  ],
  [
    'an unknown value, with two valid forms',
    { oneOf: forms, discriminator: { propertyName: 'kind', mapping } },
    { kind: 'bird', lives: 9 },
    undefined,
  ],
  [
    'no value, with one valid form',
    { oneOf: forms, discriminator: { propertyName: 'kind', mapping } },
    { lives: 'nine' },
    ['Dog'],
  ],
])('%s', (_, Pet, value, wanted) => {
  const schemas = { Cat: animal('lives'), Dog: animal('years'), Pet }
  const info = { title: 'Pets', version: '1' }
  const document = documentOf({ openapi: '3.1.0', info, paths: {}, components: { schemas } })
  const validate = validatorOf(document, 'response')
  const search = { document, isValid: (at: string, one: Json) => validate(at, one).length === 0 }
  const found = appliedSchemas(search, '/components/schemas/Pet', value)
  const names = found?.flatMap(({ pointer }) => /^\/components\/schemas\/(Cat|Dog)$/.exec(pointer)?.[1] ?? [])
  expect(names).toEqual(wanted)
})
