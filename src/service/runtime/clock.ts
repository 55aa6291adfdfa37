/** Time: the clock that everything is given, and the one form of time in responses. */
export { type Clock, LOOK_INTERVAL, systemClock } from 'specwright/network'

/** RFC 3339 in UTC with milliseconds, the one form of time in responses. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()

const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Reads any time that the format `date-time` allows: with a fraction or without, at any offset, a leap second as the
 * second after it. An offset may lead out of the four-digit years; then the nearest moment within them is meant.
 *
 * @param text RFC 3339, already validated
 * @returns milliseconds since the Unix epoch, what is below a millisecond cut off
 */
export function parseTimestamp(text: string): number {
  const leapSecond = text.slice(17, 19) === '60'
  const written = leapSecond ? `${text.slice(0, 17)}59${text.slice(19)}` : text
  const moment = Date.parse(written.toUpperCase()) + (leapSecond ? 1000 : 0)
  return Math.min(Math.max(moment, FIRST_MOMENT), LAST_MOMENT)
}
