/** Values that break exactly one rule of a list. */
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { Broken, Violation } from './dependentViolations.ts'
import { numberOr } from './strings.ts'

/** Violations of longer lists would be load, not a check. */
const MAX_ITEMS = 1_100

export function* arrayViolations(view: JsonObject, value: Json[], broken: Broken): Iterable<Violation> {
  const least = numberOr(view.minItems, 0)
  const most = numberOr(view.maxItems, Number.POSITIVE_INFINITY)
  const [first] = value
  if (least > 0) yield broken('minItems', `${least - 1} items`, value.slice(0, least - 1))
  if (first !== undefined && most <= MAX_ITEMS) {
    const many = Array.from({ length: most + 1 }, (_, index) =>
      variant(first, index, view.uniqueItems === true),
    )
    yield broken('maxItems', `${most + 1} items`, many)
  }
  if (view.items === false && Array.isArray(view.prefixItems) && first !== undefined)
    yield broken('items', 'an item more than there are places', [...value, value.at(-1) ?? first])
  if (view.uniqueItems === true && first !== undefined)
    yield broken('uniqueItems', 'one item twice', [...value, first])
  if (view.contains !== undefined && least === 0 && value.length > 0)
    yield broken('contains', 'no item of the kind that has to be there', [])
}

/** Items that differ in their last characters, so that `maxItems` is broken and `uniqueItems` is not. */
function variant(item: Json, index: number, unique: boolean): Json {
  if (!unique || index === 0) return item
  if (typeof item === 'string') {
    const digits = String(index).padStart(3, '0')
    return item.length > 6 ? item.slice(0, -digits.length) + digits : item + digits
  }
  return typeof item === 'number' ? item + index : item
}
