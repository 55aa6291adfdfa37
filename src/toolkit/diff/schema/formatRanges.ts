/** Formats of whole numbers that limit values as `minimum` and `maximum` do. */
import { type Bound, compareBounds, type Shape } from './shape.ts'

/** Formats that are ranges of whole numbers (OpenAPI Format Registry). */
const RANGES: Record<string, { minimum: number; maximum: number }> = {
  int8: { minimum: -(2 ** 7), maximum: 2 ** 7 - 1 },
  uint8: { minimum: 0, maximum: 2 ** 8 - 1 },
  int16: { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 },
  uint16: { minimum: 0, maximum: 2 ** 16 - 1 },
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
  int64: { minimum: -(2 ** 63), maximum: 2 ** 63 },
  uint64: { minimum: 0, maximum: 2 ** 64 },
}

/** A bound as the keyword or the format sets it, whichever is tighter. */
export function boundOf(shape: Shape, name: 'minimum' | 'maximum'): Bound | undefined {
  const sign = name === 'minimum' ? 1 : -1
  let bound = shape[name]
  for (const format of isWhole(shape) ? shape.formats : []) {
    const range = Object.hasOwn(RANGES, format) ? RANGES[format] : undefined
    if (range === undefined) continue
    const implied: Bound = { value: range[name], exclusive: false }
    if (bound === undefined || compareBounds(implied, bound, sign) > 0) bound = implied
  }
  return bound
}

/** Whether a shape allows no number that a format excludes. */
export function isWithin(shape: Shape, format: string): boolean {
  const range = Object.hasOwn(RANGES, format) ? RANGES[format] : undefined
  if (range === undefined || !isWhole(shape)) return false
  const [minimum, maximum] = [boundOf(shape, 'minimum'), boundOf(shape, 'maximum')]
  if (!minimum || !maximum) return false
  return minimum.value >= range.minimum && maximum.value <= range.maximum
}

const isWhole = ({ types }: Shape): boolean => types?.has('integer') === true && !types.has('number')
