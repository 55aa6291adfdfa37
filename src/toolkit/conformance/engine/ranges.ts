/** Ranges in generated values: the lower end is below the upper one. */
import { normal, upperEndsOf } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'

const DAY_MS = 86_400_000

/**
 * The value with the upper end of each range raised above the lower one, where it is not.
 * @example inOrder({ startsAt: '2031-03-04', endsAt: '2031-03-04' }) // { startsAt: '2031-03-04', endsAt: '2031-03-05' }
 */
export function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  const ordered: JsonObject = {}
  for (const [name, inside] of Object.entries(value)) ordered[name] = inOrder(inside ?? null)
  for (const [name, low] of Object.entries(ordered)) {
    const ends = upperEndsOf(name)
    const upper = Object.keys(ordered).find((one) => ends.includes(normal(one)))
    if (upper !== undefined) ordered[upper] = above(low ?? null, ordered[upper] ?? null)
  }
  return ordered
}

/** The upper value; one above the lower where it is not above it already. */
export function above(low: Json, high: Json): Json {
  if (typeof low === 'number' && typeof high === 'number') return low < high ? high : low + 1
  if (typeof low !== 'string' || typeof high !== 'string' || low < high) return high
  if (!/^\d{4}-\d\d-\d\d/.test(low) || !/^\d{4}-\d\d-\d\d/.test(high)) return high
  const next = Date.parse(low) + DAY_MS
  return Number.isNaN(next)
    ? high
    : new Date(next).toISOString().slice(0, high.length === 10 ? 10 : undefined)
}
