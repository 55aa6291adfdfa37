import { describe, expect, it } from 'vitest'
import { OAuthError } from '../../../src/service/oauthErrors.ts'
import { parseForm, singleValues } from '../../../src/service/syntax/form.ts'

/** As the bytes of a request come to the parser. */
const read = (given: string | Buffer) => singleValues(parseForm(Buffer.from(given).toString('latin1')))

describe('a form', () => {
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
    ['no value as no parameter (RFC 6749, 3.1)', { given: 'a&b=', want: [] }],
    ['empty pairs', { given: '&&a=1&', want: [['a', '1']] }],
    ['a parameter named __proto__', { given: '__proto__=1', want: [['__proto__', '1']] }],
    ['UTF-8 that is not escaped', { given: 'a=é', want: [['a', 'é']] }],
  ])('takes %s', (_name, { given, want }) => {
    expect([...read(given)]).toEqual(want)
  })

  it.each<[string, string | Buffer]>([
    ['a parameter given twice', 'a=1&b=2&a=1'],
    ['a parameter given twice in disguise', 'a=1&%61=2'],
    ['a malformed escape', 'a=%zz'],
    ['an escape cut short', 'a=%4'],
    ['an escape that is not UTF-8', 'a=%ff'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff])],
    ['a malformed name', '%=1'],
    ['NUL', 'a=b%00'],
    ['NUL that is not escaped', 'a=b\0'],
  ])('refuses %s', (_name, given) => {
    let error: unknown
    try {
      read(given)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(OAuthError)
    expect(error).toMatchObject({ code: 'invalid_request' })
  })
})
