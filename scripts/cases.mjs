/** The cases that a plain `npm test` leaves out, in the parts that the variable EVERY_CASE names. */

/** The number of parts. */
export const PARTS = 6

/**
 * Reads EVERY_CASE.
 *
 * @param {string} [value] `1` for all cases, `2/6` for the second sixth of those that are left out
 * @returns {'all' | number | undefined} all parts, one of them (counted from 1), or none
 * @throws {Error} for any other value
 */
export function partOf(value = '') {
  if (value === '') return undefined
  if (value === '1') return 'all'
  const parts = Array.from({ length: PARTS }, (_, index) => `${index + 1}/${PARTS}`)
  if (parts.includes(value)) return parts.indexOf(value) + 1
  throw new Error(
    `EVERY_CASE is "${value}"; expected 1 for all cases, or one of ${parts.join(', ')} for a part of them.`,
  )
}
