/** Values by which items are told apart that a list has to order. */
import type { JsonObject } from '../../openapi/index.ts'
import { boundsOf } from '../../schema/values/valid.ts'

/** In no order as numbers, and in another one as texts. */
const NUMBERS = [9, 100, 20]

/** Three numbers that the schema allows, in no order; those between its bounds where they are close. */
export function numbersWithin(view: JsonObject, type: string): readonly number[] {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = boundsOf(view, type)
  if (NUMBERS.every((one) => one >= least && one <= most)) return NUMBERS
  const step = typeof view.multipleOf === 'number' ? view.multipleOf : 1
  const low = Number.isFinite(least)
    ? Math.ceil(least / step) * step
    : Math.floor(most / step) * step - 2 * step
  return [low + step, low + 2 * step, low]
}
