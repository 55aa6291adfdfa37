/** Relations that all observed objects of a schema match, as candidates for invariants. */

import { type Invariant, parseInvariant, pathText } from '../../../model/invariantSyntax.ts'
import { isMet, operandValues } from '../../../model/invariants.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { type Column, columnsOf, isWritable } from './columns.ts'

export interface Candidate {
  invariant: Invariant
  kind: 'equality' | 'order' | 'sum' | 'count' | 'calculation' | 'implication'
  /** The properties of the object that it is about. */
  roots: readonly string[]
}

/** Facts about a schema that its objects do not show. */
export interface SchemaFacts {
  /** Whether clients can send a property. */
  isSendable(root: string): boolean
  /** The invariants that the document states, as they are written. */
  stated: ReadonlySet<string>
  /** Values of a property by its schema, of which objects have only some. */
  choicesOf(root: string): readonly Json[]
}

/** Objects that have to differ, for a candidate to be worth an attack. */
const MIN_OBJECTS = 4
/** States with fewer objects are not considered. */
const MIN_IN_STATE = 3

/** The candidates of a schema, in the order of its properties. */
export function candidatesOf(objects: readonly JsonObject[], facts: SchemaFacts): Candidate[] {
  if (objects.length < MIN_OBJECTS) return []
  const columns = columnsOf(objects)
  const equal = equalities(columns)
  // One of several equal columns stands for all of them.
  const others = columns.filter((one) => !equal.some(([, second]) => second === one))
  const numbers = others.filter(({ kind, isKey }) => kind === 'number' && !isKey)
  const lists = others.filter(({ kind }) => kind === 'sum' || kind === 'count')
  const ofLists = numbers.flatMap((one) =>
    lists
      .filter((list) => list.root !== one.root && isSameColumn(one, list))
      .map((list) =>
        draft(list.kind === 'sum' ? 'sum' : 'count', `${one.text} == ${list.text}`, [one, list]),
      ),
  )
  const counts = ofLists.flatMap(({ kind, columns: [one] }) => (kind === 'count' ? [one] : []))
  const drafts: Draft[] = [
    ...equal.map(([one, other]) => equality(one, other, facts)),
    ...ofLists,
    ...calculations(numbers, facts),
    ...orders(others.filter((one) => !counts.includes(one))),
    ...implications(objects, facts),
  ]
  const isStated = ({ text }: Invariant) => facts.stated.has(text) || facts.stated.has(turned(text))
  return withoutWeaker(drafts).flatMap(({ text, ...rest }): Candidate[] => {
    const invariant = parseInvariant(text)
    // The language decides, and not how the columns are compared here.
    const isTrue = objects.every((object) => isMet(invariant, object) !== false)
    return isTrue && !isStated(invariant) ? [{ ...rest, invariant }] : []
  })
}

interface Draft extends Omit<Candidate, 'invariant'> {
  text: string
  columns: readonly Column[]
}

const draft = (kind: Candidate['kind'], text: string, columns: readonly Column[]): Draft => ({
  kind,
  text,
  columns,
  roots: [...new Set(columns.map(({ root }) => root))],
})

/** A property that the server computes is on the left. */
function equality(one: Column, other: Column, { isSendable }: SchemaFacts): Draft {
  const [left, right] = isSendable(one.root) && !isSendable(other.root) ? [other, one] : [one, other]
  return draft('equality', `${left.text} == ${right.text}`, [left, right])
}

/** `a >= b` of `b <= a`, and `b == a` of `a == b`. */
function turned(text: string): string {
  const [, left = '', relation = '', right = ''] = /^(\S+) (==|<=) (.+)$/.exec(text) ?? []
  return `${right} ${relation === '<=' ? '>=' : relation} ${left}`
}

const EPSILON = 1e-6

/** Integers are exact: large ones may be ids. */
const isNear = (one: number | string, other: number | string): boolean =>
  typeof one === 'number' && typeof other === 'number' && !(Number.isInteger(one) && Number.isInteger(other))
    ? Math.abs(one - other) <= EPSILON * Math.max(1, Math.abs(one) / 1e6)
    : one === other

/** Whether two columns have the same values wherever both have one. */
function isSameColumn({ values }: Column, other: Column): boolean {
  const rows = values.flatMap((value, index) => {
    const second = other.values[index]
    return value === undefined || second === undefined ? [] : [[value, second] as const]
  })
  return (
    new Set(rows.map(([value]) => value)).size > 1 && rows.every(([value, second]) => isNear(value, second))
  )
}

/** Pairs of equal columns; of several equal ones, the first with each of the others. Times are in `orders`. */
function equalities(columns: readonly Column[]): [Column, Column][] {
  const pairs: [Column, Column][] = []
  const comparable = columns.filter(({ kind }) => kind === 'number' || kind === 'text')
  for (const [index, one] of comparable.entries()) {
    if (pairs.some(([, second]) => second === one)) continue
    for (const other of comparable.slice(index + 1))
      if (one.kind === other.kind && isSameColumn(one, other)) pairs.push([one, other])
  }
  return pairs
}

type Combine = (one: number, other: number) => number

/** Whether a column is what two others give, in enough different rows. */
function isResultOf(result: Column, one: Column, other: Column, combine: Combine): boolean {
  const rows = new Set<string>()
  for (const [index, value] of result.values.entries()) {
    const [first, second] = [one.values[index], other.values[index]]
    if (typeof value !== 'number' || typeof first !== 'number' || typeof second !== 'number') continue
    if (Math.abs(value - combine(first, second)) >= (Number.isInteger(value) ? EPSILON : 0.011)) return false
    rows.add(`${first} ${second}`)
  }
  return rows.size >= MIN_OBJECTS
}

