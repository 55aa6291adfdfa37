import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/errors.ts'
import { parseForm } from '../../../src/http/body/form.ts'

describe('parseForm', () => {
  it.each<[string, { given: string; want: [string, string][] }]>([
    ['nothing', { given: '', want: [] }],
    [
      'two parameters',
      {
        given: 'a=1&b=2',
        want: [
          ['a', '1'],
          ['b', '2'],
        ],
      },
    ],
    ['plus, percent and UTF-8', { given: 'a+b=c+d%2B%26%C3%A9%F0%9F%98%80', want: [['a b', 'c d+&é😀']] }],
    ['a value that holds an equals sign', { given: 'a=b=c', want: [['a', 'b=c']] }],
    [
      'no value',
      {
        given: 'a&b=',
        want: [
          ['a', ''],
          ['b', ''],
        ],
      },
    ],
    ['empty pairs', { given: '&&a=1&', want: [['a', '1']] }],
    ['a parameter named __proto__', { given: '__proto__=1', want: [['__proto__', '1']] }],
  ])('takes %s', (_name, { given, want }) => {
    expect([...parseForm(Buffer.from(given))]).toEqual(want)
  })

  it.each<[string, { given: string | Buffer; want: string }]>([
    ['a parameter given twice', { given: 'a=1&b=2&a=1', want: 'a' }],
    ['a parameter given twice in disguise', { given: 'a=1&%61=2', want: 'a' }],
    ['a malformed escape', { given: 'a=%zz', want: 'a' }],
    ['an escape cut short', { given: 'a=%4', want: 'a' }],
    ['an escape that is not UTF-8', { given: 'a=%ff', want: 'a' }],
    ['a malformed name', { given: '%=1', want: 'body' }],
    ['NUL', { given: 'a=b%00', want: 'a' }],
    ['bytes beyond ASCII', { given: 'a=é', want: 'a' }],
  ])('refuses %s', (_name, { given, want }) => {
    let error: unknown
    try {
      parseForm(Buffer.from(given))
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: want } })
  })
})
