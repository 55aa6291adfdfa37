import { describe, expect, it } from 'vitest'
import { lintRule, withPost } from '../lintRule.ts'

const responses = (status: number, media: object) =>
  withPost({ responses: { [status]: { description: '', content: { 'application/json': media } } } })

describe('house/example-for-every-status', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    ['one example', { given: responses(201, { example: { id: 'n1' } }), want: [] }],
    ['an example that is null', { given: responses(200, { example: null }), want: [] }],
    ['named examples', { given: responses(201, { examples: { first: { value: {} } } }), want: [] }],
    [
      'none',
      {
        given: responses(409, { schema: {} }),
        want: ['createNote returns 409 as application/json without an example'],
      },
    ],
    ['an empty list of them', { given: responses(409, { examples: {} }), want: ['createNote returns 409'] }],
    ['an answer without a body', { given: withPost({ responses: { 204: { description: '' } } }), want: [] }],
    [
      'a shared answer without one',
      {
        given: withPost(
          { responses: { 404: { $ref: '#/components/responses/NotFound' } } },
          { components: { responses: { NotFound: { description: '', content: { 'text/plain': {} } } } } },
        ),
        want: ['createNote returns 404 as text/plain without an example'],
      },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    expect(await lintRule('example-for-every-status', given)).toEqual(
      want.map((text) => expect.stringContaining(text)),
    )
  })
})
