/**
 * The cases that a plain `npm test` leaves out. The variable EVERY_CASE adds the long tests, and parts of the rest: rows of
 * long tables, and the longest tests.
 */

/** The number of parts of the rest. */
export const PARTS = 6

/**
 * Reads EVERY_CASE.
 *
 * @param {string} [value] `1` for all cases, `2/6` for the long tests and the second sixth of the rest, `0/6` for the long
 * tests only
 * @returns {'all' | number | undefined} all cases, a part of the rest (counted from 1; 0 for none), or no further cases
 * @throws {Error} for any other value
 */
export function partOf(value = '') {
  if (value === '') return undefined
  if (value === '1') return 'all'
  const parts = Array.from({ length: PARTS + 1 }, (_, index) => `${index}/${PARTS}`)
  if (parts.includes(value)) return parts.indexOf(value)
  throw new Error(
    `EVERY_CASE is "${value}"; expected 1 for all cases, or one of ${parts.join(', ')} for a part of them.`,
  )
}
