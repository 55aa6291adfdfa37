/** Checkers of a document's responses, made once for all rules and all runs. */
import type { ContractDocument } from '../openapi/index.ts'
import { createResponseChecker, type ResponseChecker } from './checkResponse.ts'

const checkers = {
  open: new WeakMap<ContractDocument, ResponseChecker>(),
  closed: new WeakMap<ContractDocument, ResponseChecker>(),
}

/** @param closed whether members that the document does not declare are findings */
export function checkerOf(document: ContractDocument, closed: boolean): ResponseChecker {
  const known = checkers[closed ? 'closed' : 'open']
  const checker = known.get(document) ?? createResponseChecker(document, { closed })
  known.set(document, checker)
  return checker
}
