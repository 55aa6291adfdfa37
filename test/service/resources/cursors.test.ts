import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/service/errors.ts'
import { createCursors } from '../../../src/service/resources/cursors.ts'

const cursors = createCursors(Buffer.alloc(32, 3))
const list = ['listPrompts', 'org_1']
const position = [1761955200000, 'prompt_1']

// HMAC-SHA256 and base64url of another implementation.
const LITERAL = 'CNtuiVDk00VIYPKNPSpi51sxNzYxOTU1MjAwMDAwLCJwcm9tcHRfMSJd'

describe('a cursor', () => {
  test('is the same one for the same place, whoever computes it', () => {
    expect(cursors.encode(list, position)).toBe(LITERAL)
    expect(cursors.decode(list, LITERAL)).toEqual(position)
  })

  test.each([
    ['text of any language', ['Grüße 🚀', 'prompt_1']],
    ['null and fractions', [null, 0.1, -1]],
    ['the longest name', ['名'.repeat(255), 'prompt_1']],
  ])('carries %s', (_name, place) => {
    expect(cursors.decode(list, cursors.encode(list, place))).toEqual(place)
  })

  const forged: [string, { given: string }][] = [
    ['empty', { given: '' }],
    ['a word', { given: 'abc' }],
    [
      'a position without a signature',
      { given: Buffer.from(JSON.stringify(position)).toString('base64url') },
    ],
    ['cut off', { given: LITERAL.slice(0, -4) }],
    ['only a signature', { given: Buffer.from(LITERAL, 'base64url').subarray(0, 16).toString('base64url') }],
    ['one with a bit flipped in the position', { given: flip(20) }],
    ['one with a bit flipped in the signature', { given: flip(0) }],
    ['ours with padding', { given: `${LITERAL}==` }],
    ['ours with a blank', { given: `${LITERAL.slice(0, 8)} ${LITERAL.slice(8)}` }],
    ['ours of another key', { given: createCursors(Buffer.alloc(32, 4)).encode(list, position) }],
    ['ours of another organization', { given: cursors.encode(['listPrompts', 'org_2'], position) }],
    ['ours of another operation', { given: cursors.encode(['listFolders', 'org_1'], position) }],
    [
      'ours of a list with a filter',
      { given: cursors.encode([...list, { folderId: 'folder_1' }], position) },
    ],
    ['SQL', { given: "' OR 1=1 --" }],
    ['a megabyte', { given: 'A'.repeat(2 ** 20) }],
  ]
  test.each(forged)('that is %s is a validation error at query.cursor', (_name, { given }) => {
    let rejection: unknown
    try {
      cursors.decode(list, given)
    } catch (error) {
      rejection = error
    }
    expect(rejection).toBeInstanceOf(ApiError)
    expect(rejection).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'query.cursor' } })
  })
})

function flip(at: number): string {
  const bytes = Buffer.from(LITERAL, 'base64url')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64url')
}
