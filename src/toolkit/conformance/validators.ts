/** One compiled validator for each document, shared by all rules. */
import type { ContractDocument } from '../contract/index.ts'
import { createSchemaValidator, type SchemaValidator } from './schemas.ts'

const validators = new WeakMap<ContractDocument, SchemaValidator>()

export function validatorOf(document: ContractDocument): SchemaValidator {
  let validator = validators.get(document)
  if (validator === undefined) {
    validator = createSchemaValidator(document)
    validators.set(document, validator)
  }
  return validator
}
