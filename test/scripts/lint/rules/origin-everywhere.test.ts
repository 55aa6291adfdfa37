import { describe, expect, it } from 'vitest'
import { lintRule, withPaths, withPost } from '../lintRule.ts'

const schema = (properties: object, more: object = {}) =>
  withPaths({}, { components: { schemas: { Note: { type: 'object', properties }, ...more } } })

describe('reference/origin-everywhere', () => {
  const cases: [string, { given: object; want: string[] }][] = [
    ['an operation with a label', { given: withPost({ 'x-origin': 'decided' }), want: [] }],
    ['an operation without', { given: withPost({}), want: ['The operation createNote needs x-origin'] }],
    [
      'an operation with another word',
      {
        given: withPost({ 'x-origin': 'guessed' }),
        want: ['createNote needs x-origin: specified (the source shows it)'],
      },
    ],
    [
      'a parameter without',
      {
        given: withPost({ 'x-origin': 'specified', parameters: [{ name: 'limit', in: 'query' }] }),
        want: ['The parameter limit needs x-origin'],
      },
    ],
    [
      'a header without',
      {
        given: withPost({
          'x-origin': 'specified',
          responses: { 201: { description: '', headers: { ETag: {} } } },
        }),
        want: ['The header ETag needs x-origin'],
      },
    ],
    ['a property without', { given: schema({ id: {} }), want: ['The property id needs x-origin'] }],
    [
      'a property whose type has a label',
      {
        given: schema({ id: { $ref: '#/components/schemas/Id' } }, { Id: { 'x-origin': 'decided' } }),
        want: [],
      },
    ],
    [
      'a property with a label of its own beside its type',
      {
        given: schema({ id: { $ref: '#/components/schemas/Id', 'x-origin': 'decided' } }, { Id: {} }),
        want: [],
      },
    ],
    [
      'a message without',
      {
        given: { asyncapi: '3.0.0', channels: {}, components: { messages: { made: { name: 'note.made' } } } },
        want: ['The message note.made needs x-origin'],
      },
    ],
  ]
  it.each(cases)('judges %s', async (_name, { given, want }) => {
    expect(await lintRule('origin-everywhere', given)).toEqual(
      want.map((text) => expect.stringContaining(text)),
    )
  })
})
