/** What is compiled of a document, once for all rules and all runs. */
import type { ContractDocument } from '../contract/index.ts'
import { createResponseChecker, type ResponseChecker } from './checkResponse.ts'
import type { Direction } from './direction.ts'
import { createSchemaValidator, type SchemaValidator } from './schemas.ts'

const validators = {
  either: new WeakMap<ContractDocument, SchemaValidator>(),
  request: new WeakMap<ContractDocument, SchemaValidator>(),
  answer: new WeakMap<ContractDocument, SchemaValidator>(),
}
const checkers = {
  open: new WeakMap<ContractDocument, ResponseChecker>(),
  closed: new WeakMap<ContractDocument, ResponseChecker>(),
}

/** @param direction of what is validated; left out where `readOnly` and `writeOnly` have no say, as for parameters */
export function validatorOf(document: ContractDocument, direction?: Direction): SchemaValidator {
  const known = validators[direction ?? 'either']
  const validator = known.get(document) ?? createSchemaValidator(document, { direction })
  known.set(document, validator)
  return validator
}

/** @param closed whether members that the document does not declare are findings */
export function checkerOf(document: ContractDocument, closed: boolean): ResponseChecker {
  const known = checkers[closed ? 'closed' : 'open']
  const checker = known.get(document) ?? createResponseChecker(document, { closed })
  known.set(document, checker)
  return checker
}
