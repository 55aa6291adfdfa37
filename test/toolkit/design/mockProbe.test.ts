/** The request by which a reloaded mock is checked. */
import { expect, test } from 'vitest'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { failureOf } from '../../../src/toolkit/design/mockProbe.ts'
import type { Mock } from '../../../src/toolkit/mock/mock.ts'
import { createNodeMock } from '../../../src/toolkit/mock/nodeMock.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const document = documentOf(
  {
    openapi: '3.1.0',
    info: { title: 'Teas', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/teas/{id}': {
        get: {
          operationId: 'getTea',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            '200': { description: 'It.', content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  },
  'teas.json',
)

test('names the operation and the reason of a mock that fails at every request', async () => {
  const mock = await createNodeMock(document, PLAIN_MOCK)
  expect(await failureOf(mock, document)).toBeUndefined()
  const urls: string[] = []
  const failing: Mock = {
    ...mock,
    respond: async ({ url }) => {
      urls.push(url)
      return { status: 500, headers: {}, body: { detail: 'cannot resolve' } }
    },
  }
  expect(await failureOf(failing, document)).toBe('GET /teas/{id} returns 500: {"detail":"cannot resolve"}')
  expect(urls).toEqual(['/teas/string'])
  const throwing: Mock = { ...mock, respond: () => Promise.reject(new Error('no such schema')) }
  expect(await failureOf(throwing, document)).toBe('GET /teas/{id} returns 500: no such schema')
})
