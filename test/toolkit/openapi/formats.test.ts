import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formats } from '../../../src/toolkit/openapi/formats.ts'
import { casesOf, times } from '../../harness/thorough.ts'

const checkBy = (known: object) => {
  const ajv = new Ajv2020({ formats: known as typeof fullFormats })
  const schemas = Object.fromEntries(Object.keys(cases).map((format) => [format, { type: 'string', format }]))
  return (format: string, text: string) => ajv.validate(schemas[format] ?? false, text)
}
const cases: Record<string, { valid: string[]; invalid: string[] }> = {
  'date-time': {
    valid: [
      '2026-11-02T09:30:00Z',
      '2026-11-02T09:30:00.5Z',
      '2026-11-02T09:30:00.123456789Z',
      '2026-11-02t09:30:00z',
      '2026-11-02T09:30:00+02:00',
      '2024-02-29T00:00:00-23:59',
      // RFC 3339, section 5.8.
      '1985-04-12T23:20:50.52Z',
      '1996-12-19T16:39:57-08:00',
      '1990-12-31T23:59:60Z',
      '1990-12-31T15:59:60-08:00',
      '1937-01-01T12:00:27.87+00:20',
      '1991-01-01T00:59:60+01:00',
    ],
    invalid: [
      '2026-11-02T09:30Z',
      '2026-11-02T09:30:00',
      '2026-11-02 09:30:00Z',
      '2026-11-02T09:30:00.Z',
      '2026-11-02T09:30:00+0200',
      '2026-11-02T09:30:00+02',
      '2026-11-02T24:00:00Z',
      '2026-11-02',
      '2023-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-11-31T00:00:00Z',
      '2026-11-02T09:30:60Z',
      '2026-11-02T23:59:60+01:00',
      '2026-11-02T09:60:00Z',
      '2026-11-02T09:30:00+24:00',
      '',
      '+002026-11-02T09:30:00Z',
      '2026-11-02T09:30:00Z ',
      '\n2026-11-02T09:30:00Z',
    ],
  },
  date: {
    valid: ['2026-11-02', '2024-02-29', '0001-01-01'],
    invalid: ['2023-02-29', '2026-00-01', '2026-1-2', '02.11.2026', '2026-11-02T00:00:00Z', ''],
  },
  email: {
    valid: ['a@b.de', 'ada+x@mail.example.com', 'x@y.z', 'o@xn--mnchen-3ya.de'],
    invalid: [
      'a@b',
      'x@localhost',
      'a@münchen.de',
      'müller@example.com',
      'a@b..de',
      'a..b@c.de',
      '@b.de',
      'a b@c.de',
    ],
  },
  uri: {
    valid: [
      'https://example.com/',
      'https://xn--mnchen-3ya.de/',
      'https://a.de:8443/b?c=d&e#f',
      'urn:isbn:1',
      'https://[2001:db8::1]:8443/',
      'https://[v1.a:b]/',
      'https://a.de/%C3%BC',
      'mailto:a@b.de',
      'a:',
    ],
    invalid: [
      'https://münchen.de/',
      'https://a.de/%zz',
      'https://a.de/{a}',
      'https://a.de/"',
      'https://a.de/ü',
      'https://a.de/a b',
      'https://a.de/\\',
      'https://[::g]/',
      'https://[fe80::1%25eth0]/',
      '/a',
      'a',
      '',
      'https://a.de/|',
      'https://a.de/^',
      'https://a.de/`',
      'https://a.de/<a>',
      'https://a.de/[a]',
      '1a:b',
    ],
  },
  'uri-template': {
    valid: ['/a/{b}', '{+a,b:3,c*}', '{?q}', '', 'a%20{b}', '{a%41}'],
    invalid: ['{', '}', '{}', '{+}', '{a}}', '{{a}}', '{a b}', '{a:0}', '{a,}', '/a b', '%4{a}', '{a%}', '"'],
  },
  url: {
    valid: ['https://a.test', 'http://user:p@a.test:8080/b?c', 'ftp://8.8.8.8/', 'https://a-b.c-d.de/@'],
    invalid: [
      'https://a',
      'https://10.0.0.1/',
      'https://a.test/ b',
      'mailto:a@b.de',
      `https://${'a.'.repeat(200)}de`,
    ],
  },
  'json-pointer': { valid: ['', '/', '/a~0/~1', '//'], invalid: ['a', '/~', '/~2', '#/a'] },
  'json-pointer-uri-fragment': {
    valid: ['#', '#/a%20', '#/~0~1'],
    invalid: ['', '#a', '#/~', '#/%2', '#/ü'],
  },
  'relative-json-pointer': { valid: ['0', '1#', '12/a~1'], invalid: ['', '01', '1a', '1/~', '1#/'] },
  'uri-reference': {
    valid: ['/a/b', 'a/b', '', '?q', '#f', '//host/a', '../a', 'https://a.de/', './a:b'],
    invalid: ['/a b', '/ü', '/%z', '1a:b', '\\a'],
  },
}

