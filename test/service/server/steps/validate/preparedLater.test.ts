import { expect, test } from 'vitest'
import checkDocument from '../../../../../src/service/server/steps/validate/checkDocument.ts'
import { preparedLater } from '../../../../../src/service/server/steps/validate/preparedLater.ts'
import { createStrictValidator } from '../../../../../src/service/server/steps/validate/strict.ts'

test.each([
  ['has no paths', { openapi: '3.1.0', info: { title: 'Broken', version: '1' } }],
  ['is of no known version', { openapi: '9.9.9', info: { title: 'Broken', version: '1' }, paths: {} }],
  [
    'has an operation without responses of the right form',
    {
      openapi: '3.1.0',
      info: { title: 'Broken', version: '1' },
      paths: { '/x': { get: { responses: { 200: { headers: 'none' } } } } },
    },
  ],
])('a document that %s is refused when the validator is prepared', async (_name, document) => {
  const validator = preparedLater(async () => {
    await checkDocument(document)
    return createStrictValidator(document, '/v1')
  })
  await expect(validator.prepare()).rejects.toThrow()
})

test('it is made once, whoever asks first', async () => {
  let made = 0
  const validator = preparedLater(async () => {
    made++
    return { request: () => ({ params: {}, query: {}, body: undefined }) }
  })
  const parts = { target: '/', params: {}, query: {}, headers: {}, body: undefined }
  await Promise.all([validator.prepare(), validator.request({} as never, parts), validator.prepare()])
  await validator.request({} as never, parts)
  expect(made).toBe(1)
})
