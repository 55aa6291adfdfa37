/** The authorization server's document, as its compiled functions and as express-openapi-validator read it. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../../generated/openapi.oauth.json' with { type: 'json' }
import { operations } from '../../../generated/operations.oauth.ts'
import type { Operation as V1Operation } from '../../../generated/operations.ts'
import { ApiError, type Issue } from '../../../src/service/errors.ts'
import { createStrictValidator } from '../../../src/service/server/steps/validate/strict.ts'
import type { Form } from '../../../src/service/syntax/form.ts'
import { faultsOfForm, faultsOfQuery } from '../../../src/service/syntax/formRules.ts'
import { documentOf, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { times } from '../../harness/thorough.ts'
import { type Chain, throughSocket } from '../server/steps/validate/chain.ts'
import { requestsOf, samplesOf } from '../server/steps/validate/requests.ts'

const RUNS = times(60, 20)
const samples = samplesOf(documentOf(openapi as unknown as Json & object, 'generated/openapi.oauth.json'))
let strict: Chain
beforeAll(async () => {
  strict = await throughSocket(createStrictValidator(openapi, ''), '')
})
afterAll(() => strict.close())

/** A form contains texts, and lists of texts where a name occurs more than once. */
const textsOf = (values: object): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const texts = [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
      return [name, texts.length === 1 ? (texts[0] as string) : texts]
    }),
  )
const formOf = (values: Record<string, string | string[]>): Form =>
  new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]))

/** A form is not an upload: it is validated as a whole. */
const asForm = (operation: (typeof operations)[keyof typeof operations]) =>
  ({ ...operation, body: operation.body && { ...operation.body, upload: false } }) as unknown as V1Operation

describe('compiled functions and the strict validator name the same parameters', () => {
  let rejected = 0
  test.each(Object.values(operations).map((operation) => [operation.id, operation] as const))(
    'of %s',
    async (id, operation) => {
      const sample = samples.get(id)
      if (!sample) throw new Error(`${id} has no sample.`)
      await fc.assert(
        fc.asyncProperty(requestsOf(asForm(operation), sample), async (parts) => {
          const { body } = parts
          const isForm = typeof body === 'object' && body !== null && !Array.isArray(body)
          const form = isForm ? textsOf(body as JsonObject) : {}
          const headers = operation.body ? { 'content-type': operation.body.mediaTypes[0] as string } : {}
          const query = textsOf(parts.query)
          const ours = [
            ...faultsOfQuery(id, formOf(query)).map(({ name }) => `query.${name}`),
            ...(operation.body ? faultsOfForm(id, formOf(form)).map(({ name }) => name) : []),
          ]
          const given = {
            ...parts,
            query,
            headers,
            params: sample.params,
            body: operation.body ? form : undefined,
          }
          const theirs = await fieldsRejected(asForm(operation), given)
          expect(new Set(ours)).toEqual(new Set(theirs))
          if (ours.length > 0) rejected++
        }),
        { numRuns: RUNS, seed: 20_261_122 },
      )
    },
  )
  test('valid or not', () => expect(rejected).toBeGreaterThan(RUNS))
})

async function fieldsRejected(...given: Parameters<Chain['request']>): Promise<string[]> {
  try {
    await strict.request(...given)
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = (error.details.issues ?? []) as Issue[]
    // Parameters that the document does not have are ignored here (RFC 6749, 3.1 and 3.2).
    return issues
      .filter(({ issue }) => !/expected (?:one of the parameters|no query)/.test(issue))
      .map(({ field }) => field)
  }
}

describe('the words for a fault', () => {
  const cases: [string, Parameters<typeof faultsOfForm>, string[]][] = [
    ['no grant', ['exchangeToken', new Map()], ['grant_type is missing.']],
    [
      'another grant',
      ['exchangeToken', new Map([['grant_type', 'password']])],
      ['grant_type is password; expected authorization_code, refresh_token, client_credentials.'],
    ],
    [
      'a short verifier',
      [
        'exchangeToken',
        new Map([
          ['grant_type', 'authorization_code'],
          ['code_verifier', 'abc'],
        ]),
      ],
      ['code_verifier is malformed; expected 43 to 128 of A-Z a-z 0-9 - . _ ~.'],
    ],
    [
      'a verifier where none is needed',
      [
        'exchangeToken',
        new Map([
          ['grant_type', 'refresh_token'],
          ['code_verifier', 'abc'],
        ]),
      ],
      [],
    ],
    ['no token', ['revokeToken', new Map()], ['token is missing.']],
    [
      'another button',
      [
        'sendAuthorization',
        new Map([
          ['consent', 'x'],
          ['decision', 'maybe'],
        ]),
      ],
      ['decision is maybe; expected allow, deny.'],
    ],
  ]
  test.each(cases)('%s', (_, given, wanted) => {
    expect(faultsOfForm(...given).map(({ message }) => message)).toEqual(wanted)
  })
})
