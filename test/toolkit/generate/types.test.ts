import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDocument } from '../../../src/toolkit/contract/index.ts'
import { createTypesMaker } from '../../../src/toolkit/generate/types.ts'

const makers = [createTypesMaker(), createTypesMaker('of what is linted already')] as const
afterAll(() => Promise.all(makers.map((maker) => maker.stop())))

test.each(['openapi/released/1.0.0.json'])('%s has the same types without a second lint', async (path) => {
  const document = loadDocument(join(import.meta.dirname, '../../..', path))
  const [any, linted] = await Promise.all(makers.map((maker) => maker.typesOf(document, 'where possible')))
  expect(linted).toBe(any)
  expect(linted).toContain('export interface operations')
})

test('what is no document is refused in the same words', async () => {
  const document = { ...loadDocument(join(import.meta.dirname, '../../../generated/openapi.oauth.json')) }
  const broken = {
    ...document,
    root: { ...document.root, paths: { '/x': { get: { responses: 1 } } }, components: 3 },
  }
  const said = makers.map((maker) => maker.typesOf(broken).catch(({ message }: Error) => message))
  const [any, linted] = await Promise.all(said)
  expect(linted).toBe(any)
})
