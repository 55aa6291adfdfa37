import { ApiError, type Issue } from '../../../errors.ts'

/** Where in a file something stands. */
export interface Place {
  /** From 1. */
  line: number
  /** In CSV: the record, from 1 behind the one that names the columns, which is 0. */
  row?: number
}

/** A refusal that says which line of the file it is about. */
export function faultAt({ line, row }: Place, first: Issue, ...others: readonly Issue[]): ApiError {
  const where = row === undefined ? `line ${line}` : `line ${line} (row ${row})`
  return new ApiError('VALIDATION_ERROR', `${where}: ${first.field}: ${first.issue}`, {
    details: { ...first, issues: [first, ...others], line, ...(row !== undefined && { row }) },
  })
}
