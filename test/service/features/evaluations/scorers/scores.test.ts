import { describe, expect, test } from 'vitest'
import type { ScorerInput } from '../../../../../generated/openapi.v1.ts'
import { type Given, judging, score } from './judging.ts'

const rows: [string, { given: Given; want: number }][] = [
  ['equals', { given: [{ type: 'equals', options: { value: 'Hi' } }, { output: 'Hi' }], want: 1 }],
  ['equals, not', { given: [{ type: 'equals', options: { value: 'Hi' } }, { output: 'hi' }], want: 0 }],
  [
    'equals, whatever the case',
    { given: [{ type: 'equals', options: { value: 'HI', ignoreCase: true } }, { output: 'hi' }], want: 1 },
  ],
  [
    'equals, without blanks around',
    { given: [{ type: 'equals', options: { value: 'hi', trim: true } }, { output: ' hi\n' }], want: 1 },
  ],
  [
    'equals what the item expects',
    { given: [{ type: 'equals' }, { output: 'hi', expectedOutput: 'hi' }], want: 1 },
  ],
  [
    'equals the empty text',
    {
      given: [
        { type: 'equals', options: { value: '' } },
        { output: '', expectedOutput: 'x' },
      ],
      want: 1,
    },
  ],
  [
    'equals, accents encoded otherwise',
    { given: [{ type: 'equals', options: { value: 'e\u0301' } }, { output: '\u00e9' }], want: 1 },
  ],
  [
    'contains',
    { given: [{ type: 'contains', options: { value: 'Ada' } }, { output: 'Dear Ada!' }], want: 1 },
  ],
  [
    'contains, not',
    { given: [{ type: 'contains', options: { value: 'Ada' } }, { output: 'Dear Bob!' }], want: 0 },
  ],
  [
    'contains takes a pattern for a text',
    { given: [{ type: 'contains', options: { value: '.*' } }, { output: 'abc' }], want: 0 },
  ],
  [
    'containsAll',
    { given: [{ type: 'containsAll', options: { values: ['a', 'b'] } }, { output: 'ab' }], want: 1 },
  ],
  [
    'containsAll, half',
    { given: [{ type: 'containsAll', options: { values: ['a', 'z'] } }, { output: 'ab' }], want: 0.5 },
  ],
  [
    'containsAny',
    { given: [{ type: 'containsAny', options: { values: ['a', 'z'] } }, { output: 'ab' }], want: 1 },
  ],
  [
    'containsAny, none',
    { given: [{ type: 'containsAny', options: { values: ['y', 'z'] } }, { output: 'ab' }], want: 0 },
  ],
  [
    'startsWith',
    { given: [{ type: 'startsWith', options: { value: 'Dear' } }, { output: 'Dear Ada' }], want: 1 },
  ],
  [
    'startsWith, not',
    { given: [{ type: 'startsWith', options: { value: 'Ada' } }, { output: 'Dear Ada' }], want: 0 },
  ],
  ['endsWith', { given: [{ type: 'endsWith', options: { value: 'Ada' } }, { output: 'Dear Ada' }], want: 1 }],
  [
    'endsWith, not',
    { given: [{ type: 'endsWith', options: { value: 'Dear' } }, { output: 'Dear Ada' }], want: 0 },
  ],
  [
    'regex',
    { given: [{ type: 'regex', options: { pattern: '^\\d{3}-\\w+$' } }, { output: '123-abc' }], want: 1 },
  ],
  ['regex, not', { given: [{ type: 'regex', options: { pattern: '^\\d+$' } }, { output: '12a' }], want: 0 }],
  [
    'regex with flags',
    {
      given: [{ type: 'regex', options: { pattern: '^dear.ada$', flags: 'is' } }, { output: 'Dear\nAda' }],
      want: 1,
    },
  ],
  ['isJson', { given: [{ type: 'isJson' }, { output: ' {"a":1} ' }], want: 1 }],
  ['isJson in a fence', { given: [{ type: 'isJson' }, { output: '```json\n[1]\n```' }], want: 1 }],
  ['isJson, not', { given: [{ type: 'isJson' }, { output: "{'a':1}" }], want: 0 }],
  [
    'jsonSchema',
    {
      given: [{ type: 'jsonSchema', options: { schema: { required: ['a'] } } }, { output: '{"a":1}' }],
      want: 1,
    },
  ],
  [
    'jsonSchema, not',
    { given: [{ type: 'jsonSchema', options: { schema: { required: ['a'] } } }, { output: '{}' }], want: 0 },
  ],
  [
    'jsonSchema of what is no JSON',
    { given: [{ type: 'jsonSchema', options: { schema: true } }, { output: 'x' }], want: 0 },
  ],
  [
    'jsonEquals, in any order',
    {
      given: [{ type: 'jsonEquals', options: { value: { a: 1, b: [2] } } }, { output: '{"b":[2],"a":1}' }],
      want: 1,
    },
  ],
  [
    'jsonEquals, not',
    { given: [{ type: 'jsonEquals', options: { value: [1, 2] } }, { output: '[2,1]' }], want: 0 },
  ],
  [
    'jsonEquals what the item expects',
    { given: [{ type: 'jsonEquals' }, { output: '{"a":1}', expectedOutput: '{ "a": 1 }' }], want: 1 },
  ],
  [
    'jsonEquals null',
    {
      given: [
        { type: 'jsonEquals', options: { value: null } },
        { output: 'null', expectedOutput: '1' },
      ],
      want: 1,
    },
  ],
  [
    'levenshtein, the same',
    { given: [{ type: 'levenshtein', options: { value: 'kitten' } }, { output: 'kitten' }], want: 1 },
  ],
  [
    'levenshtein',
    {
      given: [{ type: 'levenshtein', options: { value: 'kitten' } }, { output: 'sitting' }],
      want: 1 - 3 / 7,
    },
  ],
  [
    'levenshtein, nothing alike',
    { given: [{ type: 'levenshtein', options: { value: 'abc' } }, { output: '' }], want: 0 },
  ],
  [
    'levenshtein by character',
    { given: [{ type: 'levenshtein', options: { value: '👋a' } }, { output: '👍a' }], want: 0.5 },
  ],
  [
    'levenshtein of nothing',
    { given: [{ type: 'levenshtein', options: { value: '' } }, { output: '' }], want: 1 },
  ],
  [
    'numericTolerance, the same',
    { given: [{ type: 'numericTolerance', options: { value: 3 } }, { output: ' 3.0 ' }], want: 1 },
  ],
  [
    'numericTolerance, near',
    {
      given: [{ type: 'numericTolerance', options: { value: 3, absolute: 0.5 } }, { output: '3.5' }],
      want: 1,
    },
  ],
  [
    'numericTolerance, off',
    {
      given: [{ type: 'numericTolerance', options: { value: 3, absolute: 0.5 } }, { output: '3.51' }],
      want: 0,
    },
  ],
  [
    'numericTolerance, relative',
    {
      given: [{ type: 'numericTolerance', options: { value: -200, relative: 0.1 } }, { output: '-219' }],
      want: 1,
    },
  ],
  [
    'numericTolerance of what the item expects',
    { given: [{ type: 'numericTolerance' }, { output: '1e3', expectedOutput: '1000' }], want: 1 },
  ],
  [
    'numericTolerance of no number',
    { given: [{ type: 'numericTolerance', options: { value: 3 } }, { output: '3 apples' }], want: 0 },
  ],
  [
    'numericTolerance of Infinity',
    {
      given: [{ type: 'numericTolerance', options: { value: 3, relative: 1 } }, { output: '1e999' }],
      want: 0,
    },
  ],
  [
    'equals, whatever the case, is no spelling',
    {
      given: [{ type: 'equals', options: { value: 'STRASSE', ignoreCase: true } }, { output: 'straße' }],
      want: 0,
    },
  ],
  [
    'isJson in a fence of no language',
    { given: [{ type: 'isJson' }, { output: ' ```\n[1]\n``` ' }], want: 1 },
  ],
  [
    'isJson in a fence with a blank',
    { given: [{ type: 'isJson' }, { output: '```json \t\n[1]\n```' }], want: 1 },
  ],
  [
    'isJson, words before the fence',
    { given: [{ type: 'isJson' }, { output: 'So:\n```json\n[1]\n```' }], want: 0 },
  ],
  [
    'isJson, words behind the fence',
    { given: [{ type: 'isJson' }, { output: '```json\n[1]\n```\nThat is it.' }], want: 0 },
  ],
  ['isJson of nothing', { given: [{ type: 'isJson' }, { output: '' }], want: 0 }],
  ...(
    [
      ['+3.25', 3.25, 1],
      ['3.', 3, 1],
      ['.25', 0.25, 1],
      ['-12e10', -12e10, 1],
      ['1E-2', 0.01, 1],
      ['0', 0, 1],
      ['about 3', 3, 0],
      ['3e', 3, 0],
      ['3e+', 3, 0],
      ['0x3', 3, 0],
      ['', 0, 0],
      ['.', 0, 0],
      ['.x', 0, 0],
      ['3,0', 3, 0],
    ] as const
  ).map(([output, value, want]): [string, { given: Given; want: number }] => [
    `numericTolerance of "${output}"`,
    { given: [{ type: 'numericTolerance', options: { value } }, { output }], want },
  ]),
  ['latency', { given: [{ type: 'latency', options: { maxMs: 100 } }, {}], want: 1 }],
  ['latency, too slow', { given: [{ type: 'latency', options: { maxMs: 99 } }, {}], want: 0 }],
  ['cost', { given: [{ type: 'cost', options: { maxUsd: 0.002 } }, {}], want: 1 }],
  ['cost, too dear', { given: [{ type: 'cost', options: { maxUsd: 0.001 } }, {}], want: 0 }],
  ['tokens', { given: [{ type: 'tokens', options: { max: 15 } }, {}], want: 1 }],
  ['tokens of the output', { given: [{ type: 'tokens', options: { max: 4, of: 'output' } }, {}], want: 0 }],
  ['finishReason', { given: [{ type: 'finishReason' }, {}], want: 1 }],
  ['finishReason, cut', { given: [{ type: 'finishReason' }, { finishReason: 'length' }], want: 0 }],
  [
    'finishReason of a list',
    {
      given: [{ type: 'finishReason', options: { values: ['length'] } }, { finishReason: 'length' }],
      want: 1,
    },
  ],
]

