import type { ReportColumn, ReportTable, ReportValue } from '../../../../../generated/openapi.v1.ts'
import { isNumeric, oneLine, show } from './page.ts'

/** Rows whose texts decide how wide the columns are. */
const SAMPLE = 400

/**
 * The texts that decide how wide a column is: those of the first rows, and for numbers, which must not be
 * broken, the longest of all.
 */
export function distinguishingTexts({ rows }: ReportTable, index: number, { unit }: ReportColumn): string[] {
  const textOf = (row: readonly ReportValue[]) => oneLine(show(row[index] ?? null, unit))
  const texts = rows.slice(0, SAMPLE).map(textOf)
  if (!isNumeric(unit)) return texts
  return [
    rows.map(textOf).reduce((longest, text) => (text.length > longest.length ? text : longest), ''),
    ...texts,
  ]
}

/**
 * Shares the width of a table among its columns. Numbers get what they need. Words share what is left: short ones get
 * what they need too, and the long ones the rest in equal parts.
 *
 * @param wanted what each column would need for its widest cell
 */
export function columnWidths(
  columns: readonly { wanted: number; numeric: boolean }[],
  total: number,
): number[] {
  const sum = columns.reduce((all, { wanted }) => all + wanted, 0)
  const words = columns.filter(({ numeric }) => !numeric)
  if (sum <= total) {
    // The excess goes to the columns of words, or to all where there are none.
    const takers = words.length > 0 ? words : columns
    return columns.map((one) =>
      takers.includes(one) ? one.wanted + (total - sum) / takers.length : one.wanted,
    )
  }
  const numbers = sum - words.reduce((all, { wanted }) => all + wanted, 0)
  if (words.length === 0 || numbers > total * 0.8) return columns.map(({ wanted }) => (wanted * total) / sum)
  const most = longest(
    words.map(({ wanted }) => wanted),
    total - numbers,
  )
  return columns.map(({ wanted, numeric }) => (numeric ? wanted : Math.min(wanted, most)))
}

/** The width that each may have at most so that all of them together have `room`. */
function longest(wanted: readonly number[], room: number): number {
  const ascending = [...wanted].sort((a, b) => a - b)
  let left = room
  for (const [index, width] of ascending.entries()) {
    const most = left / (ascending.length - index)
    if (width > most) return most
    left -= width
  }
  return room
}
