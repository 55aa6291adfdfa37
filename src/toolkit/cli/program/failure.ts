/** How a program ends when a command throws: its message, and its exit code. */
import { DocumentError, tooDeep } from '../../openapi/document.ts'
import { foreignLines } from '../../openapi/foreignText.ts'
import { UsageError } from './command.ts'
import { INTERNAL_ERROR } from './exitCodes.ts'

interface Failure {
  message: string
  code: number
}

/**
 * @param error what a command threw
 * @param code the exit code for errors that the user can fix and that are not about the command line
 */
export function failureOf(error: unknown, code: number): Failure {
  const reason = tooDeep(error)
  if (reason !== undefined) return { message: reason, code: 2 }
  const text = error instanceof Error ? (isDefect(error) ? error.stack : error.message) : String(error)
  const message = foreignLines(text ?? '')
  if (error instanceof UsageError || error instanceof DocumentError) return { message, code: 2 }
  return { message, code: isDefect(error) || isUnwritable(error) ? INTERNAL_ERROR : code }
}

/** A full, read-only or broken disk is not an error of the command line. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(String(error.code))

/** Defects of the program show where they are; what the user can fix is one message. */
const isDefect = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof SyntaxError
