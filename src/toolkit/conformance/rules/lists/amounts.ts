/** Numbers in responses and in items, as aggregates need them. */
import type { Aggregate } from '../../../model/aggregates.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'

/** Without the last digits, in which sums of fractions differ. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** Amounts are numbers, or strings such as `12.50`. */
const numberIn = (value: Json | undefined): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : undefined

/** The number that a response shows. A state that an object of counts leaves out has none. */
export function shownBy({ path }: Pick<Aggregate, 'path'>, json: unknown): number | undefined {
  let value = json as Json | undefined
  for (const [index, name] of path.entries()) {
    if (!isObject(value)) return undefined
    const inside: Json | undefined = value[name]
    if (inside === undefined && index > 0 && Object.values(value).every((one) => typeof one === 'number'))
      return 0
    value = inside
  }
  return numberIn(value)
}

/** The amount that an item adds. Undefined where the item does not show it. */
export function addedBy({ of, by, portion }: Aggregate, item: JsonObject): number | undefined {
  if (portion !== undefined) {
    const state = item[portion.property]
    if (typeof state !== 'string' && typeof state !== 'boolean') return undefined
    if (portion.states.includes(String(state)) === portion.isNot) return 0
  }
  // A payment that was not made yet adds nothing.
  if (of !== undefined && by === 'sum' && item[of] === null) return 0
  return of === undefined ? 1 : numberIn(item[of])
}

/** The number that the items make. Undefined where there is none, as for an average of no items. */
export function totalOf(aggregate: Aggregate, items: readonly JsonObject[]): number | undefined {
  const { by, portion } = aggregate
  const isCounted = (one: JsonObject) =>
    portion === undefined ||
    portion.states.some((state) => state === String(one[portion.property])) !== portion.isNot
  const numbers = items.filter(isCounted).map((one) => addedBy(aggregate, one) ?? 0)
  if (by === 'sum') return rounded(numbers.reduce((sum, one) => sum + one, 0))
  if (numbers.length === 0) return undefined
  if (by === 'average') return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  return by === 'most' ? Math.max(...numbers) : Math.min(...numbers)
}

/** Whether a response shows the total. An average is rounded to one decimal at least, in any direction. */
export const isTotal = ({ by, isInteger }: Aggregate, shown: number, total: number): boolean =>
  by === 'average' ? Math.abs(shown - total) < (isInteger ? 1 : 0.1) : shown === rounded(total)
