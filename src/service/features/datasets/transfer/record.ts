import { ApiError, type Issue } from '../../../errors.ts'

/** One item of a file, not validated yet. */
export interface Entry extends Place {
  value: unknown
  /** Roughly its bytes in the file. */
  size: number
}

/** Bytes of a line of JSON, characters of a record of CSV: what is stored in memory at a time. */
export const MAX_ENTRY_LENGTH = 1_048_576
/** Lines of nothing that a file may have: each costs time and reports nothing. */
export const MAX_EMPTY_LINES = 10_000

/** A place in a file. */
export interface Place {
  /** From 1. */
  line: number
  /** In CSV: the record, from 1 behind the one that names the columns, which is 0. */
  row?: number
}

/** A rejection that states which line of the file it is about. */
export function faultAt({ line, row }: Place, first: Issue, ...others: readonly Issue[]): ApiError {
  const where = row === undefined ? `line ${line}` : `line ${line} (row ${row})`
  return new ApiError('VALIDATION_ERROR', `${where}: ${first.field}: ${first.issue}`, {
    details: { ...first, issues: [first, ...others], line, ...(row !== undefined && { row }) },
  })
}
