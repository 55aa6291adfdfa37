import { shorten } from './jsonFault.ts'

/**
 * Why a number that is valid JSON is not taken: it would not come back as it was sent.
 *
 * JSON.stringify writes whole numbers below 1e21 without an exponent, so that 1e20 would return as an integer
 * beyond 2^53: it is refused like one.
 * @param whole no fraction and no exponent
 */
export function numberFault(digits: string, whole: boolean): string | undefined {
  const value = Number(digits)
  const size = Math.abs(value)
  if (size === Number.POSITIVE_INFINITY) return `received ${shorten(digits)}, which no double can hold`
  if (size > Number.MAX_SAFE_INTEGER && (whole || size < 1e21)) {
    return `received ${shorten(digits)}; expected at most 2^53 - 1, the largest exact integer`
  }
  if (value === 0 && /^-?[0.]*[1-9]/.test(digits)) {
    return `received ${shorten(digits)}, which is too small for a double`
  }
  return undefined
}
