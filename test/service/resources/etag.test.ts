import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/service/errors.ts'
import { etagOf, notModified, requireMatch } from '../../../src/service/resources/etag.ts'

const prompt = { id: 'prompt_1', name: 'naïve 😀' }
const now = etagOf(JSON.stringify(prompt))

describe('etagOf', () => {
  it('is the quoted SHA-256 of the bytes, whether given as text or as a buffer', () => {
    const digest = createHash('sha256').update(JSON.stringify(prompt)).digest('base64url')
    expect(now).toBe(`"${digest}"`)
    expect(etagOf(Buffer.from(JSON.stringify(prompt)))).toBe(now)
    expect(etagOf('abc')).toBe('"ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"')
  })
})

describe('requireMatch', () => {
  it.each<
    [string, { given: string | undefined; want: 'goes on' | 'PRECONDITION_FAILED' | 'VALIDATION_ERROR' }]
  >([
    ['no header', { given: undefined, want: 'goes on' }],
    ['the present tag', { given: now, want: 'goes on' }],
    ['any tag', { given: '*', want: 'goes on' }],
    ['a list that holds it', { given: `"old", ${now}`, want: 'goes on' }],
    ['a list with empty elements', { given: `,, "old" ,, ${now} ,`, want: 'goes on' }],
    ['another tag', { given: '"old"', want: 'PRECONDITION_FAILED' }],
    ['several others, one with a comma inside', { given: '"a,b","c"', want: 'PRECONDITION_FAILED' }],
    ['an empty tag', { given: '""', want: 'PRECONDITION_FAILED' }],
    ['the present tag, but weak', { given: `W/${now}`, want: 'PRECONDITION_FAILED' }],
    ['the present tag without quotes', { given: now.slice(1, -1), want: 'VALIDATION_ERROR' }],
    ['an open quote', { given: '"abc', want: 'VALIDATION_ERROR' }],
    ['two tags without a comma', { given: '"a" "b"', want: 'VALIDATION_ERROR' }],
    ['a lower-case weakness', { given: 'w/"a"', want: 'VALIDATION_ERROR' }],
    ['a star in a list', { given: '"a", *', want: 'VALIDATION_ERROR' }],
    ['nothing', { given: '', want: 'VALIDATION_ERROR' }],
    ['commas alone', { given: ' , ', want: 'VALIDATION_ERROR' }],
  ])('%s', (_name, { given, want }) => {
    const error = rejectionOf(() => requireMatch(given, prompt))
    expect(error?.code ?? 'goes on').toBe(want)
    if (want === 'PRECONDITION_FAILED') expect(error?.details).toEqual({ received: given, current: now })
    if (want === 'VALIDATION_ERROR') expect(error?.details.field).toBe('header.If-Match')
  })

  it('reports a batch item at its own place', () => {
    const error = rejectionOf(() => requireMatch('abc', prompt, 'prompts[3].etag'))
    expect(error?.details.field).toBe('prompts[3].etag')
  })

  it('is not slowed down by a long malformed header', () => {
    expect(rejectionOf(() => requireMatch(`${' ,'.repeat(50_000)}x`, prompt))?.code).toBe('VALIDATION_ERROR')
  })
})

describe('notModified', () => {
  it.each<[string, { given: string | undefined; want: boolean }]>([
    ['no header', { given: undefined, want: false }],
    ['the present tag', { given: now, want: true }],
    ['the present tag, weak', { given: `W/${now}`, want: true }],
    ['any tag', { given: ' * ', want: true }],
    ['a list that holds it', { given: `"old",W/${now}`, want: true }],
    ['another tag', { given: '"old"', want: false }],
    ['a malformed header', { given: `${now} x`, want: false }],
    ['an empty header', { given: '', want: false }],
  ])('%s', (_name, { given, want }) => {
    expect(notModified(given, now)).toBe(want)
  })
})

function rejectionOf(action: () => void): ApiError | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  return undefined
}
