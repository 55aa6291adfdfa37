import type { Place } from './fault.ts'

/** One item of a file, not judged yet. */
export interface Entry extends Place {
  value: unknown
  /** Roughly the bytes that it took in the file. */
  size: number
}

/** Bytes of a line of JSON, characters of a record of CSV: what is held in memory at once. */
export const LARGEST_ENTRY = 1_048_576
/** Lines of nothing that a file may have: each costs time and tells nothing. */
export const MOST_EMPTY_LINES = 10_000
