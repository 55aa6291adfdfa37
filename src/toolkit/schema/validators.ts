/** Compiled validators of a document, shared by all rules and runs. */
import type { ContractDocument } from '../openapi/document.ts'
import {
  createErrorFinder,
  createSchemaValidator,
  type ErrorFinder,
  type SchemaValidator,
} from './validate.ts'
import type { Direction } from './view.ts'

const validators = {
  either: new WeakMap<ContractDocument, SchemaValidator>(),
  request: new WeakMap<ContractDocument, SchemaValidator>(),
  response: new WeakMap<ContractDocument, SchemaValidator>(),
}
const finders = {
  either: new WeakMap<ContractDocument, ErrorFinder>(),
  request: new WeakMap<ContractDocument, ErrorFinder>(),
  response: new WeakMap<ContractDocument, ErrorFinder>(),
}
/** @param direction of the message; omit it where `readOnly` and `writeOnly` do not apply, such as for parameters */
export function validatorOf(document: ContractDocument, direction?: Direction): SchemaValidator {
  const known = validators[direction ?? 'either']
  const validator =
    known.get(document) ?? createSchemaValidator(document, { direction }, errorFinderOf(document, direction))
  known.set(document, validator)
  return validator
}

/** The same, with all that the validator knows of each error. */
export function errorFinderOf(document: ContractDocument, direction?: Direction): ErrorFinder {
  const known = finders[direction ?? 'either']
  const finder = known.get(document) ?? createErrorFinder(document, { direction })
  known.set(document, finder)
  return finder
}
