import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../src/service/errors.ts'
import { parseJson } from '../../../../src/service/syntax/json/strictJson.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const many = (count: number, key: (i: number) => string) =>
  `{${Array.from({ length: count }, (_, i) => `${JSON.stringify(key(i))}:0`).join(',')}}`

const acceptedTexts: [name: string, json: string][] = [
  ['an object', '{"name":"a","n":[1,2.5,-3e2,0,-0.0,1E+2],"t":true,"f":false,"z":null}'],
  ['white space of all four kinds', ' \t\r\n{ "a" : [ ] , "b" : { } } \n'],
  ['every escape', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uD83D\\uDE00"'],
  ['raw text beyond ASCII', '{"naïve":"😀 ∑ \u2028"}'],
  ['a replacement character that was sent as such', '"\ufffd"'],
  ['the largest exact integer', '[9007199254740991,-9007199254740991]'],
  ['a large number with an exponent', '1.5e300'],
  ['the smallest double', '5e-324'],
  ['zero written at length', '[0.000,0e99,-0]'],
  ['64 levels', nested(64)],
  ['equal keys in different objects', '[{"a":1},{"a":{"a":2}}]'],
  ['a key named constructor', '{"constructor":1,"toString":2}'],
  ['forty keys', many(40, (i) => `k${i}`)],
  ['a bare string', '"x"'],
]

describe('takes, with the value of JSON.parse', () => {
  it.each(acceptedTexts)('%s', (_name, json) => {
    expect(parseJson(Buffer.from(json))).toEqual(JSON.parse(json))
  })
})

const rejected: [name: string, given: string | Buffer, want: { field: string; issue: RegExp; at: number }][] =
  [
    ['an empty body', '', { field: 'body', issue: /empty body/, at: 0 }],
    [
      'white space alone',
      '  ',
      { field: 'body', issue: /the end of the body; expected a JSON value/, at: 2 },
    ],
    ['a byte order mark', '\ufeff{}', { field: 'body', issue: /byte order mark/, at: 0 }],
    ['UTF-16', Buffer.from('{}', 'utf16le'), { field: 'body', issue: /"\\u0000"; expected a key/, at: 1 }],
    ['invalid UTF-8', Buffer.from('7b2261223a22fffd227d', 'hex'), { field: 'body', issue: /0xff/, at: 6 }],
    ['an overlong encoding', Buffer.from('22c0af22', 'hex'), { field: 'body', issue: /0xc0/, at: 1 }],
    ['a raw surrogate (CESU-8)', Buffer.from('22eda08022', 'hex'), { field: 'body', issue: /0xed/, at: 1 }],
    ['UTF-8 cut short', Buffer.from('22e282', 'hex'), { field: 'body', issue: /0xe2/, at: 1 }],
    ['text after the value', '{} x', { field: 'body', issue: /"x"; expected the end/, at: 3 }],
    ['two values', '1 2', { field: 'body', issue: /"2"; expected the end/, at: 2 }],
    ['an unfinished object', '{"a":1', { field: 'body', issue: /expected "," or "}"/, at: 6 }],
    ['a trailing comma in an object', '{"a":1,}', { field: 'body', issue: /expected a key/, at: 7 }],
    [
      'a trailing comma in an array',
      '{"a":[1,]}',
      { field: 'a[1]', issue: /"]"; expected a JSON value/, at: 8 },
    ],
    ['single quotes', "{'a':1}", { field: 'body', issue: /expected a key in double quotes/, at: 1 }],
    ['no colon', '{"a" 1}', { field: 'a', issue: /expected ":"/, at: 5 }],
    ['a comment', '{"a":/**/1}', { field: 'a', issue: /expected a JSON value/, at: 5 }],
    ['NaN', '[NaN]', { field: '[0]', issue: /"N"; expected a JSON value/, at: 1 }],
    ['an unknown word', '{"a":nul}', { field: 'a', issue: /expected a JSON value/, at: 5 }],
    ['a leading zero', '[01]', { field: 'body', issue: /expected "," or "]"/, at: 2 }],
    ['a bare minus', '-', { field: 'body', issue: /expected a digit/, at: 1 }],
    ['a point without digits', '[1.]', { field: '[0]', issue: /expected a digit/, at: 3 }],
    ['an exponent without digits', '[1e+]', { field: '[0]', issue: /expected a digit/, at: 4 }],
    ['a hexadecimal number', '0x10', { field: 'body', issue: /"x"; expected the end/, at: 1 }],
    ['a string without an end', '{"a":"b', { field: 'a', issue: /without its closing quote/, at: 5 }],
    ['a string that ends in a backslash', '"\\', { field: 'body', issue: /begins no JSON escape/, at: 1 }],
    ['a raw line feed', '{"a":"b\nc"}', { field: 'a', issue: /control character U\+000A/, at: 7 }],
    ['an unknown escape', '"\\x41"', { field: 'body', issue: /begins no JSON escape/, at: 1 }],
    ['a short \\u', '"\\u12"', { field: 'body', issue: /four hexadecimal digits/, at: 1 }],
    ['a duplicate key', '{"a":{"b":1,"b":2}}', { field: 'a.b', issue: /key "b" twice/, at: 12 }],
    ['a duplicate key in disguise', '{"ab":1,"\\u0061b":2}', { field: 'ab', issue: /key "ab" twice/, at: 8 }],
    [
      'the last of forty keys again',
      many(41, (i) => `k${i % 40}`),
      { field: 'k0', issue: /"k0" twice/, at: 311 },
    ],
    ['__proto__', '{"v":[{"__proto__":{}}]}', { field: 'v[0].__proto__', issue: /__proto__/, at: 7 }],
    ['__proto__ in disguise', '{"\\u005f_proto__":1}', { field: '__proto__', issue: /not allowed/, at: 1 }],
    ['a lone high surrogate', '{"a":"\\ud800"}', { field: 'a', issue: /\\ud800/, at: 6 }],
    ['a lone low surrogate', '["\\uDC00"]', { field: '[0]', issue: /\\udc00/, at: 2 }],
    ['two high surrogates', '"\\ud83d\\ud83d"', { field: 'body', issue: /half of a surrogate pair/, at: 1 }],
    [
      'a high surrogate before text',
      '"\\ud83dx"',
      { field: 'body', issue: /half of a surrogate pair/, at: 1 },
    ],
    ['a lone surrogate in a key', '{"\\udfff":1}', { field: 'body', issue: /\\udfff/, at: 2 }],
    ['NUL', '{"a":{"b c":"\\u0000"}}', { field: 'a["b c"]', issue: /NUL/, at: 13 }],
    ['raw NUL', Buffer.from('220022', 'hex'), { field: 'body', issue: /control character U\+0000/, at: 1 }],
    ['2^53', '{"n":9007199254740992}', { field: 'n', issue: /2\^53 - 1/, at: 5 }],
    ['-2^53', '-9007199254740992', { field: 'body', issue: /2\^53 - 1/, at: 0 }],
    ['an integer of 400 digits', '9'.repeat(400), { field: 'body', issue: /9{40}…, which no double/, at: 0 }],
    ['1e20, which would come back as an integer', '1e20', { field: 'body', issue: /2\^53 - 1/, at: 0 }],
    ['1e999', '{"n":[0,1e999]}', { field: 'n[1]', issue: /1e999, which no double/, at: 8 }],
    ['-1e999', '-1e999', { field: 'body', issue: /no double/, at: 0 }],
    ['1e-999', '1e-999', { field: 'body', issue: /too small/, at: 0 }],
    ['65 levels', nested(65), { field: '[0]'.repeat(64), issue: /deeper than 64/, at: 64 }],
    ['5 000 levels', nested(5000), { field: '[0]'.repeat(64), issue: /deeper than 64/, at: 64 }],
    ['5 000 levels of objects', '{"a":'.repeat(5000), { field: `a${'.a'.repeat(63)}`, issue: /64/, at: 320 }],
  ]

describe('refuses, saying what and where', () => {
  it.each(rejected)('%s', (_name, given, want) => {
    const error = rejectionOf(Buffer.from(given))
    expect(error.code).toBe('INVALID_JSON')
    expect(error.details).toMatchObject({ field: want.field, offset: want.at })
    expect(error.details.issue).toMatch(want.issue)
    expect(error.message).toContain(error.details.issue)
  })

  it('counts lines and characters for people, bytes for programs', () => {
    const { details } = rejectionOf(Buffer.from('{\n  "naïve 😀": 01\n}'))
    expect(details).toMatchObject({ line: 2, column: 15, offset: 20 })
  })

  it('shortens what it quotes', () => {
    const key = 'k'.repeat(100_000)
    const { message } = rejectionOf(Buffer.from(`{"${key}":1,"${key}":2}`))
    expect(message.length).toBeLessThan(300)
  })

  it('finds the duplicate among 100 000 keys without comparing them all with each other', () => {
    const { details } = rejectionOf(Buffer.from(many(100_001, (i) => `k${i % 100_000}`)))
    expect(details.field).toBe('k0')
  })
})

function rejectionOf(body: Buffer): ApiError {
  try {
    parseJson(body)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('the body was taken')
}
