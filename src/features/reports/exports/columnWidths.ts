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
    // What is too much goes to the columns of words, or to all where there are none.
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