describe('scores', () => {
  test.each(rows)('%s', async (_, { given: [input, given], want }) => {
    const threshold = want === 0 ? 0.1 : want
    const plain = await score({ ...input, threshold }, given)
    expect(plain).toEqual({ type: input.type, score: want, passed: want > 0, error: null })
    const negated = await score({ ...input, threshold, negate: true }, given)
    expect(negated).toEqual({ type: input.type, score: 1 - want, passed: want === 0, error: null })
  })

  const assessed: [string, { given: string; want: number | null }][] = [
    ['a score', { given: '{"score": 0.75, "reason": "kind"}', want: 0.75 }],
    ['a score in a fence', { given: '```json\n{"score": 1}\n```', want: 1 }],
    ['no JSON', { given: 'I would say 10/10!', want: null }],
    ['a score beyond 1', { given: '{"score": 2}', want: null }],
    ['a score that is a text', { given: '{"score": "1"}', want: null }],
    ['the worst score', { given: '{"score": 0}', want: 0 }],
    ['a score below 0', { given: '{"score": -0.1}', want: null }],
    ['nothing', { given: 'null', want: null }],
    ['a text', { given: '"score"', want: null }],
  ]
  test.each(assessed)('llmJudge: %s', async (_, { given, want }) => {
    const input: ScorerInput = { type: 'llmJudge', options: { model: 'judge', criteria: 'Be kind.' } }
    const got = await score(input, { output: 'x' }, judging(given))
    const error = want === null ? 'The judging model gave no score from 0 to 1.' : null
    expect(got).toMatchObject({ score: want, error })
  })
})
