/** Common parts of the sentences of findings. */
import { show } from '../../schema/problem.ts'

/** A response with a wrong status. */
export interface Status {
  received: number
}

/** A wrong value at `subject`, the pointer of a property. */
export interface Value {
  subject: string
  received: unknown
  expected: unknown
}

/** @param why where the expected value comes from, such as `as sent` */
export const valueMessage =
  (why: string) =>
  ({ subject, received, expected }: Value): string =>
    `received ${show(received)} at ${subject}; expected ${show(expected)}, ${why}`

/** Statuses and names as they are; several are alternatives. */
export const anyOf = (values: unknown): string => [values].flat().join(' or ')

/** The value of a header, or `nothing`. */
export const headerText = (value: unknown): string => (value === undefined ? 'nothing' : String(value))
