/** Types that the parts of a schema comparison share. */
import type { Direction, Effect, Encoding, Level, Segment, Where } from '../finding.ts'
import type { Pair } from '../graph.ts'
import type { Location } from '../location.ts'
import type { Schema, Shape } from './shape.ts'

/** The context of the comparison of two shapes. */
export interface SchemaComparison {
  pair: Pair
  direction: Direction
  encoding: Encoding
  old: Shape
  new: Shape
  /**
   * Notes a change at a keyword, or at the schema where neither side has it. Of several changes, which one edit of a keyword
   * makes, it notes the worst.
   */
  note(...changes: Change[]): void
  /** Compares two nested schemas, such as those of a property, and links their pair to this one. */
  below(old: Schema, now: Schema, segment?: Segment, direction?: Direction): Pair
  /** Compares two shapes in a pair of their own. */
  shapes(old: Shape, now: Shape): Pair
  /** Compares the pending pairs, so that the result of one of them can be read. */
  settle(): void
}

export interface Change {
  rule: string
  effect: Effect
  keyword?: string
  /** Where the change counts for more or less than its effect. */
  level?: Level
  old?: Location
  new?: Location
  detail?: string
  say: (where: Where) => string
}

/** The schema that allows everything, at the location where one is missing. */
export const missingSchema = (location: Location): Schema => [{ ...location, value: {} }]
