/** Building blocks of request and response validators: formats, and errors in words. */
export { closedCopy } from './closed.ts'
export { formats, isEmail } from './formats.ts'
export {
  issuesOf,
  looseNumbers,
  missingBody,
  unknownParameter,
  type Violation,
  violationOf,
  wrongPathParameter,
} from './issues.ts'
export { linearPattern } from './patterns.ts'
