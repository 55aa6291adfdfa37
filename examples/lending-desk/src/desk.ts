import { HttpError } from 'specwright/server'
import type { Item, Loan } from '../generated/openapi.ts'

/** The data, in memory. */
export const items = new Map<number, Item>()
export const loans = new Map<number, Loan>()

let latest = 0
/** Items and loans share one row of numbers. */
export const nextNumber = (): number => ++latest

export function requireItem(id: number): Item {
  const item = items.get(id)
  if (item === undefined) throw new HttpError(404, 'There is no such item.')
  return item
}