/** `a == b * c`, `a == b + c` and `a == b - c`. */
function calculations(numbers: readonly Column[], { isSendable }: SchemaFacts): Draft[] {
  const varied = numbers.filter(({ variety }) => variety > 1)
  return varied.flatMap((result) =>
    varied.flatMap((one, index) =>
      varied.slice(index + 1).flatMap((other) => {
        if (one === result || other === result) return []
        const found: Draft[] = []
        const columns = [result, one, other]
        if (isResultOf(result, one, other, (a, b) => a * b))
          found.push(draft('calculation', `${result.text} == ${one.text} * ${other.text}`, columns))
        if (isResultOf(result, one, other, (a, b) => a + b))
          found.push(draft('calculation', sumText(result, one, other, isSendable), columns))
        return found
      }),
    ),
  )
}

/** `a == b + c`, or `b == a - c` where only `b` is computed by the server. */
function sumText(result: Column, one: Column, other: Column, isSendable: SchemaFacts['isSendable']): string {
  const isComputed = ({ root }: Column) => !isSendable(root)
  if (!isComputed(result) && isComputed(one) && !isComputed(other))
    return `${one.text} == ${result.text} - ${other.text}`
  if (!isComputed(result) && isComputed(other) && !isComputed(one))
    return `${other.text} == ${result.text} - ${one.text}`
  return `${result.text} == ${one.text} + ${other.text}`
}

/** `a <= b` of numbers of one kind, and of times. */
function orders(columns: readonly Column[]): Draft[] {
  const comparable = columns.filter(
    ({ kind, variety, isKey }) => kind === 'time' || (kind === 'number' && variety > 1 && !isKey),
  )
  return comparable.flatMap((one) =>
    comparable.flatMap((other) => {
      if (one === other || one.kind !== other.kind) return []
      if ((one.isMoney && other.isCount) || (one.isCount && other.isMoney)) return []
      const differences = one.values.flatMap((value, index) => {
        const second = other.values[index]
        return value === undefined || second === undefined ? [] : [differenceOf(value, second)]
      })
      const isOrdered = differences.every((difference) => difference <= 0)
      const strict = differences.filter((difference) => difference < 0).length
      return isOrdered && strict > 0 && differences.length >= MIN_OBJECTS
        ? [draft('order', `${one.text} <= ${other.text}`, [one, other])]
        : []
    }),
  )
}

const differenceOf = (one: number | string, other: number | string): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Date.parse(String(one)) - Date.parse(String(other))

/** `status == "closed" implies closedAt != null` */
function implications(objects: readonly JsonObject[], { choicesOf }: SchemaFacts): Draft[] {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter(isWritable)
  const nullable = names.filter((name) => {
    const values = objects.map((object) => object[name])
    return values.includes(null) && values.some((value) => value !== null && value !== undefined)
  })
  return names.flatMap((state) =>
    choicesOf(state).flatMap((choice) => {
      const inState = objects.filter((object) => object[state] === choice)
      if (inState.length < MIN_IN_STATE) return []
      return nullable.flatMap((name): Draft[] => {
        const values = inState.map((object) => object[name])
        const isNull = values.every((value) => value === null)
        if (name === state || (!isNull && values.some((value) => value === null || value === undefined)))
          return []
        const text = `${pathText([state])} == ${JSON.stringify(choice)} implies ${pathText([name])} ${isNull ? '==' : '!='} null`
        return [{ kind: 'implication', text, columns: [], roots: [state, name] }]
      })
    }),
  )
}

/** Without the order of two values that an equation relates. */
function withoutWeaker(drafts: readonly Draft[]): Draft[] {
  const equations = drafts.filter(({ kind }) => kind !== 'order' && kind !== 'implication')
  return drafts.filter(
    ({ kind, columns }) =>
      kind !== 'order' || !equations.some((one) => columns.every((column) => one.columns.includes(column))),
  )
}

/** Results of the attacks on a candidate. */
export interface Attacks {
  /** Updates that would have broken it: the server rejected them, or showed an object that matches. */
  resisted: number
}

/** Different values of an equality that resisted an attack. */
const MIN_VARIETY = 3
/** Different rows that a relation without an attack needs. */
const MIN_ROWS = 5

/**
 * Whether a candidate is more than an accident. One between values that clients send has to resist an attack; the
 * others need enough different values.
 */
export function isConvincing(
  { invariant, kind, roots }: Candidate,
  objects: readonly JsonObject[],
  { isSendable }: SchemaFacts,
  { resisted }: Attacks,
): boolean {
  if (roots.every(isSendable) && resisted === 0) return false
  const rows = objects.filter((object) => isMet(invariant, object) === true)
  const values = rows.map((object) => [...operandValues(invariant, object).values()])
  const different = new Set(values.map((row) => JSON.stringify(row))).size
  if (kind === 'implication') return rows.length >= MIN_IN_STATE && (resisted > 0 || rows.length >= MIN_ROWS)
  if (kind === 'order') {
    const isReached = values.some(([one, other]) => one === other)
    // A time of the server and one of a client are in an order by the values that the run sends.
    return different >= MIN_ROWS && (resisted > 0 || (isReached && !roots.some(isSendable)))
  }
  return rows.length >= MIN_OBJECTS && different >= (resisted > 0 ? MIN_VARIETY : MIN_ROWS)
}
