/** Values of findings as readers see them. */
import { foreignLines } from '../../../openapi/foreignText.ts'

/** Characters of one value. */
const MAX_LENGTH = 600

/** JSON with line breaks, or the string itself; cut where it is long. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'no value'
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value))
  const lines = foreignLines(text)
  return lines.length > MAX_LENGTH ? `${lines.slice(0, MAX_LENGTH)}…` : lines
}

/** Groups by a key, in the order of their first entries. */
export function groupsOf<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}
