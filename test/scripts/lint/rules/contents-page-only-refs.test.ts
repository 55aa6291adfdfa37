import { describe, expect, it } from 'vitest'
import { lintRule, withPaths } from '../lintRule.ts'

const events = (components: object) => ({ asyncapi: '3.0.0', channels: {}, components })

describe('house/contents-page-only-refs', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    ['a path that is one $ref', { given: withPaths({ '/notes': { $ref: './notes/notes.yaml' } }), want: [] }],
    [
      'a path that stands inline',
      { given: withPaths({ '/notes': { get: { responses: {} } } }), want: ['/notes must be one $ref'] },
    ],
    [
      'a path with something beside its $ref',
      {
        given: withPaths({ '/notes': { $ref: './notes/notes.yaml', summary: 'Notes' } }),
        want: ['/notes must be one $ref'],
      },
    ],
    [
      'a path that refers to this very page',
      {
        given: withPaths({ '/notes': { $ref: '#/components/pathItems/notes' } }),
        want: ['/notes must be one $ref'],
      },
    ],
    [
      'a schema in the page',
      {
        given: withPaths({}, { components: { schemas: { Note: { type: 'object' } } } }),
        want: ['Note must be one $ref'],
      },
    ],
    [
      'a schema that only gives a file its name',
      {
        given: withPaths({}, { components: { schemas: { Note: { $ref: './notes/Note.yaml' } } } }),
        want: [],
      },
    ],
    [
      'a message that stands inline',
      { given: events({ messages: { made: { payload: {} } } }), want: ['made must be one $ref'] },
    ],
    [
      'a message that is one $ref',
      { given: events({ messages: { made: { $ref: './made.yaml' } } }), want: [] },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    expect(await lintRule('contents-page-only-refs', given)).toEqual(
      want.map((text) => expect.stringContaining(text)),
    )
  })
})
