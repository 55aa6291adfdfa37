import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../../../../generated/openapi.v1.json' with { type: 'json' }
import { operations } from '../../../../../generated/operations.ts'
import { ApiError } from '../../../../../src/service/errors.ts'
import { createCompiledValidator } from '../../../../../src/service/server/steps/validate/compiled.ts'
import { createStrictValidator } from '../../../../../src/service/server/steps/validate/strict.ts'
import type { RequestParts, Validator } from '../../../../../src/service/server/steps/validate/validator.ts'
import { documentOf, type Json } from '../../../../../src/toolkit/openapi/index.ts'
import { casesOf, times } from '../../../../harness/thorough.ts'
import { type Chain, throughSocket } from './chain.ts'
import { requestsOf, samplesOf } from './requests.ts'

const TOTAL = times(22_000, 2_200)
const SEED = 20_261_101
/** An upload is validated by its handler, piece by piece; validators see nothing of it. */
const all = Object.values(operations).filter(({ body }) => !body?.upload)
const compared = casesOf(all, 3, 1)
const samples = samplesOf(documentOf(openapi as unknown as Json & object, 'generated/openapi.v1.json'))
const compiled = createCompiledValidator()
let strict: Chain

beforeAll(async () => {
  strict = await throughSocket(createStrictValidator(openapi, '/v1'), '/v1')
})
afterAll(() => strict.close())

/** The visible part of a verdict: the error with its fields, or the request as the handler gets it. */
async function verdict(validator: Validator, operation: (typeof all)[number], parts: RequestParts) {
  try {
    const { params, query, body } = await validator.request(operation, structuredClone(parts))
    return { accepted: { params: { ...params }, query: { ...query }, body } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = (error.details.issues ?? []) as { field: string }[]
    return { rejected: error.code, field: error.details.field, fields: issues.map(({ field }) => field) }
  }
}

describe('the compiled and the strict validator agree', () => {
  let accepted = 0
  let rejected = 0
  test.each(compared.map((operation) => [operation.id, operation] as const))(
    'on %s',
    async (id, operation) => {
      const sample = samples.get(id)
      if (!sample) throw new Error(`${id} has no sample.`)
      await fc.assert(
        fc.asyncProperty(requestsOf(operation, sample), async (parts) => {
          const [ours, theirs] = [
            await verdict(compiled, operation, parts),
            await verdict(strict, operation, parts),
          ]
          expect(ours).toEqual(theirs)
          if ('accepted' in ours) accepted++
          else rejected++
        }),
        { numRuns: Math.ceil(TOTAL / all.length), seed: SEED },
      )
    },
  )
  test('on thousands of requests, valid and not', () => {
    console.log(
      `validators compared on ${accepted + rejected} requests: ${accepted} accepted, ${rejected} refused`,
    )
    const total = (TOTAL * compared.length) / all.length
    expect(accepted + rejected).toBeGreaterThanOrEqual(total / 1.1)
    expect(Math.min(accepted, rejected)).toBeGreaterThan(total / 5.5)
  })
})
