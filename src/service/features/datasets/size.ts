import { ApiError } from '../../errors.ts'

/** Items that a dataset may have (docs/decisions.md, "maxima"). */
export const MOST_ITEMS = 1_000_000

/** @throws ApiError CONFLICT when so many items are too many */
export function requireRoom(items: number): void {
  if (items <= MOST_ITEMS) return
  const message = `The dataset would have ${items} items; ${MOST_ITEMS} is the most it may have.`
  throw new ApiError('CONFLICT', message)
}
