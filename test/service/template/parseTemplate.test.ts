import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTemplate, type Segment } from '../../../src/service/template/parseTemplate.ts'

/** A template in short form: strings are text, one-element arrays are variables. */
type Short = (string | [string])[]
const short = (segments: Segment[]): Short =>
  segments.map((segment) => (segment.kind === 'text' ? segment.text : [segment.name]))

const name64 = 'n'.repeat(64)

const cases: [name: string, { given: string; want: Short }][] = [
  ['plain text', { given: 'Hello', want: ['Hello'] }],
  ['nothing', { given: '', want: [] }],
  ['a variable', { given: 'Dear {{name}}!', want: ['Dear ', ['name'], '!'] }],
  ['blanks inside the braces', { given: '{{ name\t}}{{\t  name  }}', want: [['name'], ['name']] }],
  ['a line break inside the braces stays literal', { given: '{{\nname}}', want: ['{{\nname}}'] }],
  ['variables side by side', { given: '{{a}}{{b}}', want: [['a'], ['b']] }],
  ['underscores and digits', { given: '{{_a1}}', want: [['_a1']] }],
  ['the first and last of letters and digits', { given: '{{azAZ09}}', want: [['azAZ09']] }],
  [
    'the neighbours of letters and digits stay literal',
    { given: '{{a/}}{{a:}}{{`}}{{@}}{{[}}', want: ['{{a/}}{{a:}}{{`}}{{@}}{{[}}'] },
  ],
  ['a digit first stays literal', { given: '{{1a}}', want: ['{{1a}}'] }],
  ['a name of 64 characters', { given: `{{${name64}}}`, want: [[name64]] }],
  ['a name of 65 characters stays literal', { given: `{{${name64}n}}`, want: [`{{${name64}n}}`] }],
  ['empty braces stay literal', { given: '{{}} {{ }}', want: ['{{}} {{ }}'] }],
  ['two words stay literal', { given: '{{a b}}', want: ['{{a b}}'] }],
  ['a dotted path stays literal', { given: '{{user.name}}', want: ['{{user.name}}'] }],
  ['a letter beyond ASCII stays literal', { given: '{{né}}', want: ['{{né}}'] }],
  ['a Kelvin sign is no letter k', { given: '{{\u212A}}', want: ['{{\u212A}}'] }],
  ['single braces stay literal', { given: '{name} } {', want: ['{name} } {'] }],
  ['unclosed stays literal', { given: '{{name', want: ['{{name'] }],
  ['half closed stays literal', { given: '{{name}', want: ['{{name}'] }],
  ['a broken placeholder does not hide the next', { given: '{{a {{b}}', want: ['{{a ', ['b']] }],
  ['three braces are a brace around a variable', { given: '{{{name}}}', want: ['{', ['name'], '}'] }],
  ['a variable as a JSON value', { given: '{"a":{{{b}}}}', want: ['{"a":{', ['b'], '}}'] }],
  ['the escape', { given: '\\{{name}}', want: ['{{name}}'] }],
  ['the escape amid text', { given: 'a \\{{b}} {{c}}', want: ['a {{b}} ', ['c']] }],
  ['the escape at the end', { given: 'a\\{{', want: ['a{{'] }],
  ['two backslashes: one stays, one escapes', { given: '\\\\{{a}}', want: ['\\{{a}}'] }],
  ['an escape before more braces', { given: '\\{{{{a}}', want: ['{{', ['a']] }],
  ['a backslash elsewhere stays', { given: '\\n \\{a} {{a\\}}', want: ['\\n \\{a} {{a\\}}'] }],
  ['a backslash behind a variable', { given: '{{a}}\\{{b}}', want: [['a'], '{{b}}'] }],
  [
    'names of object members',
    { given: '{{constructor}}{{__proto__}}', want: [['constructor'], ['__proto__']] },
  ],
]

describe('segments', () => {
  test.each(cases)('%s', (_, { given, want }) => {
    expect(short(parseTemplate(given).segments)).toEqual(want)
    expect(parseTemplate(given).rejected).toEqual([])
  })
})

