import { describe, expect, it } from 'vitest'
import { nearest } from '../../src/toolkit/openapi/nearest.ts'

const NAMES = ['createPrompt', 'deletePrompt', 'getPrompt', 'listPrompts', 'listWebhooks']

describe('nearest', () => {
  const cases: [string, { given: string; want: string[] }][] = [
    ['a letter too many', { given: 'getPrompts', want: ['getPrompt', 'listPrompts', 'createPrompt'] }],
    ['another case', { given: 'GETPROMPT', want: ['getPrompt', 'createPrompt', 'deletePrompt'] }],
    ['letters in another order', { given: 'lsitWebhoosk', want: ['listWebhooks'] }],
    ['a word like none', { given: 'xyz', want: [] }],
    ['no word', { given: '', want: [] }],
  ]
  it.each(cases)('finds what is close to %s', (_name, { given, want }) => {
    expect(nearest(given, NAMES)).toEqual(want)
  })
})
