/** Compiled validators of documents whose patterns need exponential time on V8's own engine. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { validatorsModule } from '../../../src/toolkit/generate/validators.ts'
import { documentOf, loadDocument } from '../../../src/toolkit/openapi/index.ts'
import { linearPattern } from '../../../src/toolkit/openapi/patterns.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Costly', version: '1' },
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern: '^(a+)+$' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string', pattern: '^a*a*a*$' }, plain: { pattern: '^[a-z]+$' } },
                patternProperties: { '^x(b|b)+$': { type: 'string' } },
              },
            },
          },
        },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
})

type Check = (data: unknown) => boolean
interface Module {
  createValidators(
    formats: object,
    engine: (source: string) => { test(text: string): boolean },
  ): { createThing: { parameters: Check; body: Check } }
}

it('run them on the linear engine, and the others on the fast one', { timeout: 20_000 }, async () => {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'validators.ts'), validatorsModule(document, 'operations.ts'))
  const { createValidators }: Module = await import(join(folder, 'validators.ts'))
  const used = new Set<string>()
  const { parameters, body } = createValidators({}, (source) => {
    used.add(source)
    return linearPattern(source)
  }).createThing
  const costly = `${'a'.repeat(3_000)}!`
  expect(parameters({ query: { q: costly }, params: {}, headers: {} })).toBe(false)
  expect(body({ body: { name: costly } })).toBe(false)
  expect(body({ body: { plain: costly } })).toBe(false)
  expect(body({ body: { [`x${'b'.repeat(3_000)}!`]: 1, name: 'aaa', plain: 'aaa' } })).toBe(true)
  expect([...used].sort()).toEqual(['^(a+)+$', '^a*a*a*$', '^x(b|b)+$'])
})

it('of the service name no engine for patterns that are linear anywhere', () => {
  const source = validatorsModule(loadDocument('generated/openapi.v1.json'), 'operations.ts')
  const [, costly = '[]'] = /COSTLY = new Set\((.*)\)/.exec(source) ?? []
  expect((JSON.parse(costly) as string[]).length).toBeLessThan(6)
})
