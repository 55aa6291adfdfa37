import { describe, expect, test } from 'vitest'
import type { ScorerInput } from '../../../../../generated/openapi.v1.ts'
import { type Given, judging, score } from './judging.ts'

describe('the score that passes where no threshold is named', () => {
  const similar = (edits: number): Given => [
    { type: 'levenshtein', options: { value: 'abcdefghijklmnopqrst' } },
    { output: `${'_'.repeat(edits)}${'abcdefghijklmnopqrst'.slice(edits)}` },
  ]
  const assess: ScorerInput = { type: 'llmJudge', options: { model: 'judge', criteria: 'Be kind.' } }
  const all: ScorerInput = { type: 'containsAll', options: { values: ['a', 'b', 'c', 'z'] } }
  const boundaries: [
    string,
    { given: Given; response?: string; want: { score: number; passed: boolean } },
  ][] = [
    ['levenshtein, 0.8', { given: similar(4), want: { score: 0.8, passed: true } }],
    ['levenshtein, just below', { given: similar(5), want: { score: 0.75, passed: false } }],
    [
      'llmJudge, 0.5',
      { given: [assess, {}], response: '{"score": 0.5}', want: { score: 0.5, passed: true } },
    ],
    [
      'llmJudge, just below',
      { given: [assess, {}], response: '{"score": 0.49}', want: { score: 0.49, passed: false } },
    ],
    ['every other, 1', { given: [all, { output: 'abcz' }], want: { score: 1, passed: true } }],
    ['every other, below', { given: [all, { output: 'abc' }], want: { score: 0.75, passed: false } }],
  ]
  test.each(boundaries)('%s', async (_, { given: [input, given], response = '', want }) => {
    expect(await score(input, given, judging(response))).toMatchObject(want)
  })
})
