/** `hints.skipOperations`: operations that are never called. */
import { expect, it } from 'vitest'
import { hintsOf } from '../../../src/toolkit/conformance/config/hints.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const responses = { 200: { description: '' } }
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'A machine', version: '1' },
  paths: {
    '/shutdown': { post: { operationId: 'stopAll', responses } },
    '/restart/': { post: { responses } },
  },
})
const skipped = (names: string[]) => hintsOf(document, { hints: { skipOperations: names } }).skipOperations

it.each([
  [['stopAll'], ['stopAll']],
  [['POST /shutdown'], ['stopAll']],
  [['POST /restart/'], ['POST /restart/']],
])('%j', (names, expected) => {
  expect(skipped(names)).toEqual(expected)
})

it('is an error where the document has no such operation, which would be called otherwise', () => {
  expect(() => skipped(['POST /shutdwn'])).toThrow(
    'hints.skipOperations names "POST /shutdwn", which the document does not have.',
  )
})
