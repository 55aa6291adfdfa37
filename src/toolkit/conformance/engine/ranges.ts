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

/** Two moments of an object, of which the second one ends what the first one begins. */
interface Span {
  from: string
  until: string
}

/** The names of the moments that a property begins or ends; undefined where the object has no such pair. */
export const spanOf = (object: JsonObject, name: string): Span | undefined =>
  spansIn(object).find(({ from, until }) => from === name || until === name)

/** The ranges of time of an object: `startsAt` and `endsAt`. */
export const spansIn = (object: JsonObject): Span[] =>
  Object.keys(object)
    .filter((one) => isMomentText(object[one]))
    .flatMap((from) => {
      const ends = upperEndsOf(from)
      const until = Object.keys(object).find((one) => ends.includes(normal(one)) && isMomentText(object[one]))
      return until === undefined ? [] : [{ from, until }]
    })

/** Whether a value is a date or a date-time. */
export const isMomentText = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value) && !Number.isNaN(Date.parse(value))

const HOUR_MS = 3_600_000
/** A part of a range is at most this share of it, so that several ones fit in. */
const PARTS = 8

/**
 * The object with one of its ranges within another range, as long as it was where this is short enough.
 * @param outer milliseconds since 1970
 * @param share which part of the room before it is left free, from 0 to 1
 */
export function withinSpan(
  object: JsonObject,
  { from, until }: Span,
  outer: { from: number; until: number },
  share: number,
): JsonObject {
  const [low, high] = [Date.parse(String(object[from])), Date.parse(String(object[until]))]
  const room = outer.until - outer.from
  const longest = Math.min(HOUR_MS, room / PARTS)
  const length = high > low && high - low <= longest ? high - low : longest
  const start = outer.from + Math.floor((share * (room - length)) / 1000) * 1000
  const write = (name: string, moment: number) => {
    const text = new Date(moment).toISOString()
    return String(object[name]).length === 10 ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
  }
  return { ...object, [from]: write(from, start), [until]: write(until, start + length) }
}

/** @param time milliseconds since 1970 */
export const momentText = (time: number, format: 'date' | 'date-time'): string => {
  const text = new Date(time).toISOString()
  return format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}
