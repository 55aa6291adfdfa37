/** `generate` for a part of the operations: what is left is complete, and nothing else is there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generate } from '../../../src/toolkit/cli/generate.ts'
import { isDue } from '../../harness/thorough.ts'
import { generatedProject } from './generatedProject.ts'

const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` })
const schema = (name: string) => ref('schemas', name)
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({
  200: { description: 'Done.', ...json(schema) },
  404: ref('responses', 'Problem'),
})
const object = (properties: object) => ({ type: 'object', properties })
const elsewhere = (path: string, place: string) => ({
  $ref: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${place}`,
})

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Zoo', version: '1' },
  security: [{ token: [] }],
  tags: [{ name: 'animals' }, { name: 'staff' }],
  paths: {
    '/animals': ref('pathItems', 'animals'),
    '/animals/{id}': {
      parameters: [ref('parameters', 'Id')],
      get: { operationId: 'getAnimal', tags: ['animals'], responses: ok(schema('Animal')) },
      delete: {
        operationId: 'deleteAnimal',
        tags: ['animals'],
        responses: { 204: { description: 'Done.' } },
      },
    },
    '/staff': {
      get: {
        operationId: 'listStaff',
        tags: ['staff'],
        responses: ok({ type: 'array', items: object({ name: schema('PersonName') }) }),
      },
    },
    '/keepers': {
      get: {
        operationId: 'listKeepers',
        tags: ['animals'],
        // A part of an operation with another tag.
        responses: ok(elsewhere('/staff', 'get/responses/200/content/application~1json/schema')),
      },
    },
  },
  webhooks: {
    born: {
      post: {
        operationId: 'born',
        requestBody: json(schema('Birth')),
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    parameters: {
      Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      Unused: { name: 'unused', in: 'query', schema: schema('Unused') },
    },
    responses: { Problem: { description: 'Failed.', ...json(schema('Error')) } },
    pathItems: {
      animals: {
        get: {
          operationId: 'listAnimals',
          tags: ['animals'],
          responses: ok({ type: 'array', items: schema('Animal') }),
        },
        post: {
          operationId: 'createAnimal',
          tags: ['animals'],
          requestBody: json(schema('NewAnimal')),
          responses: ok(schema('Animal')),
        },
      },
    },
    schemas: {
      Animal: {
        ...object({ kind: { type: 'string' } }),
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } },
      },
      Cat: { allOf: [schema('Animal'), object({ lives: schema('Count') })] },
      Dog: { allOf: [schema('Animal'), object({ barks: { type: 'boolean' } })] },
      Count: { type: 'integer' },
      NewAnimal: object({ kind: { type: 'string' } }),
      PersonName: { type: 'string' },
      Birth: object({ weight: schema('Weight') }),
      Weight: { type: 'number' },
      Unused: { type: 'string' },
      Error: object({ message: { type: 'string' } }),
    },
  },
}

/** The bundle that `generate` writes with the flags. */
async function part(...flags: string[]) {
  const project = await generatedProject({ openapi: DOCUMENT })
  const printed: string[] = []
  const file = (name: string) => join(project.root, name)
  const run = (...more: string[]) =>
    generate.run([file('openapi.json'), '-o', file('generated'), ...flags, ...more], {
      env: {},
      print: (line) => void printed.push(line),
    })
  expect(await run()).toBe(0)
  expect(await run('--check')).toBe(0)
  const bundle = JSON.parse(readFileSync(file('generated/openapi.json'), 'utf8')) as typeof DOCUMENT
  expect(project.compile()).toBe('')
  const operations = Object.values(bundle.paths).flatMap((item) =>
    Object.values(item).flatMap((one) =>
      'operationId' in Object(one) ? [(one as { operationId: string }).operationId] : [],
    ),
  )
  const names = (section: keyof typeof DOCUMENT.components) => Object.keys(bundle.components[section] ?? {})
  return { bundle, operations, names, types: readFileSync(file('generated/openapi.ts'), 'utf8') }
}

describe('a part of the operations', { timeout: 60_000 }, () => {
  it('has what it refers to, by reference, by mapping and by name', async () => {
    const { bundle, operations, names, types } = await part(
      '--only-tags',
      'animals',
      '--only-operations',
      '!create*',
    )
    expect(operations).toEqual(['listAnimals', 'getAnimal', 'deleteAnimal', 'listKeepers'])
    expect(names('schemas')).toEqual(['Animal', 'Cat', 'Dog', 'Count', 'PersonName', 'Error'])
    expect(names('parameters')).toEqual(['Id'])
    expect(names('pathItems')).toEqual([])
    expect(names('securitySchemes')).toEqual(['token'])
    expect(bundle.tags).toEqual([{ name: 'animals' }])
    expect(bundle.webhooks).toBeUndefined()
    expect(bundle.paths['/keepers'].get.responses).toEqual(
      ok({ type: 'array', items: object({ name: schema('PersonName') }) }),
    )
    expect(types).not.toContain('NewAnimal')
  })

  it.runIf(isDue(5))('is chosen by operationId', async () => {
    const { operations, names } = await part('--only-operations', 'listStaff')
    expect(operations).toEqual(['listStaff'])
    expect(names('schemas')).toEqual(['PersonName', 'Error'])
  })

  it.each<[string[], string]>([
    [
      ['--only-operations', 'listStuff'],
      '--only-operations listStuff matches no operation. Did you mean listStaff?',
    ],
    [['--only-tags', 'staff', '--only-operations', 'getAnimal'], 'No operation is left'],
  ])('is an error for %j', async (flags, message) => {
    await expect(part(...flags)).rejects.toThrow(message)
  })
})
