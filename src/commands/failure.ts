/** How the program ends when a command throws: what it says, and its exit code. */
import { UsageError } from './command.ts'
import { missingPackage } from './missingPackage.ts'

interface Failure {
  message: string
  /** 1 refused or failed, 2 not understood. */
  code: 1 | 2
}

/** @param command the first word after `prompt-service` */
export function failureOf(command: string, error: unknown): Failure {
  const own = error instanceof Error ? (isDefect(error) ? error.stack : error.message) : String(error)
  const message = missingPackage(command, error) ?? own ?? ''
  return { message, code: error instanceof UsageError ? 2 : 1 }
}

/** Mistakes of ours show where they are; what the user can mend is one line. */
const isDefect = (error: Error): boolean =>
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof SyntaxError
