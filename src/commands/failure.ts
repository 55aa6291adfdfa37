/** How the program ends when a command throws: what it says, and its exit code. */
import { foreignLines } from '../toolkit/contract/foreignText.ts'
import { UsageError } from './command.ts'
import { missingPackage } from './missingPackage.ts'

interface Failure {
  message: string
  /** 1 refused or failed, 2 not understood, 70 an error of the program itself. */
  code: 1 | 2 | typeof INTERNAL_ERROR
}

/** EX_SOFTWARE of sysexits.h. */
export const INTERNAL_ERROR = 70

/** Of these 1 says that something was found: whatever else ends them is an error of the program. */
const FINDING = ['conform', 'conform-receiver']

/** @param command the first word after `prompt-service` */
export function failureOf(command: string, error: unknown): Failure {
  const own = error instanceof Error ? (isDefect(error) ? error.stack : error.message) : String(error)
  const missing = missingPackage(command, error)
  const message = foreignLines(missing ?? own ?? '')
  if (error instanceof UsageError) return { message, code: 2 }
  const isInternal = missing === undefined && (isDefect(error) || FINDING.includes(command))
  return { message, code: isInternal ? INTERNAL_ERROR : 1 }
}

/** Mistakes of ours show where they are; what the user can mend is one line. */
const isDefect = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  error instanceof SyntaxError
