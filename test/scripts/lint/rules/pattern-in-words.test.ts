import { describe, expect, it } from 'vitest'
import { lintRule, withPaths } from '../lintRule.ts'

const withSchemas = (schemas: object) => withPaths({}, { components: { schemas } })
const events = (schemas: object) => ({ asyncapi: '3.0.0', channels: {}, components: { schemas } })

const digits = { type: 'string', pattern: '^[0-9]+$', 'x-expected': 'digits alone' }

describe('house/pattern-in-words', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    ['a pattern with its words', { given: withSchemas({ Number: digits }), want: [] }],
    [
      'a pattern without words',
      {
        given: withSchemas({ Number: { type: 'string', pattern: '^[0-9]+$' } }),
        want: ['The pattern ^[0-9]+$ requires x-expected next to it'],
      },
    ],
    [
      'a pattern with empty words',
      {
        given: withSchemas({ Number: { ...digits, 'x-expected': ' ' } }),
        want: ['The pattern ^[0-9]+$ requires x-expected next to it'],
      },
    ],
    [
      'one pattern with two wordings',
      {
        given: withSchemas({ A: digits, B: { ...digits, 'x-expected': 'a number' } }),
        want: ['The pattern ^[0-9]+$ is "digits alone" elsewhere and "a number" here'],
      },
    ],
    [
      'a pattern of property names and one of items',
      {
        given: withSchemas({
          A: { type: 'object', propertyNames: { pattern: '^a$' } },
          B: { type: 'array', items: { type: 'string', pattern: '^b$' } },
        }),
        want: [
          'The pattern ^a$ requires x-expected next to it',
          'The pattern ^b$ requires x-expected next to it',
        ],
      },
    ],
    [
      'a member that is called pattern',
      {
        given: withSchemas({ A: { type: 'object', properties: { pattern: { type: 'string' } } } }),
        want: [],
      },
    ],
    [
      'a pattern in the events',
      {
        given: events({ Number: { type: 'string', pattern: '^[0-9]+$' } }),
        want: ['The pattern ^[0-9]+$ requires x-expected next to it'],
      },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    const got = await lintRule('pattern-in-words', given)
    expect(got).toHaveLength(want.length)
    want.forEach((text, index) => {
      expect(got[index]).toContain(text)
    })
  })
})
