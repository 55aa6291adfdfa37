/** Whether objects match invariants. */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { evaluated } from './expressions.ts'
import { currenciesIn, isResult, numberOf } from './formulas.ts'
import type { Comparison, Invariant, Reference, Relation, Side } from './invariantSyntax.ts'

/** Whether a name of an invariant is that of an integer, for which a calculation may be rounded. */
export type IsInteger = (name: string) => boolean

/**
 * Whether an object matches an invariant.
 * @returns undefined where it does not apply: a value is missing or null, of another type, or the premise does not match
 * @example isMet(parseInvariant('paid <= total'), { paid: 3, total: 2 }) // false
 */
export function isMet(
  { premise, claim, references }: Pick<Invariant, 'premise' | 'claim' | 'references'>,
  object: JsonObject,
  isWhole: IsInteger = () => false,
): boolean | undefined {
  const given = { references, object, isWhole }
  if (premise !== undefined && compare(premise, given) !== true) return undefined
  return compare(claim, given)
}

/** The values of an object that an invariant names, by their names in it. Undefined for a missing one. */
export const operandValues = (
  { references }: Pick<Invariant, 'references'>,
  object: JsonObject,
): Map<string, Json | undefined> =>
  new Map([...references].map(([name, reference]) => [name, referredValue(reference, object)]))

interface Given {
  references: Invariant['references']
  object: JsonObject
  isWhole: IsInteger
}

function compare({ left, relation, right }: Comparison, given: Given): boolean | undefined {
  const [one, other] = [left, right].map((side) => sideValue(side, given.references, given.object))
  if (one === undefined || other === undefined) return undefined
  if (isNullLiteral(left) || isNullLiteral(right)) return (one === other) === (relation === '==')
  if (one === null || other === null) return undefined
  const isComputed = isCalculation(left) || isCalculation(right)
  if (isComputed && currenciesIn(given.object).size > 1) return undefined
  const isStrict = STRICT.has(relation)
  const order = isComputed
    ? orderOfNumbers(numberOf(one), numberOf(other), isStrict ? isEqual : toleranceFor([left, right], given))
    : orderOf(one, other, isStrict)
  return order === undefined ? undefined : matches(order, relation)
}

/** A tolerance would make these false where the values differ little. */
const STRICT: ReadonlySet<Relation> = new Set(['<', '>', '!='])

const isNullLiteral = (side: Side): boolean => 'literal' in side && side.literal === null

/** Whether a side is the result of a calculation, which may be rounded. */
export const isCalculation = (side: Side): boolean =>
  'expression' in side && (side.expression.kind === 'operation' || isSumOf(side))

const isSumOf = (side: Side): boolean =>
  'expression' in side && side.expression.kind === 'operand' && /^sum\(/.test(side.expression.name)

/** The value of a side; of a calculation a number. Undefined where a value is missing. */
export function sideValue(
  side: Side,
  references: Invariant['references'],
  object: JsonObject,
): Json | undefined {
  if ('literal' in side) return side.literal
  const { expression } = side
  const valueNamed = (name: string) => {
    const reference = references.get(name)
    return reference && referredValue(reference, object)
  }
  return expression.kind === 'operand'
    ? valueNamed(expression.name)
    : evaluated(expression, (name) => numberOf(valueNamed(name)))
}

function referredValue({ kind, path }: Reference, object: JsonObject): Json | undefined {
  if (kind === 'property') return path.reduce<Json | undefined>(memberIn, object)
  const [first = '', ...rest] = path
  const found = entriesAt(object[first], rest)
  if (found === undefined) return undefined
  if (kind === 'count') return found.isList ? found.entries.length : undefined
  if (!found.isList) return undefined
  let sum = 0
  for (const entry of found.entries) {
    const number = numberOf(entry)
    if (number === undefined) return undefined
    sum += number
  }
  return sum
}

const memberIn = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** The values at a path, through lists; undefined where one is missing. `isList`: whether a list was met. */
function entriesAt(
  value: Json | undefined,
  path: readonly string[],
): { entries: Json[]; isList: boolean } | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) {
    if (path.length === 0) return { entries: value, isList: true }
    const inside = value.map((one) => entriesAt(one, path))
    const entries: Json[] = []
    for (const one of inside) {
      if (one === undefined) return undefined
      entries.push(...one.entries)
    }
    return { entries, isList: true }
  }
  const [name, ...rest] = path
  if (name !== undefined) return entriesAt(memberIn(value, name), rest)
  return { entries: [value], isList: false }
}