const compared = casesOf(Object.keys(cases), 12, 4)

/** Valid, but not for theirs: a leap second with an offset, a URI of only a scheme. The service shows neither. */
const BEYOND = /:60|^[^:/?#]*:(?:[?#]|$)/

const passes = checkBy(formats)

describe.each(Object.entries(cases))('%s', (format, { valid, invalid }) => {
  test.each(valid)('takes %j', (text) => expect(passes(format, text)).toBe(true))
  test.each(invalid)('refuses %j', (text) => expect(passes(format, text)).toBe(false))

  const pieces = [...valid, ...invalid].flatMap((text) => text.split(/(?<=[^A-Za-z0-9])|(?=[^A-Za-z0-9])/))
  const nearly = fc.oneof(
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 })), {
      maxLength: 12,
    }),
    fc.tuple(fc.constantFrom(...valid), fc.nat(), fc.constantFrom(...pieces)).map(([text, at, piece]) => {
      const where = at % (text.length + 1)
      return [text.slice(0, where), piece, text.slice(where + (at % 3))]
    }),
  )
  test.runIf(compared.includes(format))(
    'takes nothing that the full and the fast formats of ajv-formats refuse',
    () => {
      const checks = [checkBy(fullFormats), checkBy(fastFormats)]
      let used = 0
      fc.assert(
        fc.property(nearly, (parts) => {
          const text = parts.join('')
          if (!passes(format, text) || BEYOND.test(text)) return
          used++
          expect(checks.map((check) => check(format, text))).toEqual([true, true])
        }),
        { numRuns: times(20_000, 5_000), seed: 20_261_101 },
      )
      expect(used).toBeGreaterThan(times(500, 125))
    },
  )
})

test('no other source judges by formats of its own', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const asking = sources.filter((file) => readFileSync(`src/${file}`, 'utf8').includes("from 'ajv-formats"))
  expect(asking).toEqual(['toolkit/openapi/formats.ts'])
})

describe('texts of 16 MB, on which expressions with repeated groups overflow', () => {
  const [many, half] = [16_000_000, 8_000_000]
  const long: [format: string, valid: () => string, end: string][] = [
    ['uri', () => `https://a.test/?${'a'.repeat(many)}`, ' '],
    ['uri', () => `https://a.test/${'%20'.repeat(many / 3)}`, '%2'],
    ['uri', () => `https://${'a'.repeat(many)}@b`, '@'],
    ['uri-reference', () => '/a'.repeat(half), '{'],
    ['uri-reference', () => 'a'.repeat(many), ':/\\'],
    ['uri-template', () => `/${'a'.repeat(many)}`, '{'],
    ['uri-template', () => '{a}'.repeat(2_000_000), '{a'],
    ['json-pointer', () => '/a'.repeat(half), '~2'],
    ['json-pointer-uri-fragment', () => `#/${'a'.repeat(2 * many)}`, '~'],
    ['relative-json-pointer', () => `1/${'a'.repeat(2 * many)}`, '~'],
    ['email', () => `${'a.'.repeat(half)}a@b.de`, '@'],
    ['byte', () => 'AAAA'.repeat(many / 4), '==='],
    ['url', () => `https://a.test/${'a'.repeat(many)}`, ' '],
  ]
  test.each(casesOf(long, 4, 1))('%s: %o', (format, text, end) => {
    const ajv = new Ajv2020({ formats: formats as never })
    const validate = ajv.compile({ type: 'string', format })
    expect(validate(text())).toBe(true)
    expect(validate(text() + end)).toBe(false)
  })
})
