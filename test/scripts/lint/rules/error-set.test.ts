import { describe, expect, it } from 'vitest'
import { lintRule, withPaths } from '../lintRule.ts'

const ALWAYS = [400, 401, 403, 429, 500, 503]

/** An operation at `path` that declares the given statuses. */
const declaring = (path: string, statuses: number[], more: object = {}, item: object = {}) => {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: '' }]))
  return withPaths({ [path]: { ...item, put: { operationId: 'putNote', responses, ...more } } })
}
const header = (name: string) => ({ parameters: [{ name, in: 'header' }] })

describe('reference/error-set', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    ['all that every operation needs', { given: declaring('/notes', ALWAYS), want: [] }],
    [
      'two of those missing',
      {
        given: declaring('/notes', [400, 401, 403, 429]),
        want: ['does not declare 500 (always), 503 (always)'],
      },
    ],
    [
      'an id in the path without 404',
      { given: declaring('/notes/{id}', ALWAYS), want: ['does not declare 404 (the path names a resource)'] },
    ],
    ['an id in the path with 404', { given: declaring('/notes/{id}', [...ALWAYS, 404]), want: [] }],
    [
      'an idempotency key without 409',
      {
        given: declaring('/notes', ALWAYS, header('Idempotency-Key')),
        want: ['409 (it accepts an Idempotency-Key)'],
      },
    ],
    [
      'If-Match, said by the path item, without 412',
      { given: declaring('/notes', ALWAYS, {}, header('if-match')), want: ['412 (it accepts If-Match)'] },
    ],
    [
      'a body without 413 and 415',
      {
        given: declaring('/notes', ALWAYS, { requestBody: { content: {} } }),
        want: ['413 (it has a request body), 415 (it has a request body)'],
      },
    ],
    [
      'an answer with content without 406',
      {
        given: declaring('/notes', ALWAYS, {
          responses: Object.fromEntries(
            [200, ...ALWAYS].map((status) => [status, { description: '', content: {} }]),
          ),
        }),
        want: ['does not declare 406 (a success has content to negotiate)'],
      },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    expect(await lintRule('error-set', given)).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})
