/** The violations of the document in a response body. */

import type { ContractDocument } from '../openapi/document.ts'
import type { SchemaProblem } from '../schema/problem.ts'
import { validatorOf } from '../schema/validators.ts'

/**
 * The problems of a body. A schema that no validator can run, such as an `allOf` that contains itself, is against
 * nothing: a response must not fail because of it.
 */
export function responseProblems(
  document: ContractDocument,
  schemaPointer: string,
  body: unknown,
): SchemaProblem[] {
  try {
    return validatorOf(document, 'response')(schemaPointer, body)
  } catch {
    return []
  }
}
