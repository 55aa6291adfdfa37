import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/service/errors.ts'
import { parseTemplate } from '../../../src/service/template/parseTemplate.ts'
import { MAX_RENDERING_LENGTH, type Rendering, render } from '../../../src/service/template/render.ts'

type Case = { given: [template: string, variables: Record<string, string>]; want: Partial<Rendering> }

const cases: [name: string, Case][] = [
  ['a value in its place', { given: ['Dear {{name}}!', { name: 'Ada' }], want: { text: 'Dear Ada!' } }],
  ['a value in all its places', { given: ['{{a}}-{{ a }}', { a: 'x' }], want: { text: 'x-x' } }],
  ['an empty value is no missing one', { given: ['[{{a}}]', { a: '' }], want: { text: '[]', missing: [] } }],
  ['a value is not scanned again', { given: ['{{a}}', { a: '{{b}}', b: 'no' }], want: { text: '{{b}}' } }],
  ['two values do not join into a variable', { given: ['{{a}}b}}', { a: '{{' }], want: { text: '{{b}}' } }],
  ['a value is not escaped', { given: ['{{a}}', { a: '<b>&"\'' }], want: { text: '<b>&"\'' } }],
  [
    'replacement patterns mean nothing',
    { given: ['x{{a}}y', { a: "$&$1$`$'" }], want: { text: "x$&$1$`$'y" } },
  ],
  ['the escape', { given: ['\\{{a}}', { a: 'no' }], want: { text: '{{a}}', extra: ['a'] } }],
  [
    'missing ones, in order',
    { given: ['{{b}}{{a}}{{b}}', {}], want: { text: '{{b}}{{a}}{{b}}', missing: ['b', 'a'] } },
  ],
  ['extra ones', { given: ['{{a}}', { z: '1', a: 'x', y: '2' }], want: { text: 'x', extra: ['z', 'y'] } }],
  [
    'inherited members are no values',
    {
      given: ['{{constructor}}{{toString}}{{__proto__}}', {}],
      want: { missing: ['constructor', 'toString', '__proto__'] },
    },
  ],
  [
    'own members of these names are',
    {
      given: ['{{constructor}}{{toString}}', { constructor: 'c', toString: 't' } as never],
      want: { text: 'ct', missing: [] },
    },
  ],
  [
    'an own __proto__ is',
    { given: ['{{__proto__}}', JSON.parse('{"__proto__":"p"}')], want: { text: 'p', extra: [] } },
  ],
]

test.each(cases)('%s', (_, { given: [template, variables], want }) => {
  expect(render(parseTemplate(template), variables)).toMatchObject(want)
})

describe('of any template and values', () => {
  const name = fc.constantFrom('a', 'b', '_c1', 'toString', '__proto__')
  const literal = fc.stringMatching(/^[^{}\\]*$/)
  const template = fc
    .array(
      fc.oneof(
        literal,
        name.map((n) => `{{${n}}}`),
      ),
      { maxLength: 12 },
    )
    .map((p) => p.join(''))
  const value = fc.oneof(fc.string(), fc.constantFrom('{{a}}', '\\{{', '{{', '}}', '{{b'))

  test('the variables found are the variables needed', () => {
    fc.assert(
      fc.property(template, (text) => {
        const parsed = parseTemplate(text)
        expect(render(parsed, {}).missing).toEqual(parsed.variables)
        const all = Object.fromEntries(parsed.variables.map((n) => [n, 'v']))
        expect(render(parsed, all)).toMatchObject({ missing: [], extra: [] })
      }),
    )
  })

  test('each value appears as it is, whatever it holds', () => {
    fc.assert(
      fc.property(template, value, (text, one) => {
        const parsed = parseTemplate(text)
        const all = Object.fromEntries(parsed.variables.map((n) => [n, one]))
        expect(render(parsed, all).text).toBe(text.split(/\{\{\w+\}\}/).join(one))
      }),
    )
  })
})

test('a rendering beyond the limit is refused before it is made', () => {
  const parsed = parseTemplate('{{a}}'.repeat(20_000))
  const given = { a: 'x'.repeat(1_000_000) }
  expect(() => render(parsed, given)).toThrow(ApiError)
  expect(render(parseTemplate('{{a}}'), given).text).toHaveLength(MAX_RENDERING_LENGTH)
})
