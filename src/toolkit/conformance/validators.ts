/** What is compiled of a document, once for all rules and all runs. */
import type { ContractDocument } from '../contract/index.ts'
import { createResponseChecker, type ResponseChecker } from './checkResponse.ts'
import { createSchemaValidator, type SchemaValidator } from './schemas.ts'

const validators = new WeakMap<ContractDocument, SchemaValidator>()
const checkers = {
  open: new WeakMap<ContractDocument, ResponseChecker>(),
  closed: new WeakMap<ContractDocument, ResponseChecker>(),
}

export function validatorOf(document: ContractDocument): SchemaValidator {
  const validator = validators.get(document) ?? createSchemaValidator(document)
  validators.set(document, validator)
  return validator
}

/** @param closed whether members that the document does not declare are findings */
export function checkerOf(document: ContractDocument, closed: boolean): ResponseChecker {
  const known = checkers[closed ? 'closed' : 'open']
  const checker = known.get(document) ?? createResponseChecker(document, { closed })
  known.set(document, checker)
  return checker
}
