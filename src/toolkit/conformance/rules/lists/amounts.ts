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
export function shownBy({ path }: Aggregate, json: unknown): number | undefined {
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
export function addedBy({ of, portion }: Aggregate, item: JsonObject): number | undefined {
  if (portion !== undefined) {
    const state = item[portion.property]
    if (typeof state !== 'string') return undefined
    if (portion.states.includes(state) === portion.isNot) return 0
  }
  return of === undefined ? 1 : numberIn(item[of])
}
