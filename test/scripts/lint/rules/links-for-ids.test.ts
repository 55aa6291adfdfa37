import { describe, expect, it } from 'vitest'
import { lintRule, withPaths } from '../lintRule.ts'

const made = (links?: object) =>
  withPaths({
    '/notes': {
      post: { operationId: 'createNote', responses: { 201: { description: '', ...(links && { links }) } } },
    },
    '/notes/{id}': { get: { operationId: 'getNote', responses: { 200: { description: '' } } } },
  })

describe('house/links-for-ids', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    [
      'a link to an operation further down',
      { given: made({ getNote: { operationId: 'getNote' } }), want: [] },
    ],
    ['no links', { given: made(), want: ['The 201 of createNote returns an id but no links'] }],
    [
      'an empty list of them',
      { given: made({}), want: ['The 201 of createNote returns an id but no links'] },
    ],
    [
      'a link to nothing',
      {
        given: made({ read: { operationId: 'readNote' } }),
        want: ['createNote links to "readNote", which is not an operationId'],
      },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    expect(await lintRule('links-for-ids', given)).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})