test('variables are named once, in the order of their first appearance', () => {
  expect(parseTemplate('{{b}}{{a}}{{b}}{{toString}}{{a}}').variables).toEqual(['b', 'a', 'toString'])
})

describe('refused constructs', () => {
  const rejections: [name: string, { given: string; want: [string, number, number][] }][] = [
    [
      'a section',
      {
        given: 'x{{#if}}y{{/if}}',
        want: [
          ['{{#', 1, 2],
          ['{{/', 1, 10],
        ],
      },
    ],
    ['a partial', { given: '{{>p}}', want: [['{{>', 1, 1]] }],
    ['an inverted section', { given: '{{^a}}', want: [['{{^', 1, 1]] }],
    ['an unescaped variable', { given: '{{&a}}', want: [['{{&', 1, 1]] }],
    ['a comment', { given: '{{!a}}', want: [['{{!', 1, 1]] }],
    ['behind an empty line', { given: '\n{{#c}}', want: [['{{#', 2, 1]] }],
    [
      'on a later line',
      {
        given: 'a\n\n b{{#c}}\n{{/c}}',
        want: [
          ['{{#', 3, 3],
          ['{{/', 4, 1],
        ],
      },
    ],
    ['unclosed', { given: '{{#', want: [['{{#', 1, 1]] }],
    ['behind a third brace', { given: '{{{#a}}}', want: [['{{#', 1, 2]] }],
    ['escaped is literal', { given: '\\{{#a}}', want: [] }],
    ['a sign elsewhere is literal', { given: '{{ #a}} {{a#}} {{=a}}', want: [] }],
  ]
  test.each(rejections)('%s', (_, { given, want }) => {
    const found = parseTemplate(given).rejected
    expect(found.map(({ construct, line, column }) => [construct, line, column])).toEqual(want)
  })
})

describe('of any text', () => {
  const alphabet = fc.constantFrom('{', '{{', '}', '}}', '\\', ' ', 'a', 'b1', '_', '#', '{{a}}', '\n', 'é')
  const anyTemplate = fc.array(alphabet, { maxLength: 40 }).map((parts) => parts.join(''))

  /** The grammar again as a regular expression: slow on hostile input, but plain to check. */
  const oracle = (text: string): Short => {
    const parts: Short = []
    const pattern = /\\\{\{|\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]{0,63})[ \t]*\}\}|./gs
    for (const [match, name] of text.matchAll(pattern)) {
      const last = parts.at(-1)
      if (name !== undefined) parts.push([name])
      else {
        const literal = match === '\\{{' ? '{{' : match
        if (typeof last === 'string') parts[parts.length - 1] = last + literal
        else parts.push(literal)
      }
    }
    return parts
  }

  test('the segments are those of the grammar written as a regular expression', () => {
    fc.assert(
      fc.property(anyTemplate, (text) => {
        expect(short(parseTemplate(text).segments)).toEqual(oracle(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('hostile text of 100 000 characters is read in linear time', () => {
  const size = 100_000
  const hostile: [string, string][] = [
    ['braces', '{'],
    ['openings with blanks', `{{${' '.repeat(50)}`],
    ['openings with names', '{{a'],
    ['escapes', '\\{{'],
    ['refused constructs on many lines', '{{#\n'],
    ['variables', '{{a}}'],
  ]
  test.each(hostile)('%s', (_, part) => {
    const text = part.repeat(Math.ceil(size / part.length)).slice(0, size)
    const started = process.cpuUsage()
    for (let i = 0; i < 5; i++) parseTemplate(text)
    const { user } = process.cpuUsage(started)
    expect(user / 5).toBeLessThan(250_000) // microseconds; quadratic reading takes 20 seconds and more
  })

  test('one opening and blanks without end', () => {
    expect(parseTemplate(`{{${' '.repeat(size)}`).variables).toEqual([])
  })
})
