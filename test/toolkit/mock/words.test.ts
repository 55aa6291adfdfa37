/** The mock rejects a request in the words of the real server: the same properties, received and expected alike. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operations } from '../../../generated/operations.ts'
import { ApiError } from '../../../src/service/errors.ts'
import { createCompiledValidator } from '../../../src/service/server/steps/validate/compiled.ts'
import type { RequestParts } from '../../../src/service/server/steps/validate/validator.ts'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { loadDocument } from '../../../src/toolkit/openapi/index.ts'
import { HttpError } from '../../../src/toolkit/requests/exchange.ts'
import { validate } from '../../../src/toolkit/requests/validate.ts'
import { times } from '../../harness/thorough.ts'
import { requestsOf, samplesOf } from '../../service/server/steps/validate/requests.ts'

const document = loadDocument('generated/openapi.v1.json')
const api = createApi(document)
const samples = samplesOf(document)
const server = createCompiledValidator()
const all = Object.values(operations).filter(({ body }) => !body?.upload)

interface Verdict {
  message: string
  issues: unknown
}

async function byServer(operation: (typeof all)[number], parts: RequestParts): Promise<Verdict | undefined> {
  try {
    await server.request(operation, structuredClone(parts))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { message: error.message, issues: error.details.issues ?? [] }
  }
}

function byMock(id: string, parts: RequestParts): Verdict | undefined {
  const operation = api.byId.get(id)
  if (operation === undefined) throw new Error(`${id} is no operation.`)
  const query = new URLSearchParams(
    Object.entries(parts.query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  )
  const body = parts.body === undefined ? '' : JSON.stringify(parts.body)
  const headers = {
    'content-type': operation.body?.mediaType ?? '',
    ...(parts.headers as Record<string, string>),
  }
  const request = { method: operation.method, url: `/v1/x?${query}`, headers, body: Buffer.from(body) }
  try {
    validate(api, operation, request, parts.params)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { message: error.message, issues: error.issues }
  }
}

it('says what the server says', async () => {
  let rejected = 0
  for (const operation of all) {
    const sample = samples.get(operation.id)
    if (!sample) throw new Error(`${operation.id} has no sample.`)
    const property = fc.asyncProperty(requestsOf(operation, sample), async (parts) => {
      // A server is never given what JSON cannot carry.
      const sent =
        parts.body === undefined ? parts : { ...parts, body: JSON.parse(JSON.stringify(parts.body)) }
      const theirs = await byServer(operation, sent)
      if (theirs !== undefined) rejected++
      expect(byMock(operation.id, sent)).toEqual(theirs)
    })
    await fc.assert(property, { numRuns: times(200, 6), seed: 20_261_122 })
  }
  expect(rejected).toBeGreaterThan(all.length)
})
