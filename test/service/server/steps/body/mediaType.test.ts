import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../../src/service/errors.ts'
import { requireMediaType } from '../../../../../src/service/server/steps/body/mediaType.ts'

const dataset = ['application/jsonl', 'text/csv']

describe('requireMediaType', () => {
  it.each<[string, { given: string | undefined; accepted?: string[]; want: string | number }]>([
    ['JSON', { given: 'application/json', want: 'application/json' }],
    ['JSON with its charset', { given: 'application/json; charset=utf-8', want: 'application/json' }],
    ['a charset in quotes', { given: 'application/json;charset="UTF-8"', want: 'application/json' }],
    ['capitals', { given: 'Application/JSON', want: 'application/json' }],
    ['an empty parameter', { given: 'application/json;', want: 'application/json' }],
    ['one of several', { given: 'text/csv; charset=utf-8', accepted: dataset, want: 'text/csv' }],
    ['none', { given: undefined, want: 415 }],
    ['an empty one', { given: '', want: 415 }],
    ['text', { given: 'text/plain', want: 415 }],
    ['a form', { given: 'application/x-www-form-urlencoded', want: 415 }],
    ['another charset', { given: 'application/json; charset=iso-8859-1', want: 415 }],
    ['another parameter', { given: 'application/json; version=2', want: 415 }],
    ['two types', { given: 'application/json, application/json', want: 415 }],
    ['a type that merely ends in it', { given: 'x/application/json', want: 415 }],
    ['a suffix', { given: 'application/merge-patch+json', want: 415 }],
    ['JSON where it is not taken', { given: 'application/json', accepted: dataset, want: 415 }],
  ])('%s', (_name, { given, accepted, want }) => {
    let got: string | number
    try {
      got = requireMediaType(given, accepted)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      got = error.status
      expect(error.details).toEqual({
        field: 'header.Content-Type',
        received: given ?? null,
        expected: accepted ?? ['application/json'],
      })
      expect(error.headers.Accept).toBe((accepted ?? ['application/json']).join(', '))
      for (const type of accepted ?? ['application/json']) expect(error.message).toContain(type)
    }
    expect(got).toBe(want)
  })
})
