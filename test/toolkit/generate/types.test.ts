import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentOf, loadDocument } from '../../../src/toolkit/contract/index.ts'
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

test('bytes are a Blob, and strings of JSON stay strings', async () => {
  const string = (more: object) => ({ type: 'string', ...more })
  const schema = {
    type: 'object',
    properties: {
      file: string({ format: 'binary' }),
      image: { type: ['string', 'null'], contentMediaType: 'image/png' },
      encoded: string({ contentMediaType: 'image/png', contentEncoding: 'base64' }),
      table: string({ contentMediaType: 'text/csv' }),
      files: { type: 'array', items: string({ format: 'binary' }) },
    },
  }
  const content = {
    'multipart/form-data': { schema },
    'application/json': { schema: string({ format: 'binary' }) },
    'image/png': { schema: string({ format: 'binary' }) },
  }
  const post = { operationId: 'upload', requestBody: { content }, responses: { 204: { description: 'ok' } } }
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: { '/files': { post } },
  })
  for (const maker of makers) {
    const types = (await maker.typesOf(document))
      .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
      .replaceAll(/\s+/g, ' ')
    expect(types).toContain(
      '"multipart/form-data": { file?: Blob; image?: Blob | null; encoded?: string; table?: string; files?: Blob[]; }; "application/json": string; "image/png": Blob;',
    )
  }
})
