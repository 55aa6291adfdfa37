/** Other values for what an error response blames: another choice, another date, another number. */
import { normal, upperEndsOf } from '../../model/vocabulary.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { isMoment } from './conflicts.ts'
import type { CheckContext } from './rule.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** Days from now, the first ones with the most room for requests that have to differ. */
const DAYS = [30, 7, 1, 90, -30, -1, -365, -4_000, 0]
/** Minutes from the lower end of a range to the upper one. */
const LENGTHS = [60, 30, 1_440, 7 * 1_440, 15, 365 * 1_440]
const NUMBERS = [1, 10, 2, 5, 30, 60, 100, 1_000]
const MAX_CHOICES = 8

/** A value of a body that is blamed. */
interface Blamed {
  name: string
  schema: Json | undefined
  current: Json
  /** The object that it is in. */
  inside: JsonObject
  /** Another moment of the object, which the message names. */
  base?: string | undefined
  /** Moments and numbers of the items around the request: the total of the order, the end of the event. */
  around?: readonly (string | number)[]
}

/** The values that a request may have instead, the likeliest first. */
export function alternativesTo(
  { api: { document }, now }: Pick<CheckContext, 'api' | 'now'>,
  { name, schema, current, inside, base, around = [] }: Blamed,
): Json[] {
  const view = withoutNull(document, viewOf(document, schema))
  const types = typesOf(view)
  // The list is the same for each current value, so that a guess is always the same value.
  if (Array.isArray(view.enum)) return view.enum.slice(0, MAX_CHOICES)
  if (types.includes('boolean')) return [true, false]
  if (isMoment(view) && typeof current === 'string') {
    const low = lowerEndOf(name, inside, base)
    const moments =
      low === undefined
        ? [
            ...around.filter(isText).flatMap((one) => [Date.parse(one), Date.parse(one) + DAY]),
            ...DAYS.map((days) => now() + days * DAY),
          ]
        : LENGTHS.map((minutes) => Date.parse(low) + minutes * MINUTE)
    return [...new Set(moments.map((one) => writtenAs(view, one)))].filter((one) => one !== low)
  }
  const type = types.find((one) => one === 'integer' || one === 'number')
  if (type === undefined) return []
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = boundsOf(view, type)
  const step = typeof view.multipleOf === 'number' ? view.multipleOf : 0
  return [...new Set([...around.filter(isNumber), least, ...NUMBERS, most])].filter(
    (one) => Number.isFinite(one) && one >= least && one <= most && (step === 0 || one % step === 0),
  )
}

const isText = (one: string | number): one is string => typeof one === 'string'
const isNumber = (one: string | number): one is number => typeof one === 'number'

/** The value of the lower end of the range whose upper end a property is. */
function lowerEndOf(name: string, inside: JsonObject, base: string | undefined): string | undefined {
  const own = Object.keys(inside).find((one) => upperEndsOf(one).includes(normal(name)))
  const low = inside[base ?? own ?? '']
  return typeof low === 'string' && !Number.isNaN(Date.parse(low)) ? low : undefined
}

/** Whether a moment is the upper end of a range. */
export const isUpperEnd = (name: string, inside: JsonObject, base: string | undefined): boolean =>
  lowerEndOf(name, inside, base) !== undefined

/** A moment as the format of its schema has it, without a fraction of a second. */
function writtenAs({ format }: JsonObject, moment: number): string {
  const text = new Date(moment).toISOString()
  return format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}
