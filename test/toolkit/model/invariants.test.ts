/** The language of `x-invariants`: what it accepts, what it means, and what is reported about it. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseInvariant } from '../../../src/toolkit/model/invariantSyntax.ts'
import { isMet } from '../../../src/toolkit/model/invariants.ts'
import { invariantProblems, statedInvariants } from '../../../src/toolkit/model/statedInvariants.ts'
import { DocumentError, type Json, type JsonObject } from '../../../src/toolkit/openapi/document.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const is = (text: string, object: object, integers: string[] = []) =>
  isMet(parseInvariant(text), object as JsonObject, (name) => integers.includes(name))

const lines = [{ amount: 2.5 }, { amount: 4 }]

describe('an invariant', () => {
  test.each([
    ['total == sum(lines.amount)', { total: 6.5, lines }, true],
    ['total == sum(lines.amount)', { total: 6, lines }, false],
    ['total == sum(lines.amount)', { total: 0, lines: [] }, true],
    ['total == sum(lines.amount)', { total: 2.5, lines: [{ amount: 2.5 }, {}] }, undefined],
    ['total == sum(lines.amount)', { total: 2.5, lines: [{ amount: 2.5 }, { amount: null }] }, undefined],
    ['total == sum(lines.amount)', { total: 2.5 }, undefined],
    ['total == sum(lines.amount)', { total: '6.50', lines: [{ amount: '2.50' }, { amount: '4.00' }] }, true],
    ['total == sum(orders.lines.amount)', { total: 13, orders: [{ lines }, { lines }] }, true],
    ['total == sum(lines)', { total: 5, lines: [2, 3] }, true],
    ['total == sum(lines)', { total: 5, lines: 5 }, undefined],
    ['lineCount == count(lines)', { lineCount: 2, lines }, true],
    ['lineCount == count(lines)', { lineCount: 3, lines }, false],
    ['lineCount == count(lines)', { lineCount: 3, lines: null }, undefined],
    ['cart.size == count(cart.lines)', { cart: { size: 2, lines } }, true],
    ['cart.size == count(cart.lines)', { cart: null }, undefined],
    ['paid <= total', { paid: 5, total: 5 }, true],
    ['paid <= total', { paid: 5.01, total: 5 }, false],
    ['paid <= total', { paid: null, total: 5 }, undefined],
    ['paid < total', { paid: 5, total: 5 }, false],
    ['0 <= paid', { paid: -1 }, false],
    ['paid >= -2', { paid: -1 }, true],
    ['amount == quantity * unit_price', { amount: 0.3, quantity: 3, unit_price: 0.1 }, true],
    ['amount == quantity * unit_price', { amount: 10.01, quantity: 3, unit_price: 3.335 }, true],
    ['amount == quantity * unit_price', { amount: 10.05, quantity: 3, unit_price: 3.335 }, false],
    ['net + tax == gross', { net: 5, tax: 1, gross: 6 }, true],
    ['gross == (net - discount) * 2', { net: 5, discount: 1, gross: 8 }, true],
    ['rate == part / whole', { rate: 1, part: 1, whole: 0 }, undefined],
    ['latitude == other', { latitude: 5.001, other: 5.002 }, false],
    [
      'startedAt <= endedAt',
      { startedAt: '2026-01-01T01:00:00+01:00', endedAt: '2026-01-01T00:00:00Z' },
      true,
    ],
    ['startedAt <= endedAt', { startedAt: '2026-01-01T00:00:01Z', endedAt: '2026-01-01T00:00:00.5Z' }, false],
    ['startedAt <= endedAt', { startedAt: '2026-01-01', endedAt: '2026-01-01T00:00:00Z' }, undefined],
    ['from <= to', { from: '2026-01-02', to: '2026-01-01' }, false],
    ['from <= to', { from: 'a', to: 'b' }, undefined],
    ['from <= "2026-01-01"', { from: '2026-01-02' }, false],
    [
      'createdAt == updatedAt',
      { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00.000Z' },
      true,
    ],
    ['ownerId == owner.id', { ownerId: 'a', owner: { id: 'a', name: 'b' } }, true],
    ['ownerId == owner.id', { ownerId: 'a', owner: { id: 'b' } }, false],
    ['ownerId == owner.id', { ownerId: 'a', owner: { id: 5 } }, undefined],
    ['ownerId != `parent-id`', { ownerId: 'a', 'parent-id': 'a' }, false],
    ['isPaid == true', { isPaid: false }, false],
    ['status == "closed" implies closedAt != null', { status: 'closed', closedAt: null }, false],
    ['status == "closed" implies closedAt != null', { status: 'closed', closedAt: '2026-01-01' }, true],
    ['status == "closed" implies closedAt != null', { status: 'closed' }, undefined],
    ['status == "closed" implies closedAt != null', { status: 'open', closedAt: null }, undefined],
    ['status == "open" implies closedAt == null', { status: 'open', closedAt: 'x' }, false],
    ['count == 2', { count: 2 }, true],
    [
      'total == a + b',
      { total: 3, a: { amount: 1, currency: 'EUR' }, b: { amount: 2, currency: 'USD' } },
      undefined,
    ],
    ['total == a', { total: { amount: 1, currency: 'EUR' }, a: { amount: 2, currency: 'EUR' } }, false],
    ['a == toString', { a: 1 }, undefined],
    ['parentId != id', { parentId: 100000000000001, id: 100000000000002 }, true],
    ['parentId == id', { parentId: 100000000000001, id: 100000000000002 }, false],
    ['parentId != id', { parentId: 100000000000001, id: 100000000000001 }, false],
    ['a == b', { a: 0.1 + 0.2, b: 0.3 }, true],
    ['total == sum(lines.amount)', { total: '', lines }, undefined],
    ['total == sum(lines.amount)', { total: true, lines: [{ amount: 1 }] }, undefined],
    ['total == sum(lines.amount)', { total: false, lines }, undefined],
    ['total == sum(lines.amount)', { total: { amount: 6.5, currency: 'EUR' }, lines }, true],
    ['total == sum(lines.amount)', { total: { amount: '7.00', currency: 'EUR' }, lines }, false],
    ['price > cost + fee', { price: 10.01, cost: 8, fee: 2 }, true],
    ['price > cost + fee', { price: 10, cost: 8, fee: 2 }, false],
    ['price > cost + fee', { price: 0.3, cost: 0.1, fee: 0.2 }, false],
    ['cost + fee < price', { price: 10.01, cost: 8, fee: 2 }, true],
    ['price != cost + fee', { price: 10.01, cost: 8, fee: 2 }, true],
    ['price != cost + fee', { price: 0.3, cost: 0.1, fee: 0.2 }, false],
    ['price >= cost * fee', { price: 10, cost: 3.335, fee: 3 }, true],
    ...(
      [
        ['<', '00.000100Z', '00.000900Z', true],
        ['<', '00.000900Z', '00.000100Z', false],
        ['<=', '00.000900Z', '00.000100Z', false],
        ['<=', '00.000100Z', '00.0009Z', true],
        ['==', '00.0001Z', '00.000100Z', true],
        ['!=', '00.0001Z', '00.000100Z', false],
        ['==', '00.000100Z', '00.000900Z', false],
        ['<', '00.123Z', '00.123456Z', true],
        ['==', '00.123Z', '00.123456Z', true],
        ['<=', '00.123456Z', '00.123Z', true],
        ['<', '00.000100', '00.000900', true],
      ] as const
    ).map(([relation, one, other, wanted]) => [
      `startedAt ${relation} endedAt`,
      { startedAt: `2026-01-01T00:00:${one}`, endedAt: `2026-01-01T00:00:${other}` },
      wanted,
    ]),
  ] as [string, object, boolean | undefined][])('%s of %j: %j', (text, object, wanted) => {
    expect(is(text, object)).toBe(wanted)
  })

  test('compares with a rounded result where the property is an integer', () => {
    const object = { tax: 3, net: 15, rate: 0.19 }
    expect([is('tax == net * rate', object), is('tax == net * rate', object, ['tax'])]).toEqual([false, true])
    expect(is('net * rate == tax', { ...object, tax: 4 }, ['tax'])).toBe(false)
  })

  test.each([
    ['total==sum( lines . amount )', 'total == sum(lines.amount)'],
    ['a   ==-  2*(b+ c)', 'a == -2 * (b + c)'],
    ['status == "a b" implies `x-y`!=null', 'status == "a b" implies `x-y` != null'],
  ])('%s is written as %s', (text, wanted) => {
    expect(parseInvariant(text).text).toBe(wanted)
    expect(parseInvariant(wanted).text).toBe(wanted)
  })

  test.each([
    ['total = price', '"total = price" has an unexpected "=" at column 7; use == for "equals"'],
    ["a == 'b'", `"a == 'b'" has an unexpected "'" at column 6; use double quotes for strings`],
    ['total', '"total" ends too early at column 6; expected one of ==, !=, <, <=, >, >='],
    ['total ==', '"total ==" ends too early at column 9; expected the name of a property or a number'],
    ['', '"" ends too early at column 1; expected the name of a property or a number'],
    ['a == b == c', '"a == b == c" has an unexpected "=" at column 8; expected implies or the end'],
    ['a == (b + c', '"a == (b + c" ends too early at column 12; expected ")"'],
    ['a == sum(b + c)', '"a == sum(b + c)" has an unexpected "+" at column 12; expected ")"'],
    [
      'a < null',
      '"a < null" has an unexpected "n" at column 5; expected a number, a time or a property, which < can compare',
    ],
    [
      'a == b implies',
      '"a == b implies" ends too early at column 15; expected the name of a property or a number',
    ],
    ['1 == 2', '"1 == 2" names no property'],
    ['a == "\\x"', '"a == \\"\\\\x\\"" contains "\\x", which is not a JSON string'],
    [
      'a.null == 1',
      '"a.null == 1" has an unexpected "n" at column 3; expected the name of a property or a number',
    ],
    ['a || b', '"a || b" has an unexpected "|" at column 3; an invariant has no "or"'],
    [`a == ${'1'.repeat(500)}`, 'an invariant of 505 characters is too long; use at most 500'],
  ])('%j cannot be parsed', (text, message) => {
    expect(() => parseInvariant(text)).toThrow(message)
  })
})

const money = { type: 'number' }
const documentWith = (schemas: object) =>
  documentOf({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {}, components: { schemas } })

const ORDER = {
  type: 'object',
  properties: {
    total: money,
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
    owner: { anyOf: [{ type: 'object', properties: { id: { type: 'string' } } }, { type: 'null' }] },
    extra: { type: 'object' },
  },
}
const Line = { type: 'object', properties: { amount: money } }

test.each([
  [['total == sum(lines.amount)', 'total == count(lines)', 'owner.id == "a"', 'extra.any == 1'], []],
  [['total == price'], ['"total == price" names price, which the schema does not declare']],
  [['owner.name == "a"'], ['"owner.name == \\"a\\"" names owner.name, which the schema does not declare']],
  [
    ['total == lines.amount'],
    ['"total == lines.amount" names lines.amount of the entries of a list; use sum() or count()'],
  ],
  [['total == sum(total)'], ['"total == sum(total)" has sum(total), where the schema has no list']],
  [
    ['total == count(lines.amount)'],
    ['"total == count(lines.amount)" has count(lines.amount), where the schema has no list'],
  ],
  [
    ['total = 1', 5],
    [
      '"total = 1" has an unexpected "=" at column 7; use == for "equals"',
      'x-invariants is not a list of strings: it contains 5',
    ],
  ],
  ['total == 1', ['x-invariants is not a list of strings']],
  [null, ['x-invariants is not a list of strings']],
  [5, ['x-invariants is not a list of strings']],
])('%j at a schema: %j', (invariants, messages) => {
  const document = documentWith({ Order: { ...ORDER, 'x-invariants': invariants }, Line })
  expect(invariantProblems(document).map(({ message }) => message)).toEqual(messages)
})

test('a part of an allOf may name properties of the other parts', () => {
  const part = { properties: { paid: money }, 'x-invariants': ['paid <= total', 'paid <= price'] }
  const document = documentWith({ Order: { allOf: [ORDER, part] }, Line })
  expect(invariantProblems(document)).toEqual([
    {
      pointer: '/components/schemas/Order/allOf/1/x-invariants/1',
      message: '"paid <= price" names price, which the schema does not declare',
    },
  ])
})

test('a property with the name of the extension, examples and other extensions are not statements', () => {
  const properties = { 'x-invariants': { type: 'array', items: { type: 'string' } } }
  const Odd = {
    type: 'object',
    properties,
    example: { 'x-invariants': ['no'] },
    'x-own': { 'x-invariants': 'no' },
  }
  const document = documentWith({ Odd })
  expect(invariantProblems(document)).toEqual([])
  expect([...statedInvariants(document)]).toEqual([])
})

test('an invariant that cannot be parsed stops a tool, with its place', () => {
  const document = documentWith({ Order: { ...ORDER, 'x-invariants': ['total >'] }, Line })
  expect(() => statedInvariants(document)).toThrow('x-invariants "total >" ends too early at column 8')
})

test.each([
  ['total == 1', 'x-invariants is not a list of strings.'],
  [null, 'x-invariants is not a list of strings.'],
  [5, 'x-invariants is not a list of strings.'],
  [{ total: 1 }, 'x-invariants is not a list of strings.'],
  [['total == 1', 5], 'x-invariants is not a list of strings: it contains 5.'],
] as [Json, string][])('%j, which is not a list of strings, stops a tool', (invariants, message) => {
  const document = documentWith({ Order: { ...ORDER, 'x-invariants': invariants }, Line })
  expect(() => statedInvariants(document)).toThrow(DocumentError)
  expect(() => statedInvariants(document)).toThrow(message)
})

test('the JSON Schema accepts what the language accepts, and the page has its examples', () => {
  const schema = JSON.parse(readFileSync('src/toolkit/schemas/x-invariants.json', 'utf8'))
  const page = readFileSync('docs/reference/x-extensions.md', 'utf8')
  const validate = new Ajv2020({ strict: false }).compile(schema)
  const examples: string[] = schema.items.examples
  expect(examples.length).toBeGreaterThan(4)
  expect(validate(examples)).toBe(true)
  for (const one of examples) {
    expect(parseInvariant(one).text).toBe(one)
    expect(page).toContain(`\`${one}\``)
  }
  expect([validate('a == b'), validate(['a is b']), validate([5])]).toEqual([false, false, false])
})
