/** Candidates for invariants, from objects. */
import { describe, expect, test } from 'vitest'
import {
  candidatesOf,
  isConvincing,
  type SchemaFacts,
} from '../../../../src/toolkit/conformance/engine/learn/candidates.ts'
import type { JsonObject } from '../../../../src/toolkit/openapi/document.ts'

const facts = (sendable: string[] = [], stated: string[] = []): SchemaFacts => ({
  isSendable: (root) => sendable.includes(root),
  stated: new Set(stated),
  choicesOf: (root) => (root === 'status' ? ['open', 'closed'] : root === 'isPaid' ? [true, false] : []),
})

/** Objects from rows of values. */
const rows = (names: string, ...values: unknown[][]): JsonObject[] =>
  values.map(
    (row) => Object.fromEntries(names.split(' ').map((name, index) => [name, row[index]])) as JsonObject,
  )

const textsOf = (objects: JsonObject[], given = facts()) =>
  candidatesOf(objects, given).map(({ invariant }) => invariant.text)

const products = [
  [6, 2, 3],
  [20, 4, 5],
  [8, 8, 1],
  [21, 3, 7],
  [10, 1, 10],
]

describe('the candidates', () => {
  test.each<[string, JsonObject[], string[]]>([
    ['a product', rows('amount quantity price', ...products), ['amount == quantity * price']],
    [
      'a sum',
      rows('gross net tax', [3, 2, 1], [7, 4, 3], [9, 8, 1], [5, 5, 0], [4, 1, 3]),
      ['gross == net + tax'],
    ],
    [
      'a constant addend',
      rows('gross net tax', [3, 3, 0], [7, 7, 0], [9, 9, 0], [5, 5, 0]),
      ['gross == net'],
    ],
    ['equal strings', rows('a b', ['x', 'x'], ['y', 'y'], ['z', 'z'], ['w', 'w']), ['a == b']],
    [
      'large integers',
      rows('a b', ...[1, 2, 3, 4].map((one) => [100000000000000 + one, 100000000000001 + one])),
      ['a <= b'],
    ],
    ['one value', rows('a b', ['x', 'x'], ['x', 'x'], ['x', 'x'], ['x', 'x']), []],
    ['too few objects', rows('a b', ['x', 'x'], ['y', 'y'], ['z', 'z']), []],
    ['an order', rows('paid total', [1, 2], [2, 2], [0, 5], [3, 4]), ['paid <= total']],
    ['keys', rows('itemId total', [1, 2], [2, 2], [0, 5], [3, 4]), []],
    ['a count and an amount', rows('itemCount price', [1, 2], [2, 2], [0, 5], [3, 4]), []],
    [
      'times',
      rows('from to', ...['01', '02', '03', '04'].map((day) => [`2026-01-${day}`, `2026-02-${day}`])),
      ['from <= to'],
    ],
    [
      'objects inside',
      rows('ownerId owner', ...['a', 'b', 'c', 'd'].map((id) => [id, { id, 'full name': `${id}!` }])),
      ['ownerId == owner.id'],
    ],
    [
      'lists',
      rows(
        'size total lines',
        ...[[2, 5], [4], [1, 1, 1], []].map((all) => [
          all.length,
          all.reduce((sum, one) => sum + one, 0),
          all.map((amount) => ({ amount })),
        ]),
      ),
      ['size == count(lines)', 'total == sum(lines.amount)'],
    ],
    [
      'states',
      rows(
        'status endedAt',
        ['open', null],
        ['open', null],
        ['open', null],
        ['closed', 'x'],
        ['closed', 'y'],
        ['closed', 'z'],
      ),
      ['status == "open" implies endedAt == null', 'status == "closed" implies endedAt != null'],
    ],
    [
      'states with both',
      rows('status endedAt', ['open', null], ['open', 'w'], ['open', null], ['closed', 'x'], ['closed', 'y']),
      [],
    ],
    [
      'flags, without names that no invariant can have',
      rows('isPaid paidAt `b', [true, 'x', 'a'], [true, 'y', 'b'], [true, 'z', 'c'], [false, null, null]),
      ['isPaid == true implies paidAt != null'],
    ],
  ])('of %s', (_, objects, wanted) => {
    expect(textsOf(objects).sort()).toEqual(wanted.sort())
  })

  test('have what the server computes on the left', () => {
    const objects = rows('net gross tax', [3, 5, 2], [7, 10, 3], [9, 10, 1], [5, 9, 4], [4, 5, 1])
    expect(textsOf(objects, facts(['gross', 'net'])).filter((one) => one.includes('=='))).toEqual([
      'tax == gross - net',
    ])
    const equal = rows('title caption', ['a', 'a'], ['b', 'b'], ['c', 'c'], ['d', 'd'])
    expect(textsOf(equal, facts(['title']))).toEqual(['caption == title'])
  })

  test('are not what the document states', () => {
    const objects = rows('paid total', [1, 2], [2, 2], [0, 5], [3, 4])
    expect(textsOf(objects, facts([], ['total >= paid']))).toEqual([])
    expect(textsOf(objects, facts([], ['paid <= total']))).toEqual([])
  })
})

describe('a candidate is convincing', () => {
  const objects = rows('paid total', [1, 2], [2, 2], [0, 5], [3, 4], [3, 9])
  const [order] = candidatesOf(objects, facts())
  const is = (sendable: string[], resisted: number, all = objects) =>
    order !== undefined && isConvincing(order, all, facts(sendable), { resisted })

  test.each<[string[], number, boolean]>([
    [[], 0, true],
    [['paid'], 0, false],
    [['paid'], 1, true],
    [['paid', 'total'], 0, false],
    [['paid', 'total'], 1, true],
  ])('where clients send %j and %i attacks failed: %j', (sendable, resisted, wanted) => {
    expect(is(sendable, resisted)).toBe(wanted)
  })

  test('with a bound that is reached, in enough different objects', () => {
    expect(
      is(
        [],
        0,
        objects.filter(({ paid }) => paid !== 2),
      ),
    ).toBe(false)
    expect(is([], 0, [...objects.slice(1), ...objects.slice(1)])).toBe(false)
  })
})
