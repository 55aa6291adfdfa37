import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../src/service/errors.ts'
import { acceptable, requireAcceptable } from '../../../../src/service/server/steps/accept.ts'

const JSON_ONLY = ['application/json']

describe('acceptable', () => {
  it.each<[string, { given: string | undefined; offered?: string[]; want: boolean }]>([
    ['no header', { given: undefined, want: true }],
    ['an empty header', { given: '', want: true }],
    ['anything', { given: '*/*', want: true }],
    ['JSON', { given: 'application/json', want: true }],
    ['JSON in capitals with a weight', { given: 'Application/JSON; q=0.5', want: true }],
    ['JSON with our charset', { given: 'application/json;charset=UTF-8', want: true }],
    ['any application type', { given: 'application/*', want: true }],
    ['a browser', { given: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', want: true }],
    ['something else first', { given: 'text/html, application/json;q=0.001', want: true }],
    ['text alone', { given: 'text/html', want: false }],
    ['any text', { given: 'text/*', want: false }],
    ['JSON with a weight of nothing', { given: 'application/json;q=0', want: false }],
    ['JSON forbidden, the rest allowed', { given: 'application/json;q=0.000, */*', want: false }],
    ['applications forbidden, the rest allowed', { given: 'application/*;q=0, */*;q=1', want: false }],
    ['applications forbidden, JSON allowed', { given: 'application/*;q=0, application/json', want: true }],
    ['another charset', { given: 'application/json;charset=latin1', want: false }],
    ['a parameter that we do not have', { given: 'application/json;version=2', want: false }],
    ['a kind of JSON that we do not send', { given: 'application/vnd.api+json', want: false }],
    ['a word that is no media range', { given: 'json', want: false }],
    ['a word beside JSON', { given: 'json, application/json', want: true }],
    ['a malformed weight', { given: 'application/json;q=2', want: false }],
    ['a range of types', { given: '*/json', want: false }],
    [
      'the second of two offers',
      { given: 'text/csv', offered: ['application/jsonl', 'text/csv'], want: true },
    ],
    [
      'one offer forbidden, the other not',
      { given: 'text/csv;q=0,*/*', offered: ['text/csv', 'application/jsonl'], want: true },
    ],
    ['a long row of semicolons', { given: `application/json${' ;'.repeat(20_000)}x`, want: false }],
  ])('%s', (_name, { given, offered = JSON_ONLY, want }) => {
    expect(acceptable(given, offered)).toBe(want)
  })
})

describe('requireAcceptable', () => {
  const request = { headers: { accept: 'text/html' } } as IncomingMessage

  it('names what was received and what is available', () => {
    const operation = {
      responses: [
        { status: 200, mediaTypes: JSON_ONLY },
        { status: 400, mediaTypes: ['text/html'] },
      ],
    }
    let error: unknown
    try {
      requireAcceptable(request, operation)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 406,
      details: { received: 'text/html', available: ['application/json'] },
    })
  })

  it('asks nothing of an operation that answers without a body', () => {
    expect(() => requireAcceptable(request, { responses: [{ status: 204, mediaTypes: [] }] })).not.toThrow()
  })
})
