/** Values of operands for which a calculation has another result than for usual ones: at its thresholds, and beyond its bounds. */
import { type Expression, evaluated, operandsOf, partsOf, UNKNOWN } from './expressions.ts'

/** Numbers by the names of operands. */
type Scenario = ReadonlyMap<string, number>

const MAX_SCENARIOS = 12
/** Numbers that are tried for a bound. */
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000, 100_000, 1_000_000]
/** A number with cents, and a larger whole one, of which no usual percentage has whole cents. */
const UNEVEN = [33.35, 1_999]
/** Quotients that the usual ways to round differ for. */
const QUOTIENTS = [
  [101, 3],
  [1_003, 6],
] as const

/**
 * The scenarios of a calculation, each with the values of one or two operands.
 * @param usual the values of the operands for an item that is nothing special
 * @param isRounded whether the result is rounded
 * @param isFlag whether an operand is 1 or 0
 */
export function scenariosOf(
  expression: Expression,
  usual: (name: string) => number | undefined,
  isRounded: boolean,
  isFlag: (name: string) => boolean,
): Scenario[] {
  const names = [...new Set(operandsOf(expression))].filter((name) => name !== UNKNOWN.name)
  const numbers = names.filter((name) => !isFlag(name))
  const flags = names.filter(isFlag).flatMap((name) => [1, 0].map((value) => new Map([[name, value]])))
  const bounds = allOf(expression).flatMap((one) => thresholdsOf(one, usual))
  const limits = allOf(expression).flatMap((one) => beyond(one, numbers, usual))
  const uneven = isRounded
    ? [
        ...allOf(expression).flatMap(quotients),
        ...UNEVEN.flatMap((value) => numbers.map((name) => new Map([[name, value]]))),
      ]
    : []
  const found = [...bounds, ...flags, ...limits, ...uneven]
  const seen = new Set<string>()
  return found
    .filter((one) => {
      const key = JSON.stringify([...one])
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
    .slice(0, MAX_SCENARIOS)
}

/** Values for a division of one operand by another one. */
function quotients(one: Expression): Scenario[] {
  if (one.kind !== 'operation' || one.operator !== '/') return []
  const { left, right } = one
  return left.kind === 'operand' && right.kind === 'operand'
    ? QUOTIENTS.map(
        ([above, below]) =>
          new Map<string, number>([
            [left.name, above],
            [right.name, below],
          ]),
      )
    : []
}

const allOf = (one: Expression): Expression[] => [one, ...partsOf(one).flatMap(allOf)]

/** At a threshold, and next to it. */
function thresholdsOf(one: Expression, usual: (name: string) => number | undefined): Scenario[] {
  if (one.kind !== 'operation' || !/^[<>]=?$/.test(one.operator)) return []
  const { left, right } = one
  if (left.kind === 'operand' && right.kind === 'operand') {
    // Requests may set only one of the two.
    const [start, at] = [usual(left.name), usual(right.name) ?? 10]
    const around = (name: string, value: number, other: string) =>
      [value, value + 1, value - 1].map(
        (one) =>
          new Map([
            [name, one],
            [other, value],
          ]),
      )
    return [
      ...around(left.name, at, right.name),
      ...(start === undefined ? [] : around(right.name, start, left.name)),
    ]
  }
  if (left.kind !== 'operand' || right.kind !== 'number' || (right.value === 1 && one.operator === '<'))
    return []
  return [right.value, right.value + 1, right.value - 1].map((value) => new Map([[left.name, value]]))
}

/** On the other side of a bound than usual, and on this one. */
function beyond(
  one: Expression,
  names: readonly string[],
  usual: (name: string) => number | undefined,
): Scenario[] {
  if (one.kind !== 'operation' || (one.operator !== 'least' && one.operator !== 'most')) return []
  const sideFor = (name?: string, value?: number): boolean | undefined => {
    const numberFor = (other: string) => (other === name ? value : usual(other))
    const [left, right] = [evaluated(one.left, numberFor), evaluated(one.right, numberFor)]
    return left === undefined || right === undefined ? undefined : left > right
  }
  return names.flatMap((name) => {
    const sides = SIZES.map((size) => ({ size, side: sideFor(name, size) })).filter(
      ({ side }) => side !== undefined,
    )
    const [first] = sides
    const other = sides.find(({ side }) => side !== first?.side)
    // The sides differ, so that the bound matters.
    return first === undefined || other === undefined
      ? []
      : [first.size, other.size].map((size) => new Map([[name, size]]))
  })
}
