import { describe, expect, it } from 'vitest'
import { lintRule, withPost } from '../lintRule.ts'

const flow = (...scopes: string[]) => ({ scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])) })
const components = {
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer' },
    oauth2: {
      type: 'oauth2',
      flows: { clientCredentials: flow('notes:read', 'notes:write'), authorizationCode: flow('notes:read') },
    },
  },
}

describe('house/scopes-declared', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    ['a scope that every flow offers', { given: { security: [{ oauth2: ['notes:read'] }] }, want: [] }],
    ['no security', { given: {}, want: ['createNote requires no scope'] }],
    ['an open door', { given: { security: [] }, want: ['createNote requires no scope'] }],
    [
      'a key alone',
      { given: { security: [{ apiKey: ['notes:read'] }] }, want: ['createNote requires no scope'] },
    ],
    [
      'no scope in the list',
      { given: { security: [{ oauth2: [] }] }, want: ['createNote requires no scope'] },
    ],
    [
      'a scope that one flow lacks',
      {
        given: { security: [{ oauth2: ['notes:write'] }] },
        want: ['requires the scope notes:write, which the flow authorizationCode of oauth2 does not offer'],
      },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    const found = await lintRule('scopes-declared', withPost(given, { components }))
    expect(found).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})
