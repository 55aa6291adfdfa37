/** Days, and the steps that a time axis is divided into. All in UTC. */
export const DAY = 86_400_000
/** Days that a report may cover: two years. */
export const MAX_PERIOD = 731

/** @returns Unix milliseconds of the day's beginning; undefined when it is not a day of the calendar, such as 2026-02-30 */
export function dayStart(day: string): number | undefined {
  const time = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(time) || dayOf(time) !== day ? undefined : time
}

/** The day of a moment, `2026-10-31`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `31 Oct 2026` */
export function dayInWords(time: number): string {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

export interface Axis {
  /** The length of one step: `day`, `week`, `month`. */
  step: 'day' | 'week' | 'month'
  /** One for each step, in order: the day, the Monday of the week, the month, as `2026-10-31` or `2026-10`. */
  labels: string[]
  /** The index of the step that a moment falls into. */
  indexOf(time: number): number
}

/**
 * Divides a period into at most about thirty steps: days up to a month, weeks (from Monday) up to half a year,
 * months beyond.
 *
 * @param from Unix milliseconds of the first day's beginning
 * @param until of the beginning of the day after the last
 */
export function axisOf(from: number, until: number): Axis {
  const days = (until - from) / DAY
  if (days > 183) return monthsOf(from, until)
  const step = days > 31 ? 7 * DAY : DAY
  // Day 0 of the epoch was a Thursday.
  const start = days > 31 ? from - ((Math.floor(from / DAY) + 3) % 7) * DAY : from
  const labels: string[] = []
  for (let time = start; time < until; time += step) labels.push(dayOf(time))
  return {
    step: days > 31 ? 'week' : 'day',
    labels,
    indexOf: (time) => Math.floor((time - start) / step),
  }
}

function monthsOf(from: number, until: number): Axis {
  const month = (time: number) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth()
  const first = month(from)
  const count = month(until - 1) - first + 1
  const labels = Array.from({ length: count }, (_, index) => {
    const at = first + index
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
  return { step: 'month', labels, indexOf: (time) => month(time) - first }
}
