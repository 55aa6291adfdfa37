import type { Place } from './fault.ts'

/** One item of a file, not judged yet. */
export interface Entry extends Place {
  value: unknown
}

/** Bytes of a line of JSON, characters of a record of CSV: what is held in memory at once. */
export const LARGEST_ENTRY = 1_048_576
