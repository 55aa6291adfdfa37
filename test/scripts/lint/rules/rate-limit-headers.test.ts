import { describe, expect, it } from 'vitest'
import { lintRule, withPost } from '../lintRule.ts'

const FOUR = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']

describe('reference/rate-limit-headers', () => {
  const cases: [string, { given: [status: number, headers: string[]]; want: string[] }][] = [
    ['the four', { given: [201, FOUR], want: [] }],
    [
      'three of them',
      { given: [201, FOUR.slice(0, 3)], want: ['The 201 of createNote lacks X-RateLimit-Policy;'] },
    ],
    ['none', { given: [500, []], want: [`The 500 of createNote lacks ${FOUR.join(', ')};`] }],
    ['a 429 with Retry-After', { given: [429, [...FOUR, 'Retry-After']], want: [] }],
    ['a 429 without', { given: [429, FOUR], want: ['The 429 of createNote lacks Retry-After;'] }],
    [
      'a 503 with Retry-After',
      { given: [503, [...FOUR, 'Retry-After']], want: ['which the source sends only with 429'] },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given: [status, names], want }) => {
    const headers = Object.fromEntries(names.map((name) => [name, { schema: {} }]))
    const found = await lintRule(
      'rate-limit-headers',
      withPost({ responses: { [status]: { description: '', headers } } }),
    )
    expect(found).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})
