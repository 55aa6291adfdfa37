import { describe, expect, it } from 'vitest'
import { requestIdOf } from '../../../src/service/server/requestId.ts'

const ids = { create: (prefix: string) => `${prefix}_made` }

describe('requestIdOf', () => {
  it.each<[string, { given: string | undefined; want: string }]>([
    ['none', { given: undefined, want: 'req_made' }],
    ['well-formed', { given: 'a.B-c_9', want: 'a.B-c_9' }],
    ['as long as allowed', { given: 'x'.repeat(128), want: 'x'.repeat(128) }],
    ['too long', { given: 'x'.repeat(129), want: 'req_made' }],
    ['empty', { given: '', want: 'req_made' }],
    ['with a blank', { given: 'a b', want: 'req_made' }],
    ['two of them, as Node joins them', { given: 'a, b', want: 'req_made' }],
    ['with a line end', { given: 'a\n', want: 'req_made' }],
    ['with markup', { given: '<b>', want: 'req_made' }],
    ['beyond ASCII', { given: 'é', want: 'req_made' }],
  ])('%s', (_name, { given, want }) => {
    const headers = given === undefined ? {} : { 'x-request-id': given }
    expect(requestIdOf({ headers }, ids)).toBe(want)
  })
})