const matches = (order: number | 'different', relation: Relation): boolean | undefined => {
  if (relation === '==') return order === 0
  if (relation === '!=') return order !== 0
  if (order === 'different') return undefined
  if (relation === '<') return order < 0
  if (relation === '<=') return order <= 0
  return relation === '>' ? order > 0 : order >= 0
}

const EPSILON = 1e-6

type Tolerance = (one: number, other: number) => boolean

/** Integers are exact: large ones may be ids. */
const isEqual: Tolerance = (one, other) =>
  Number.isInteger(one) && Number.isInteger(other)
    ? one === other
    : Math.abs(one - other) <= EPSILON * Math.max(1, Math.abs(one) / 1e6, Math.abs(other) / 1e6)

/** The result of a calculation may be rounded: to cents, or to an integer where the other side is one. */
function toleranceFor(sides: readonly Side[], { isWhole }: Given): Tolerance {
  const plain = sides.find((side) => !isCalculation(side))
  const isOfInteger =
    plain !== undefined &&
    'expression' in plain &&
    plain.expression.kind === 'operand' &&
    isWhole(plain.expression.name)
  const shape = { isInteger: isOfInteger, rounding: undefined }
  return sides[0] === plain
    ? (one, other) => isResult(one, other, shape)
    : (one, other) => isResult(other, one, shape)
}

/** Undefined where one of them is not a number. */
function orderOfNumbers(
  one: number | undefined,
  other: number | undefined,
  isSame: Tolerance = isEqual,
): number | undefined {
  if (one === undefined || other === undefined) return undefined
  if (!Number.isFinite(one) || !Number.isFinite(other)) return undefined
  return isSame(one, other) ? 0 : one - other
}

/**
 * Below 0 where the first value is less. Undefined for values of different types.
 * @param isExact whether times with different precision differ by the digits that only one of them has
 */
function orderOf(one: Json, other: Json, isExact: boolean): number | 'different' | undefined {
  if (typeof one === 'boolean' && typeof other === 'boolean') return one === other ? 0 : 'different'
  if (typeof one === 'string' && typeof other === 'string') return orderOfStrings(one, other, isExact)
  if (currenciesIn([one, other]).size > 1) return undefined
  return orderOfNumbers(numberOf(one), numberOf(other))
}

function orderOfStrings(one: string, other: string, isExact: boolean): number | 'different' | undefined {
  if (one === other) return 0
  const [first, second] = [instantOf(one), instantOf(other)]
  if (first !== undefined && second !== undefined)
    return first.form === second.form ? orderOfInstants(first, second, isExact) : undefined
  const [number, another] = [numberOf(one), numberOf(other)]
  return number !== undefined && another !== undefined ? orderOfNumbers(number, another) : 'different'
}

function orderOfInstants(one: Instant, other: Instant, isExact: boolean): number {
  if (one.at !== other.at) return one.at - other.at
  // A server may cut one of the two times to fewer digits.
  const shortest = Math.min(one.fraction.length, other.fraction.length)
  const digits = isExact ? Math.max(one.fraction.length, other.fraction.length) : shortest
  const [first, second] = [one, other].map(({ fraction }) => fraction.slice(0, digits).padEnd(digits, '0'))
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1
}

const DATE = /^\d{4}-\d\d-\d\d$/
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i

interface Instant {
  form: 'date' | 'local' | 'zoned'
  /** In milliseconds. */
  at: number
  /** The decimals of the seconds after the milliseconds. */
  fraction: string
}

/** A date, a time with a zone, or one without. Only those of one form can be compared. */
export function instantOf(text: string): Instant | undefined {
  const form = DATE.test(text) ? 'date' : LOCAL.test(text) ? 'local' : ZONED.test(text) ? 'zoned' : undefined
  const at = form === undefined ? Number.NaN : Date.parse(form === 'local' ? `${text}Z` : text)
  const fraction = /\.\d{3}(\d+)/.exec(text)?.[1] ?? ''
  return form === undefined || Number.isNaN(at) ? undefined : { form, at, fraction }
}
