import { describe, expect, it } from 'vitest'
import { lintRule, withPaths } from '../lintRule.ts'

const WORDS = 'must be a verb and a noun in camelCase'

describe('house/operation-id-verb-noun', () => {
  const cases: [string, { given: [method: string, operationId: string | undefined]; want: string[] }][] = [
    ['a verb and a noun', { given: ['post', 'createNote'], want: [] }],
    ['a verb and several words', { given: ['get', 'listNoteVersions'], want: [] }],
    ['the verb of an action', { given: ['post', 'archiveTask'], want: [] }],
    ['a verb of another method in a POST', { given: ['post', 'getNote'], want: ['of a POST must be'] }],
    ['an action of another method', { given: ['patch', 'archiveTask'], want: ['of a PATCH must be'] }],
    ['a verb alone', { given: ['get', 'list'], want: [WORDS] }],
    ['a noun first', { given: ['post', 'noteCreate'], want: [WORDS] }],
    ['a verb of another method', { given: ['get', 'deleteNote'], want: ['of a GET must be'] }],
    ['words with dashes', { given: ['post', 'create-note'], want: [WORDS] }],
    ['none', { given: ['patch', undefined], want: ['such as updatePrompt; verbs: update'] }],
  ]
  it.each(cases)('judges %s', async (_name, { given: [method, operationId], want }) => {
    const document = withPaths({
      '/notes': { [method]: { ...(operationId && { operationId }), responses: {} } },
    })
    expect(await lintRule('operation-id-verb-noun', document)).toEqual(
      want.map((text) => expect.stringContaining(text)),
    )
  })

  it("leaves the client's own operations alone", async () => {
    const document = withPaths({}, { webhooks: { made: { post: { operationId: 'onMade', responses: {} } } } })
    expect(await lintRule('operation-id-verb-noun', document)).toEqual([])
  })
})
